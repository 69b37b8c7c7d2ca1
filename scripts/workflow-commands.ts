/** A workflow command in a log, such as `::error file=a.yml,line=3::message`. */
export interface WorkflowCommand {
  command: string
  properties: Record<string, string>
  message: string
}

/** Reads a log line the way the runner does: a command starts the line, after optional white space. */
export function parseCommand(line: string): WorkflowCommand | undefined {
  const [, command, properties = '', message = ''] =
    /^\s*::([a-z-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/i.exec(line) ?? []
  if (command === undefined) return undefined
  return {
    command,
    properties: Object.fromEntries(
      properties
        .split(',')
        .filter(property => property !== '')
        .map(property => {
          const [name = '', ...value] = property.split('=')
          return [name.trim(), unescapeProperty(value.join('='))]
        }),
    ),
    message: unescapeData(message),
  }
}

/** All commands of a log, in order. */
export const commandsOf = (log: string): WorkflowCommand[] =>
  log.split(/\r?\n/).flatMap(line => parseCommand(line) ?? [])

/** The log as readers see it: masks applied, groups and annotations as text. */
export function renderLog(log: string): string {
  const commands = commandsOf(log)
  const masks = commands.filter(({ command }) => command === 'add-mask').map(({ message }) => message)
  let indent = ''
  const shown = log.split(/\r?\n/).flatMap(line => {
    const parsed = parseCommand(line)
    switch (parsed?.command) {
      case undefined:
        return [indent + line]
      case 'group':
        indent = '  '
        return [`▼ ${parsed?.message}`]
      case 'endgroup':
        indent = ''
        return []
      case 'error':
      case 'warning':
      case 'notice':
        return (parsed?.message ?? '')
          .split('\n')
          .map((text, index) => (index === 0 ? `${parsed?.command}: ${text}` : `  ${text}`))
      default:
        return []
    }
  })
  return masks.reduce((text, mask) => text.replaceAll(mask, '***'), shown.join('\n'))
}

const unescapeData = (text: string) =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
const unescapeProperty = (text: string) => unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','))
