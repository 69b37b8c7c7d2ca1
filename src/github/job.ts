import {
  isSentence,
  joined,
  type Sentence,
  say,
  words,
  write,
} from '../lib/sentence.ts'
import { fitted, plainLine, type Redact } from '../lib/text.ts'
import { createRedactor, partsOf, type Redactor } from '../secrets/redact.ts'
import { credentialsIn, withoutUsers } from '../secrets/urls.ts'
import type * as githubRunner from './runner.ts'

/** The runner, or what a test has in its place. */
export type Runner = typeof githubRunner

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
  /** Further paragraphs, which stay whole where the annotation is too long. */
  advice?: Sentence[]
  place?: Place | undefined
}

const LONGEST_VALUE = 2000

/** GitHub cuts a message at 4,096 characters. */
const LONGEST_MESSAGE = 4000

/** GitHub refuses a step's summary beyond 1 MiB. */
export const MAX_SUMMARY_BYTES = 1024 * 1024

/** Secrets, which no text for people shows. */
interface Masks {
  /** Removes secrets from a text for people. Call it before the text is encoded. */
  redact: Redact
  /**
   * Masks a credential here and in the runner. Call it before anything is printed. See `whyNotMasked` for exceptions.
   *
   * @param what its name in words: the header X-Token
   */
  mask(value: string, what: Sentence): void
  /** Masks the value of an entry of `secrets`. */
  maskSecret(secret: { name: string; value: string }): void
  /**
   * Hides the passwords of the URLs in a successful answer, with their users; only here, as the service must not
   * control the runner's masks in later steps. Call it before the answer is used.
   */
  hidePasswordsIn(text: string, json?: unknown): void
}

interface Log {
  info(text: Sentence): void
  debug(text: Sentence): void
  /** @param title the action's own words */
  startGroup(title: string): void
  endGroup(): void
  notice(annotation: Annotation): void
  warning(annotation: Annotation): void
  /** What all warnings so far say. */
  warnings(): Sentence[]
  error(annotation: Annotation): void
}

/** The runner's files. One that cannot be written does not throw: the rest of the report must still be written. */
interface Files {
  /**
   * Sets outputs, each exactly as it is: a text, the action's own words, a number, a boolean or JSON. What is null
   * or undefined is the empty string, and only URLs lose their users. For each secret in them, a warning names all that contain it.
   */
  output(values: Record<string, unknown>): void
  outputOf(name: string): string | undefined
  /** Appends markdown of at most `MAX_SUMMARY_BYTES` to the job summary. Redact and escape its values first. */
  summary(markdown: string): void
  /** Saves a value for the step's post step, which reads it with `state`. It is not printed. */
  saveState(name: string, value: string): void
  state(name: string): string
  /** The first file that could not be written, and the reason. It fails the step at its end. */
  unwritten(): Unwritten | undefined
}

/** A runner's file that could not be written. */
interface Unwritten {
  file: string
  reason: string
}

/**
 * The job that the action runs in. All text for the log, the outputs and the summary passes through it. In text for
 * people it hides the values that it was told to mask; it does not depend on the masking of the runner. Outputs are
 * exact.
 */
export interface Job extends Masks, Log, Files {
  /** The untrimmed value of an input; '' if it is not set. */
  input(name: string): string
  /** A sentence as one redacted line. */
  line: Line
}

type Line = (text: string | Sentence) => string

/** Opens the job on a runner. */
export function openJob(runner: Runner): Job {
  const redactor = createRedactor()
  const hide = (value: string) =>
    plainLine(redactor.redact(value, LONGEST_VALUE))
  const line: Line = text => plainLine(write(text, hide))
  const log = openLog(runner, line)
  return {
    input: runner.getInput,
    line,
    ...openMasks(runner, redactor),
    ...log,
    ...openFiles(runner, redactor, log.warning),
  }
}

function openMasks(runner: Runner, { add, redact }: Redactor): Masks {
  function mask(value: string, what: Sentence): void {
    add(value, say`the value of ${what}`)
    for (const form of formsForRunner(value)) runner.setSecret(form)
  }

  return {
    redact,
    mask,
    maskSecret: ({ name, value }) =>
      mask(
        value,
        say`the secret ${name} (a value that is no secret belongs into \`variables\`)`,
      ),
    hidePasswordsIn(text, json) {
      // Most answers need no search.
      if (!text.includes('@')) return
      for (const part of credentialsIn(json)) add(part)
    },
  }
}

function openLog(runner: Runner, line: Line): Log {
  const warnings: Sentence[] = []
  const annotate =
    (command: Runner['warning']) =>
    ({ title, lines, advice = [], place }: Annotation) => {
      const fixed = advice.map(line)
      const room = LONGEST_MESSAGE - fixed.join('\n').length
      const message = [...fitted(lines.map(line), room), ...fixed].join('\n')
      const at = place && {
        file: line(place.file),
        startLine: place.line,
        startColumn: place.col,
      }
      command(message, { title, ...at })
    }
  const warn = annotate(runner.warning)
  return {
    info: text => runner.info(line(text)),
    debug(text) {
      if (runner.isDebug()) runner.debug(line(text))
    },
    startGroup: runner.startGroup,
    endGroup: runner.endGroup,
    notice: annotate(runner.notice),
    warning(annotation) {
      warnings.push(joined(annotation.lines, ' '))
      warn(annotation)
    },
    warnings: () => warnings,
    error: annotate(runner.error),
  }
}

function openFiles(
  runner: Runner,
  { find }: Redactor,
  warn: Log['warning'],
): Files {
  const outputs = new Map<string, string>()
  let unwritten: Unwritten | undefined

  function writing(file: string, append: () => void): void {
    try {
      append()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      unwritten ??= { file, reason }
    }
  }

  /** Sets an output that is new or has changed. Returns the secrets in it. */
  function set(name: string, value: unknown): Sentence[] {
    const text = exactText(name, value)
    if (outputs.get(name) === text) return []
    outputs.set(name, text)
    writing('the outputs', () => runner.setOutput(name, text))
    return find(text)
  }

  return {
    output(values) {
      const holders = new Map<Sentence, string[]>()
      for (const [name, value] of Object.entries(values)) {
        for (const secret of set(name, value))
          holders.set(secret, [...(holders.get(secret) ?? []), name])
      }
      for (const [secret, names] of holders) {
        const line = say`Outputs that contain ${secret}: ${words(names.join(', '))}. The runner hides it in the log, and withholds these outputs from other jobs.`
        warn({ title: 'Outputs', lines: [line] })
      }
    },
    outputOf: name => outputs.get(name),
    summary: markdown =>
      writing('the job summary', () => runner.appendSummary(markdown)),
    saveState: (name, value) =>
      writing('the state', () => runner.saveState(name, value)),
    state: runner.getState,
    unwritten: () => unwritten,
  }
}

/** A value as the text of an output, in which URLs have no users. */
function exactText(name: string, value: unknown): string {
  const exact = (field: string, member: unknown) =>
    isSentence(member) || typeof member === 'string'
      ? write(member, text => withoutUsers(text, field))
      : member
  const written = exact(name, value ?? '')
  return typeof written === 'string' ? written : JSON.stringify(written, exact)
}

/**
 * The forms of a secret that the runner gets. It masks base64, JSON, URL and XML encodings of each by itself. It also
 * masks each line of a text, even a line of one character, so it gets only the lines that are long enough.
 */
function formsForRunner(secret: string): string[] {
  const isLine = (text: string) => !/[\r\n]/.test(text)
  const lines = partsOf(secret).filter(isLine)
  if (isLine(secret) || lines.length === 0) return lines
  return [...lines, Buffer.from(secret, 'utf8').toString('base64')]
}
