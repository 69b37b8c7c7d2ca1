/** A workflow command in a log, such as `::error file=a.yml,line=3::message`. */
export interface WorkflowCommand {
  command: string
  properties: Record<string, string>
  message: string
}

/** Reads a log line the way the runner does: a command starts the line, after optional white space. */
export function parseCommand(line: string): WorkflowCommand | undefined {
  const [, command, list = '', message = ''] = /^\s*::([a-z-]+)(?: (.*?))?::(.*)$/i.exec(line) ?? []
  if (command === undefined) return undefined
  const properties = Array.from(list.matchAll(/([^,=]+)=([^,]*)/g), ([, name = '', value = '']) => [
    name.trim(),
    unescaped(value),
  ])
  return { command, properties: Object.fromEntries(properties), message: unescaped(message) }
}

const unescaped = (text: string) => text.replace(/%(?:25|0D|0A|3A|2C)/g, decodeURIComponent)

/** All commands of a log, in order. */
export const commandsOf = (log: string): WorkflowCommand[] =>
  log.split(/\r?\n/).flatMap(line => parseCommand(line) ?? [])

/** The log as readers see it: masks applied, groups and annotations as text. */
export function renderLog(log: string): string {
  let indent = ''
  const shown = log.split(/\r?\n/).flatMap(line => {
    const { command, message } = parseCommand(line) ?? { command: undefined, message: '' }
    if (command === undefined) return [indent + line]
    if (command.endsWith('group')) indent = command === 'group' ? '  ' : ''
    if (command === 'group') return [`▼ ${message}`]
    return /^(error|warning|notice)$/.test(command) ? [`${command}: ${message.replaceAll('\n', '\n  ')}`] : []
  })
  const masks = commandsOf(log).filter(({ command }) => command === 'add-mask')
  return masks.reduce((text, { message }) => text.replaceAll(message, '***'), shown.join('\n'))
}
