import { requireDefined } from '../../require-defined.ts'

/** An element without its namespace prefix. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

export class XmlError extends Error {}

const token =
  /<!\[CDATA\[(?<cdata>[^]*?)\]\]>|<!--[^]*?-->|<\?[^]*?\?>|<\/(?<close>[^\s>]+)\s*>|<(?<open>[^\s/>!?]+)(?<attributes>(?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/gy

/** Parses the simple XML that SOAP clients send. Supports only the five predefined entities. */
export function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  token.lastIndex = 0
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex
    const groups = token.exec(xml)?.groups
    if (!groups) throw new XmlError(`The XML is malformed at character ${at}.`)
    const parent = requireDefined(open.at(-1))
    if (groups['open'] !== undefined) {
      const element = {
        name: localName(groups['open']),
        attributes: attributesIn(groups['attributes'] ?? ''),
        children: [],
        text: '',
      }
      parent.children.push(element)
      if (!groups['empty']) open.push(element)
    } else if (groups['close'] !== undefined) {
      if (open.length === 1 || parent.name !== localName(groups['close'])) {
        throw new XmlError(`The end tag ${groups['close']} has no start.`)
      }
      open.pop()
    } else {
      parent.text += groups['cdata'] ?? unescapeXml(groups['text'] ?? '')
    }
  }
  const [top] = root.children
  if (!top || open.length > 1) throw new XmlError('The XML ends too early.')
  return top
}

export const childElement = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((candidate) => candidate.name === name)

export const childrenNamed = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((candidate) => candidate.name === name) ?? []

export type SoapValue = string | boolean | number | null | undefined | SoapValue[] | XmlObject
export interface XmlObject {
  [name: string]: SoapValue
}

/** Returns text, or an object of the children; repeated names become a list. */
export function toValue(element: Element): SoapValue {
  if (element.children.length === 0) return element.text.trim()
  const value: XmlObject = {}
  for (const { name } of element.children) {
    const same = childrenNamed(element, name).map(toValue)
    value[name] = same.length === 1 ? same[0] : same
  }
  return value
}

/** Serializes a value as elements; lists repeat the element, undefined omits it. */
export function renderSoap(name: string, value: SoapValue): string {
  if (value === undefined) return ''
  if (value === null) return `<${name} xsi:nil="true"/>`
  if (Array.isArray(value)) return value.map((item) => renderSoap(name, item)).join('')
  if (typeof value === 'object') {
    const inner = Object.entries(value).map(([key, part]) => renderSoap(key, part))
    return `<${name}>${inner.join('')}</${name}>`
  }
  return `<${name}>${escapeXml(String(value))}</${name}>`
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const unescapeXml = (text: string) =>
  text.replaceAll(/&(lt|gt|amp|quot|apos);|&#(\d+);/g, (_whole, name?: string, code?: string) =>
    name ? requireDefined(entities[name]) : String.fromCodePoint(Number(code)),
  )

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function attributesIn(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name, value] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'[^']*')/g)) {
    attributes[localName(requireDefined(name))] = unescapeXml(value ?? '')
  }
  return attributes
}
