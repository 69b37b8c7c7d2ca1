import { runStep } from '../../scripts/run-step.ts'
import { startSandbox } from '../sandbox/sandbox.ts'

/** The numbers of secrets of the creates. */
const COUNTS = [100, 1000, 10_000]

/** The longest time for the largest number of secrets, in milliseconds. */
const LONGEST = 10_000

/**
 * Measures creates with more and more secrets, all of which the service returns: the time must grow linearly.
 *
 * @returns whether the time is within the limit
 */
export async function measureMasking(runs: number): Promise<boolean> {
  const sandbox = await startSandbox({ ready_after: 0, taken_names: 'accept' })
  let longest = 0
  for (const count of COUNTS) {
    const env = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`S${index}`, `value-${index}-of-it`]),
    )
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      sandbox.script({
        operation: 'create_deployment',
        rewrite: body => ({ ...(body as object), echo: env }),
      })
      const inputs = { base_url: sandbox.base_url, name: `bench${count}`, source: 'internal_template' }
      const begun = performance.now()
      const { exitCode, outputs } = await runStep({
        with: { ...inputs, secrets: Object.keys(env).join('\n') },
        env,
      })
      times.push(performance.now() - begun)
      if (exitCode !== 0 || /value-\d/.test(outputs['deployment'] ?? '')) throw new Error('A secret is shown')
      for (const { id } of sandbox.deployments) sandbox.remove(id)
    }
    longest = Math.min(...times)
    console.log(`${count.toLocaleString('en-US').padStart(8)} secrets: ${Math.round(longest)} ms`)
  }
  await sandbox.close()
  return longest <= LONGEST
}
