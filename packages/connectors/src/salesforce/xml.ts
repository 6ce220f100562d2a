import { requireValue } from '../require-value.ts'

/** Content of an element: text, or its children by name; repeated names become a list. */
export type XmlValue = string | XmlMembers | XmlValue[]
export interface XmlMembers {
  [name: string]: XmlValue
}

type Writable = string | number | boolean | null | undefined | readonly Writable[] | WritableMembers
interface WritableMembers {
  [name: string]: Writable
}

const token =
  /<!\[CDATA\[([^]*?)\]\]>|<!--[^]*?-->|<\?[^]*?\?>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/gy

/**
 * Parses a reply of the Metadata API, without prefixes and attributes; nil elements are omitted.
 * Returns undefined if it is invalid.
 */
export function parseSoap(xml: string): XmlMembers | undefined {
  const root: XmlMembers = {}
  const open: { name: string; members: XmlMembers; text: string; isNil: boolean }[] = [
    { name: '', members: root, text: '', isNil: false },
  ]
  const close = () => {
    const { name, members, text, isNil } = requireValue(open.pop())
    if (isNil) return
    add(
      requireValue(open.at(-1)).members,
      name,
      Object.keys(members).length > 0 ? members : text.trim(),
    )
  }

  token.lastIndex = 0
  while (token.lastIndex < xml.length) {
    const match = token.exec(xml)
    if (!match) return undefined
    const [, cdata, ended, started, attributes = '', empty, text] = match
    if (started !== undefined) {
      const isNil = /(^|[\s:])nil\s*=\s*["'](true|1)["']/.test(attributes)
      open.push({ name: localName(started), members: {}, text: '', isNil })
      if (empty) close()
    } else if (ended !== undefined) {
      if (open.length < 2 || requireValue(open.at(-1)).name !== localName(ended)) return undefined
      close()
    } else {
      requireValue(open.at(-1)).text += cdata ?? unescapeXml(text ?? '')
    }
  }
  return open.length === 1 && Object.keys(root).length === 1 ? root : undefined
}

function add(members: XmlMembers, name: string, value: XmlValue): void {
  const known = Object.hasOwn(members, name) ? requireValue(members[name]) : undefined
  members[name] =
    known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value]
}

/** Returns the member as an object; empty for other values. */
export function getXmlMember(value: XmlValue | undefined, name: string): XmlMembers {
  const member = isElement(value) ? value[name] : undefined
  return isElement(member) ? member : {}
}

/** Returns the members of a name as a list. */
export function listXmlMembers(value: XmlValue | undefined, name: string): XmlValue[] {
  const member = isElement(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return member === undefined ? [] : Array.isArray(member) ? member : [member]
}

export const elementText = (value: XmlValue | undefined, name: string): string | undefined => {
  const member = isElement(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof member === 'string' ? member : undefined
}

export const isElement = (value: unknown): value is XmlMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Serializes a value as elements: a list repeats the element, undefined and null omit it. */
export function toXml(name: string, value: Writable): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map((item) => toXml(name, item)).join('')
  if (typeof value === 'object')
    return `<${name}>${membersToXml(value as WritableMembers)}</${name}>`
  return `<${name}>${escapeXml(String(value))}</${name}>`
}

export const membersToXml = (members: WritableMembers): string =>
  Object.entries(members)
    .map(([name, value]) => toXml(name, value))
    .join('')

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

const unescapeXml = (text: string) =>
  text.replaceAll(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name) return requireValue(entities[name])
      const code = decimal ? Number(decimal) : Number.parseInt(requireValue(hex), 16)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
    },
  )

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
