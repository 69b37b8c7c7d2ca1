import { type Sentence, say, words, write } from '../lib/sentence.ts'
import { passwordsIn } from '../lib/url-credentials.ts'
import { type Exact, exact, exactList, warningsOf } from './outputs.ts'
import { createRedactor, partsOf, type Redact, type Source } from './redact.ts'
import type { Runner } from './runner.ts'
import { plainLine } from './text.ts'

/** The place of an annotation in a file of the repository. */
export interface Place {
  file: string
  line: number
  col: number
}

export interface Annotation {
  /** The action's own words: nothing redacts them. */
  title: string
  /** Paragraphs. Each is written as one line. Only the values are redacted. */
  lines: Sentence[]
  place?: Place | undefined
}

/**
 * The job that the action runs in. All text for the log, the outputs and the summary passes through it. In text for
 * people it hides the values that {@link Job.mask} received; it does not depend on the masking of the runner.
 */
export interface Job {
  /** The untrimmed value of an input; '' if it is not set. */
  input(name: string): string
  /**
   * Masks a credential here and in the runner. Call it before anything is printed. See `whyNotMasked` for exceptions.
   *
   * @param what its name in words: the header X-Token
   */
  mask(value: string, what: Sentence): void
  /** Masks the value of an entry of `secrets`. */
  maskSecret(secret: { name: string; value: string }): void
  /**
   * Hides the passwords of the URLs in a text of the service and in its JSON, with their users; only here, as the service must not
   * control the runner's masks in later steps. Call it before the text is used.
   */
  hidePasswordsIn(text: string, json?: unknown): void
  info(line: Sentence): void
  /** Writes a line that appears only in the runner's debug log. */
  debug(line: Sentence): void
  /** @param title the action's own words */
  startGroup(title: string): void
  endGroup(): void
  warning(annotation: Annotation): void
  error(annotation: Annotation): void
  /**
   * Sets an output, exactly as it is: a text, the action's own words, a number, a boolean or JSON. A text that contains
   * a secret is left empty, and so is a list of texts with one; in other JSON the text becomes `***`. A warning says so.
   */
  output(name: string, value: unknown): void
  /** Sets an output to a list as JSON. Calls `pause` after each item, because a long list takes seconds. */
  outputList(name: string, values: unknown[], pause: () => Promise<void>): Promise<void>
  /** Saves a value for the step's post step, which reads it with {@link Job.state}. It is not printed. */
  saveState(name: string, value: string): void
  /** A value that the step saved for its post step; '' if there is none. */
  state(name: string): string
  /** Removes secrets from a text for people. Call it before the text is encoded. */
  redact: Redact
  /** Appends markdown to the job summary. Redact and escape its values first. */
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

/** GitHub refuses a step's summary beyond 1 MiB. */
export const MAX_SUMMARY_BYTES = 1024 * 1024

/** The most passwords of the service to hide: a list of millions must not slow down the run. */
const MOST_PASSWORDS = 10_000

const PASSWORD: Source = { what: words('the user or password in a URL of the service'), isMasked: false }
const VARIABLES = words(' A value that is not secret belongs into variables.')

/** Opens the job on a runner. */
export function openJob(runner: Runner): Job {
  const redactor = createRedactor()
  const line = (text: string | Sentence) =>
    plainLine(write(text, value => plainLine(redactor.redact(value, LONGEST_LINE))))
  const outputs = new Map<string, string>()
  const warnings = new Set<string>()
  const unwritten = new Map<string, string>()
  let passwordsLeft = MOST_PASSWORDS

  function add(value: string, source: Source): void {
    redactor.add(value, source)
    if (source.isMasked) for (const form of formsForRunner(value)) runner.setSecret(form)
  }

  function writing(file: string, write: () => void) {
    try {
      write()
    } catch (error) {
      unwritten.set(file, `${file} (${line(error instanceof Error ? error.message : String(error))})`)
    }
  }

  function setOutput(name: string, value: Exact): void {
    const { text } = value
    for (const warning of warningsOf(name, value).map(line)) {
      if (!warnings.has(warning)) runner.warning(warning, { title: 'Output' })
      warnings.add(warning)
    }
    if (outputs.get(name) === text) return
    outputs.set(name, text)
    writing('the outputs', () => runner.setOutput(name, text))
  }

  const properties = ({ title, place }: Annotation) => ({
    title,
    ...(place && { file: line(place.file), startLine: place.line, startColumn: place.col }),
  })
  const message = ({ lines }: Annotation) => lines.map(line).join('\n')

  return {
    input: name => runner.getInput(name),
    mask: (value, what) => add(value, { what: say`the value of ${what}`, isMasked: true }),
    maskSecret: ({ name, value }) =>
      add(value, { what: say`the value of the secret ${name}`, isMasked: true, advice: VARIABLES }),
    hidePasswordsIn(text, json) {
      for (const password of passwordsIn(text, json)) {
        if (passwordsLeft-- > 0) add(password, PASSWORD)
      }
    },
    info: text => runner.info(line(text)),
    debug(text) {
      if (runner.isDebug()) runner.debug(line(text))
    },
    startGroup: title => runner.startGroup(title),
    endGroup: () => runner.endGroup(),
    warning: annotation => runner.warning(message(annotation), properties(annotation)),
    error: annotation => runner.error(message(annotation), properties(annotation)),
    output: (name, value) => setOutput(name, exact(value, redactor.find)),
    async outputList(name, values, pause) {
      setOutput(name, await exactList(values, redactor.find, pause))
    },
    saveState: (name, value) => writing('the state', () => runner.saveState(name, value)),
    state: name => runner.getState(name),
    redact: redactor.redact,
    summary(markdown) {
      const bytes = Buffer.from(markdown, 'utf8').subarray(0, MAX_SUMMARY_BYTES)
      writing('the job summary', () => runner.appendSummary(bytes.toString('utf8')))
    },
    unwritten: () => [...unwritten.values()],
    outputOf: name => outputs.get(name),
  }
}

/**
 * The forms of a secret that the runner gets. It masks base64, JSON, URL and XML encodings of each by itself. It also
 * masks each line of a text, even a line of one character, so it gets only the lines that are long enough.
 */
function formsForRunner(secret: string): string[] {
  const lines = partsOf(secret).filter(part => !/[\r\n]/.test(part))
  const base64 = Buffer.from(secret, 'utf8').toString('base64')
  return /[\r\n]/.test(secret) && lines.length > 0 ? [...lines, base64] : lines
}
