import type * as core from '@actions/core'
import { formsOf } from './mask-forms.ts'
import { createRedactor, type Redact } from './redact.ts'
import { plainLine } from './text.ts'

/** Where an annotation belongs: a place in a file of the repository. */
export interface Place {
  file: string
  line: number
  col: number
}

export interface Annotation {
  title: string
  /** One paragraph each; each becomes one line. */
  lines: string[]
  place?: Place | undefined
}

/**
 * The job that the action runs in. All text for the log, the outputs and the summary passes through here, which removes
 * the secrets that {@link Job.mask} was told of. It does not depend on the masking of the runner.
 */
export interface Job {
  /** The value of an input as the workflow gave it, white space and all; '' where it gave none. */
  input(name: string): string
  /** Masks a secret, here and by the runner. Call it before anything is printed. See `whyNotMasked` for exceptions. */
  mask(secret: string): void
  /** Masks a text of the service here only: the service must not decide what the runner masks in later steps. */
  hide(secret: string): void
  info(line: string): void
  /** Told only where the runner's debug log is switched on. */
  debug(line: string): void
  startGroup(title: string): void
  endGroup(): void
  warning(annotation: Annotation): void
  error(annotation: Annotation): void
  /** Sets an output; a value that is not a string is put out as JSON. */
  output(name: string, value: unknown): void
  /** Leaves a value for the step's post step, where {@link Job.state} gives it. It is not printed. */
  saveState(name: string, value: string): void
  /** What the step left for its post step; '' where it left nothing. */
  state(name: string): string
  /** The text without any secret, for a writer who then encodes it. */
  redact: Redact
  /** Markdown, whose writer redacted and escaped its parts, without any secret that arose between them. */
  redactMarkup(markdown: string): string
  /** Appends markdown to the job summary, whose text its writer redacted and escaped. */
  summary(markdown: string): void
  /**
   * Which of the runner's files could not be written, and why; empty where all could. Writing to them does not throw:
   * a disk may be full, and the rest of the report is to be written all the same.
   */
  unwritten(): string[]
  /** The value that an output was set to; undefined where it was not set. */
  outputOf(name: string): string | undefined
}

/** Long enough for any sentence meant for people, short enough for a log. */
const LONGEST_LINE = 2000

/** The forms of secrets that the runner is told of: beyond that it would spend the job on masking. */
const MOST_MASKS = { commands: 100_000, characters: 16 * 1024 * 1024 }

/** Outputs whose values are words and numbers of the action itself. */
const OWN_OUTPUTS = new Set(['created', 'error_code', 'http_status', 'count'])

/** The output that is markdown, whose parts are redacted already. */
const MARKDOWN_OUTPUT = 'report'

/** GitHub refuses a step's summary beyond 1 MiB. */
export const MAX_SUMMARY_BYTES = 1024 * 1024

/** What of the runner's toolkit the action uses: workflow commands, and the files for outputs and the summary. */
export type Runner = Pick<
  typeof core,
  | 'getInput'
  | 'setSecret'
  | 'info'
  | 'debug'
  | 'isDebug'
  | 'startGroup'
  | 'endGroup'
  | 'warning'
  | 'error'
  | 'setOutput'
  | 'saveState'
  | 'getState'
> & { appendSummary(markdown: string): void }

/** The job as a runner provides it. */
export function openJob(runner: Runner): Job {
  const redactor = createRedactor()
  // Redacted once more at the end: a secret of two words may have been on two lines.
  const line = (text: string) => redactor.text(plainLine(redactor.text(text, LONGEST_LINE)))
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
    output(name, value) {
      const text = outputText(name, value)
      if (outputs.get(name) === text) return
      outputs.set(name, text)
      writing('the outputs', () => runner.setOutput(name, text))
    },
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
