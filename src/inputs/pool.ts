import type { Job } from '../github/job.ts'
import { EMPTY_VALUE, type LineRemark } from './secret.ts'
import { parseSecrets } from './secrets.ts'

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
): Promise<{ env: NodeJS.ProcessEnv; problems: LineRemark[] }> {
  const text = env[POOL]
  if (text === undefined) return { env, problems: [] }
  const { secrets, problems } = await parseSecrets(text, {})
  for (const secret of secrets) job.maskSecret(secret)
  return {
    env: { ...Object.fromEntries(secrets.map(({ name, value }) => [name, value])), [POOL]: '' },
    problems: problems.filter(({ message }) => message !== EMPTY_VALUE),
  }
}

/** Why a `config` file that names a secret does not get it. */
export const absent = (name: string, env: NodeJS.ProcessEnv): string =>
  POOL in env
    ? `the workflow passes no secret ${name}; add it to the \`secrets\` that it passes to deploy-many.yml`
    : `the environment variable ${name} is not set; set it in the step's \`env:\``
