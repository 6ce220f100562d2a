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

/** Reports whether the link leads to a page without results, which Sentry names at the end of lists. */
const isEmptyLink = (parameters: string) =>
  /;\s{0,9}results\s{0,9}=\s{0,9}"?false\b/i.test(parameters)

/** Returns the target of `rel="next"` in a Link header (RFC 8288); empty if that page is. */
export function nextLink(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 16_000) return undefined
  for (let from = header.indexOf('<'); from >= 0; from = header.indexOf('<', from)) {
    const to = header.indexOf('>', from)
    if (to < 0) return undefined
    const end = header.indexOf('<', to)
    const parameters = header.slice(to + 1, end < 0 ? undefined : end)
    if (isNextLink(parameters)) return isEmptyLink(parameters) ? '' : header.slice(from + 1, to)
    if (end < 0) return undefined
    from = end
  }
  return undefined
}

/** A link may have several relations, in quotes of either kind; some are URLs that end with `next`. */
export const isNextLink = (parameters: string): boolean =>
  /;\s{0,9}rel\s{0,9}=\s{0,9}(?:next\b|"(?:[^"]{0,200}[\s/#:])?next[\s"]|'(?:[^']{0,200}[\s/#:])?next[\s'])/i.test(
    parameters,
  )
