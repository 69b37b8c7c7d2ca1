import { isSentence, type Sentence, say, words, write } from '../lib/sentence.ts'
import { plainLine } from '../lib/text.ts'
import { passwordsIn } from '../lib/url-credentials.ts'
import { createRedactor, type Found, partsOf, type Source } from './redact.ts'
import type { Runner } from './runner.ts'

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

/** Longer lines are truncated. Any sentence for people fits. */
const LONGEST_LINE = 2000

/** GitHub refuses a step's summary beyond 1 MiB. */
export const MAX_SUMMARY_BYTES = 1024 * 1024

/** A shorter secret may be in an output by chance, so it never empties one. */
const SHORTEST_IN_OUTPUT = 8

/** The most passwords of the service to hide: a list of millions must not slow down the run. */
const MOST_PASSWORDS = 10_000

const PASSWORD: Source = { what: words('the user or password in a URL of the service'), isMasked: false }
const VARIABLES = words(' A value that is not secret belongs into variables.')

/**
 * The job that the action runs in. All text for the log, the outputs and the summary passes through it. In text for
 * people it hides the values that it was told to mask; it does not depend on the masking of the runner.
 */
export type Job = ReturnType<typeof openJob>

/** Opens the job on a runner. */
export function openJob(runner: Runner) {
  const { add, redact, find } = createRedactor()
  const line = (text: string | Sentence) =>
    plainLine(write(text, value => plainLine(redact(value, LONGEST_LINE))))
  const outputs = new Map<string, string>()
  const warnings = new Set<string>()
  const unwritten = new Map<string, string>()
  let passwordsLeft = MOST_PASSWORDS

  function mask(value: string, source: Omit<Source, 'isMasked'>): void {
    add(value, { ...source, isMasked: true })
    for (const form of formsForRunner(value)) runner.setSecret(form)
  }

  function writing(file: string, write: () => void) {
    try {
      write()
    } catch (error) {
      unwritten.set(file, `${file} (${line(error instanceof Error ? error.message : String(error))})`)
    }
  }

  /** A value as the text of an output. A text that contains a secret is empty, and `***` within JSON. */
  function exact(value: unknown, found: Found[]): string {
    const unless = (hidden: string) => (text: string) => {
      const secrets = find(text)
      found.push(...secrets)
      return secrets.some(({ length }) => length >= SHORTEST_IN_OUTPUT) ? hidden : text
    }
    if (isSentence(value) || typeof value === 'string') return write(value, unless(''))
    const inJson = unless('***')
    return JSON.stringify(value, (_, member) =>
      isSentence(member) || typeof member === 'string' ? write(member, inJson) : member,
    )
  }

  function setOutput(name: string, text: string, found: Found[]): void {
    for (const warning of warningsOf(name, text, found).map(line)) {
      if (!warnings.has(warning)) runner.warning(warning, { title: 'Output' })
      warnings.add(warning)
    }
    if (outputs.get(name) === text) return
    outputs.set(name, text)
    writing('the outputs', () => runner.setOutput(name, text))
  }

  const annotate =
    (command: Runner['warning']) =>
    ({ title, lines, place }: Annotation): void =>
      command(lines.map(line).join('\n'), {
        title,
        ...(place && { file: line(place.file), startLine: place.line, startColumn: place.col }),
      })

  return {
    /** The untrimmed value of an input; '' if it is not set. */
    input: (name: string): string => runner.getInput(name),
    /**
     * Masks a credential here and in the runner. Call it before anything is printed. See `whyNotMasked` for exceptions.
     *
     * @param what its name in words: the header X-Token
     */
    mask: (value: string, what: Sentence): void => mask(value, { what: say`the value of ${what}` }),
    /** Masks the value of an entry of `secrets`. */
    maskSecret: ({ name, value }: { name: string; value: string }): void =>
      mask(value, { what: say`the value of the secret ${name}`, advice: VARIABLES }),
    /**
     * Hides the passwords of the URLs in a text of the service and in its JSON, with their users; only here, as the
     * service must not control the runner's masks in later steps. Call it before the text is used.
     */
    hidePasswordsIn(text: string, json?: unknown): void {
      for (const password of passwordsIn(text, json)) {
        if (passwordsLeft-- <= 0) return
        add(password, PASSWORD)
      }
    },
    info: (text: Sentence): void => runner.info(line(text)),
    /** Writes a line that appears only in the runner's debug log. */
    debug(text: Sentence): void {
      if (runner.isDebug()) runner.debug(line(text))
    },
    /** @param title the action's own words */
    startGroup: (title: string): void => runner.startGroup(title),
    endGroup: (): void => runner.endGroup(),
    notice: annotate(runner.notice),
    warning: annotate(runner.warning),
    error: annotate(runner.error),
    /**
     * Sets an output, exactly as it is: a text, the action's own words, a number, a boolean or JSON. A text that
     * contains a secret is left empty; in JSON the text becomes `***`. A warning says so.
     */
    output(name: string, value: unknown): void {
      const found: Found[] = []
      setOutput(name, exact(value, found), found)
    },
    /**
     * Sets an output to a list as JSON. A list of texts, such as ids for a matrix, is empty if a text contains a secret.
     *
     * @param pause called after each item, because a long list takes seconds
     */
    async outputList(name: string, values: unknown[], pause: () => Promise<void>): Promise<void> {
      const found: Found[] = []
      const items: string[] = []
      let isExact = true
      for (const value of values) {
        const text = exact(value, found)
        if (typeof value === 'string' && text !== value) isExact = false
        items.push(typeof value === 'string' ? JSON.stringify(value) : text)
        await pause()
      }
      setOutput(name, isExact ? `[${items.join(',')}]` : '', found)
    },
    /** Saves a value for the step's post step, which reads it with `state`. It is not printed. */
    saveState: (name: string, value: string): void =>
      writing('the state', () => runner.saveState(name, value)),
    /** A value that the step saved for its post step; '' if there is none. */
    state: (name: string): string => runner.getState(name),
    /** Removes secrets from a text for people. Call it before the text is encoded. */
    redact,
    /** Appends markdown to the job summary. Redact and escape its values first. */
    summary(markdown: string): void {
      const bytes = Buffer.from(markdown, 'utf8').subarray(0, MAX_SUMMARY_BYTES)
      writing('the job summary', () => runner.appendSummary(bytes.toString('utf8')))
    },
    /**
     * The runner's files that could not be written, with the reasons; empty if there are none. Writing does not throw:
     * if a disk is full, the rest of the report must still be written.
     */
    unwritten: (): string[] => [...unwritten.values()],
    /** The value of an output; undefined if it is not set. */
    outputOf: (name: string): string | undefined => outputs.get(name),
  }
}

/** The warnings about an output whose value contains secrets. */
function warningsOf(name: string, text: string, found: Found[]): Sentence[] {
  const longest = new Map(found.toSorted((a, b) => a.length - b.length).map(secret => [secret.what, secret]))
  return [...longest.values()].flatMap(({ what, length, isMasked, advice = words('') }) => {
    if (length < SHORTEST_IN_OUTPUT)
      return isMasked
        ? [say`${words(name)} contains ${what}, so the runner withholds it from other jobs.${advice}`]
        : []
    const consequence = text === '' ? 'is empty, because it contains' : 'has *** for a text that contains'
    return [say`${words(name)} ${words(consequence)} ${what}.${advice}`]
  })
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
