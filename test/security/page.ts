import { parseDocument } from 'htmlparser2'
import { marked } from 'marked'

type Node = ReturnType<typeof parseDocument>['children'][number]

/** What a reader of a summary or a comment gets, when GitHub has read it as markdown and then as HTML. */
export interface Page {
  /** The text of all nodes, with entities decoded. */
  text: string
  /** The text outside of code, in which GitHub finds mentions and references. */
  prose: string
  /** The names of all elements. */
  elements: Set<string>
  /** The attributes other than `href`, as `name=value`. */
  attributes: Set<string>
  /** The links: where they lead, and their text. */
  links: { href: string; text: string }[]
  /** Anything but elements and text, such as a comment. */
  others: string[]
}

export function readPage(markdown: string): Page {
  const page: Page = { text: '', prose: '', elements: new Set(), attributes: new Set(), links: [], others: [] }
  const { children } = parseDocument(marked.parse(markdown, { async: false, gfm: true }))
  for (const child of children) visit(child, page, false)
  return page
}

function visit(node: Node, page: Page, isCode: boolean): string {
  if (node.type === 'text') {
    const { data } = node as unknown as { data: string }
    page.text += data
    if (!isCode) page.prose += data
    return data
  }
  if (!('attribs' in node)) {
    page.others.push(node.type)
    return ''
  }
  const { name, attribs, children } = node
  // GitHub looks for mentions in each text node for itself.
  page.prose += '\n'
  page.elements.add(name)
  const { href, ...attributes } = attribs
  for (const [key, value] of Object.entries(attributes)) page.attributes.add(`${key}=${value}`)
  const text = children.map(child => visit(child, page, isCode || /^(code|pre|a)$/.test(name))).join('')
  if (href !== undefined) page.links.push({ href, text })
  return text
}
