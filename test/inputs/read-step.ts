import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCreateInputs } from '../../src/inputs/order.ts'
import { jobWith } from '../security/in-process.ts'

/** A step of the create action. */
export interface Step {
  with?: Record<string, string>
  env?: Record<string, string>
  /** The text of the `config` file, with the name and source of a deployment unless it has them itself. */
  file?: string
}

/** Reads the inputs of a step that is valid but for what it sets itself. */
export async function readStep(step: Step, workspace: string) {
  if (step.file !== undefined) writeFileSync(join(workspace, 'deploy.yml'), step.file)
  const inputs: Record<string, string> = {
    base_url: 'https://service.test',
    name: 'shop',
    source: 'internal_template',
    ...(step.file !== undefined && { config: 'deploy.yml' }),
    ...step.with,
  }
  const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])
  const env = { GITHUB_WORKSPACE: workspace, ...Object.fromEntries(given), ...step.env }
  return readCreateInputs(jobWith(inputs), env)
}
