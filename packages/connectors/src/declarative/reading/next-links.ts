import { ProviderError } from '@platform/connector'
import { isMembers } from '../../members.ts'

export const maxCursorLength = 16_000

export const endless = (message: string) =>
  new ProviderError('unavailable', message, { code: 'ENDLESS_PAGING' })

/** A next page is named in a way that cannot be requested. */
export const unknownNext = Symbol('unknown next page')
export type Next = string | number | undefined | typeof unknownNext

export const textOrNumber = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? value
    : undefined

/** What some serializers write in place of no value. */
const isNone = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && /^(?:|null|undefined)$/i.test(value.trim())) ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** What some providers write for no next page. It names none: a read begins with that number. */
const isEndMark = (value: unknown) =>
  value === 0 || value === -1 || (typeof value === 'string' && /^\s*(?:0|-1)\s*$/.test(value))

/** Returns a cursor: the value itself or, if it is a URL, the parameter in it. */
export function cursorIn(value: unknown, param: string): Next {
  if (isNone(value)) return undefined
  const inner = isMembers(value) && Object.hasOwn(value, param) ? value[param] : value
  const isEmpty = isMembers(inner) && Object.values(inner).every((one) => isNone(one))
  if (isNone(inner) || isEmpty || isEndMark(inner)) return undefined
  const cursor = textOrNumber(inner)
  if (cursor === undefined) return unknownNext
  if (!isPageAddress(cursor)) return cursor
  return new URLSearchParams(cursor.slice(cursor.indexOf('?') + 1)).get(param) ?? cursor
}

/** Reports whether a value is the URL of a page: absolute, a path, a query, or relative to the list. */
export const isPageAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  ((/^https?:\/\//i.test(value) && URL.canParse(value)) ||
    /^(?:\/(?!\/)|\?\w)/.test(value) ||
    (value.length <= maxCursorLength && isRelative(value)))

const isRelative = (value: string) =>
  /^[\w.~-][\w.~%/-]*\?[^\s=]+=/.test(value) || /^\.{1,2}\/[\w.~%/-]+$/.test(value)

/** Returns the URL of a page; the client ensures that it stays at the provider's host. */
export function address(value: unknown): Next {
  if (isNone(value) || isEndMark(value)) return undefined
  // A link in HAL, JSON:API and others is an object with its URL.
  const link = isMembers(value) ? (value['href'] ?? value['url'] ?? value['uri']) : value
  if (isMembers(value) && isNone(link) && Object.values(value).every((one) => isNone(one))) {
    return undefined
  }
  if (typeof link !== 'string') return unknownNext
  const url = completeAddress(link.trim())
  const isPath = /^[\w.~-]+(?:\/[\w.~%-]+)+\/?$/.test(url)
  const found = isPath ? `./${url}` : url
  if (isPageAddress(found)) return found
  throw endless('The URL of the next page is invalid.')
}

/**
 * Returns the URL without an escape of XML or a doubled slash, and with the scheme or the question mark that it
 * lacks.
 */
function completeAddress(text: string): string {
  const url = text.replaceAll('&amp;', '&')
  if (/^\/\/[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(url)) return `https:${url}`
  if (/^\/\/\w/.test(url)) return url.slice(1)
  return /^[\w.[\]-]+=\S*$/.test(url) ? `?${url}` : url
}

/** Returns what follows by the next page's link of a list of links: its URL, or a parameter of it. */
export function nextInLinks(links: unknown, rel: string, param: string | undefined): Next {
  if (!Array.isArray(links)) return isNone(links) ? undefined : unknownNext
  const next: unknown = links.find((one: unknown) => isMembers(one) && one['rel'] === rel)
  if (!isMembers(next)) return undefined
  return param === undefined ? address(next['href']) : cursorIn(next['href'], param)
}

interface Link {
  /** Undefined for one that cannot be read. */
  target: string | undefined
  /** By name in lower case; of several with the same name, the first. */
  parameters: ReadonlyMap<string, string>
}

const maxLinksLength = 16_000

/**
 * Parses a Link header (RFC 8288). Quotes of either kind may contain what separates links, and a target may
 * contain `>`.
 */
function parseLinks(header: string): Link[] {
  if (header.length > maxLinksLength) {
    const namesNext = /\brel\b.{0,5}\bnext\b/i.test(header)
    return [{ target: undefined, parameters: new Map(namesNext ? [['rel', 'next']] : []) }]
  }
  const links: Link[] = []
  const rest = /\s{0,99}(?:<([^<]*?)>\s{0,99}(?=[;,]|$)|[^;,]{0,16000})/y
  const parameter =
    /\s{0,99};\s{0,99}([^\s=;,]{0,99})\s{0,99}(?:=\s{0,99}(?:"((?:[^"\\]|\\.){0,16000})(?:"|$)|'([^']{0,16000})(?:'|$)|([^;,]{0,16000})))?/sy
  for (let at = 0; at < header.length; at++) {
    rest.lastIndex = at
    const target = rest.exec(header)?.[1]
    at = Math.max(at, rest.lastIndex)
    const parameters = new Map<string, string>()
    for (;;) {
      parameter.lastIndex = at
      const found = parameter.exec(header)
      if (!found) break
      const [, name = '', quoted, single, plain = ''] = found
      const key = name.toLowerCase()
      if (!parameters.has(key)) parameters.set(key, (quoted ?? single ?? plain).trim())
      at = parameter.lastIndex
    }
    links.push({ target, parameters })
    // Whatever is left of it ends with the next comma.
    const comma = header.indexOf(',', at)
    at = comma < 0 ? header.length : comma
  }
  return links
}

/** A link may have several relations; some are URLs that end with `next`. */
const isNext = ({ parameters }: Link): boolean =>
  /(?:^|[\s/#:])next(?:\s|$)/i.test(parameters.get('rel') ?? '')

/** Reports whether the link leads to a page without results, which Sentry names at the end of lists. */
const isEmptyLink = ({ parameters }: Link) => /^false\b/i.test(parameters.get('results') ?? '')

/** Returns the target of `rel="next"` in a Link header; empty if that page is. */
export function nextLink(header: string | undefined): string | undefined {
  const next = parseLinks(header ?? '').find((link) => isNext(link) && link.target !== undefined)
  return next && isEmptyLink(next) ? '' : next?.target
}

/** Reports whether a Link header names a next page, whether or not it can be requested. */
export const namesNextLink = (header: string | undefined): boolean =>
  parseLinks(header ?? '').some((link) => isNext(link) && !isEmptyLink(link))
