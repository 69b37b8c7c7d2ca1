import type { Job } from '../github/job.ts'
import { type Sentence, say, words, write } from '../lib/sentence.ts'
import type { Problem } from './problem.ts'
import { EMPTY, parseSecrets, UNSET } from './secrets.ts'

/** The variable in which deploy-many.yml hands every job the secrets of all services. */
const POOL = 'SECRETS_POOL'

/**
 * The environment from which a `config` file takes the secrets that it names: the step's own, or, where the step has a
 * pool, the pool alone. Masks every value of the pool.
 *
 * @returns problems with the text of the pool. An empty value is one only for a file that names it.
 */
export async function readPool(
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<{ env: NodeJS.ProcessEnv; problems: Problem[] }> {
  const text = env[POOL]
  if (text === undefined) return { env, problems: [] }
  const { entries, names, problems } = await parseSecrets(text, {})
  for (const secret of entries) job.maskSecret(secret)
  return {
    env: {
      ...Object.fromEntries([...names].map(name => [name, ''])),
      ...Object.fromEntries(entries.map(({ name, value }) => [name, value])),
      [POOL]: '',
    },
    problems: problems.filter(({ message }) => !write(message, text => text).endsWith(EMPTY)),
  }
}

/** Why a `config` file that names a secret does not get it. */
export const absent = (name: string, env: NodeJS.ProcessEnv): Sentence =>
  POOL in env
    ? say`the workflow passes no secret ${name}; add it to the \`secrets\` that it passes to deploy-many.yml`
    : say`the environment variable ${name} ${words(UNSET)}`
