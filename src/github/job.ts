import { type Sentence, write } from '../lib/sentence.ts'
import { createRedactor, formsOf, type Redact } from './redact.ts'
import type { Runner } from './runner.ts'
import { plainLine } from './text.ts'

/** The place of an annotation in a file of the repository. */
export interface Place {
  file: string
  line: number
  col: number
}

export interface Annotation {
  title: string
  /** Paragraphs. Each is written as one line. Of a sentence only the values are redacted, of a text all. */
  lines: (string | Sentence)[]
  place?: Place | undefined
}

/**
 * The job that the action runs in. All text for the log, the outputs and the summary passes through it. It removes the
 * secrets that {@link Job.mask} received and does not depend on the masking of the runner.
 */
export interface Job {
  /** The untrimmed value of an input; '' if it is not set. */
  input(name: string): string
  /** Masks a secret here and in the runner. Call it before anything is printed. See `whyNotMasked` for exceptions. */
  mask(secret: string): void
  /** Masks a text of the service only here: the service must not control the runner's masks in later steps. */
  hide(secret: string): void
  info(line: string | Sentence): void
  /** Writes a line that appears only in the runner's debug log. */
  debug(line: string | Sentence): void
  startGroup(title: string): void
  endGroup(): void
  warning(annotation: Annotation): void
  error(annotation: Annotation): void
  /** Sets an output; a value that is not a string is written as JSON. */
  output(name: string, value: unknown): void
  /** Sets an output to a list as JSON. Calls `pause` after each item, because a long list takes seconds. */
  outputList(name: string, values: unknown[], pause: () => Promise<void>): Promise<void>
  /** Saves a value for the step's post step, which reads it with {@link Job.state}. It is not printed. */
  saveState(name: string, value: string): void
  /** A value that the step saved for its post step; '' if there is none. */
  state(name: string): string
  /** Removes secrets from a text. Call it before the text is encoded. */
  redact: Redact
  /** Removes secrets that arose between parts of markdown. Redact and escape the parts first. */
  redactMarkup(markdown: string): string
  /** Appends markdown to the job summary. Redact and escape its text first. */
  summary(markdown: string): void
  /**
   * The runner's files that could not be written, with the reasons; empty if there are none. Writing does not throw: if
   * a disk is full, the rest of the report must still be written.
   */
  unwritten(): string[]
  /** The value of an output; undefined if it is not set. */
  outputOf(name: string): string | undefined
}

/** Longer lines are truncated. Any sentence for people fits. */
const LONGEST_LINE = 2000

/** The most secret forms that the runner receives: more would make its masking too slow. */
const MOST_MASKS = { commands: 100_000, characters: 16 * 1024 * 1024 }

/** Outputs whose values are the action's own words and numbers. */
const OWN_OUTPUTS = new Set(['created', 'error_code', 'http_status', 'count'])

/** The output with markdown whose parts are already redacted. */
const MARKDOWN_OUTPUT = 'report'

/** GitHub refuses a step's summary beyond 1 MiB. */
export const MAX_SUMMARY_BYTES = 1024 * 1024

/** Opens the job on a runner. */
export function openJob(runner: Runner): Job {
  const redactor = createRedactor()
  // Redact again at the end: a secret of two words may have been split over two lines.
  const value = (text: string) => redactor.text(plainLine(redactor.text(text, LONGEST_LINE)))
  const line = (text: string | Sentence) => plainLine(write(text, value))
  const outputs = new Map<string, string>()
  const left = { ...MOST_MASKS }

  function maskByRunner(form: string): void {
    left.commands--
    left.characters -= form.length
    if (left.commands >= 0 && left.characters >= 0) runner.setSecret(form)
  }

  function outputText(name: string, value: unknown): string {
    if (OWN_OUTPUTS.has(name)) return String(value)
    if (typeof value !== 'string') return redactor.json(value)
    return name === MARKDOWN_OUTPUT ? redactor.markup(value) : redactor.text(value)
  }

  const unwritten = new Map<string, string>()

  function writing(file: string, write: () => void) {
    try {
      write()
    } catch (error) {
      unwritten.set(file, `${file} (${line(error instanceof Error ? error.message : String(error))})`)
    }
  }

  function setOutput(name: string, text: string): void {
    if (outputs.get(name) === text) return
    outputs.set(name, text)
    writing('the outputs', () => runner.setOutput(name, text))
  }

  const properties = ({ title, place }: Annotation) => ({
    title: line(title),
    ...(place && { file: line(place.file), startLine: place.line, startColumn: place.col }),
  })
  const message = ({ lines }: Annotation) => lines.map(line).join('\n')

  return {
    input: name => runner.getInput(name),
    mask(secret) {
      redactor.add(secret)
      for (const form of formsOf(secret)) maskByRunner(form)
    },
    hide: redactor.add,
    info: text => runner.info(line(text)),
    debug(text) {
      if (runner.isDebug()) runner.debug(line(text))
    },
    startGroup: title => runner.startGroup(line(title)),
    endGroup: () => runner.endGroup(),
    warning: annotation => runner.warning(message(annotation), properties(annotation)),
    error: annotation => runner.error(message(annotation), properties(annotation)),
    output: (name, value) => setOutput(name, outputText(name, value)),
    outputList: async (name, values, pause) => setOutput(name, await redactor.list(values, pause)),
    saveState: (name, value) => writing('the state', () => runner.saveState(name, value)),
    state: name => runner.getState(name),
    redact: redactor.text,
    redactMarkup: redactor.markup,
    summary(markdown) {
      const bytes = Buffer.from(redactor.markup(markdown), 'utf8')
      const text = bytes.subarray(0, MAX_SUMMARY_BYTES).toString('utf8')
      writing('the job summary', () => runner.appendSummary(text))
    },
    unwritten: () => [...unwritten.values()],
    outputOf: name => outputs.get(name),
  }
}
