import type { ProviderResponse } from '@platform/connector'
import { setAtDotPath, putAt } from '../declarative/calls/dot-path.ts'
import { requireValue } from '../require-value.ts'
import type { SpecOperation, SpecParameter } from './facts.ts'

/** More than the page of a provider with unspecified page size. */
export const usualVendorPage = 25

export const usualMaximum = 100

/** Returns the maximum page size, regardless of the requested one. */
export const getMaxPageSize = (parameter: SpecParameter | undefined) =>
  Math.min(parameter?.max ?? usualMaximum, 100)

export interface VendorRecord {
  id: string
  fields: Record<string, unknown>
}

/** Returns a reply with all records at a place. */
export const recordsWithin = (place: string | null | undefined, all: readonly VendorRecord[]) => {
  const reply = {}
  setAtDotPath(
    reply,
    place ?? 'data',
    all.map(({ fields }) => fields),
  )
  return reply
}

/** Returns a page by the paging that the facts state of the vendor. */
export function pageOfList(
  all: readonly VendorRecord[],
  { list, paging }: SpecOperation,
  {
    asked,
    place,
    query,
    inQuery,
  }: {
    asked: Readonly<Record<string, string>>
    place: string
    query: Readonly<Record<string, string>>
    inQuery: readonly SpecParameter[]
  },
): Partial<ProviderResponse> & { status: number } {
  const {
    style,
    param = '',
    start = style === 'page' ? 1 : 0,
    from: nextAt,
    size,
    alone,
    newest,
    by,
  } = requireValue(paging)
  const reply: Record<string, unknown> = {}
  const headers: Record<string, string> = {}
  const set = (where: string | undefined, value: unknown) => {
    if (where === undefined) return
    if (where.startsWith('header:'))
      headers[where.slice('header:'.length).toLowerCase()] = String(value)
    else if (list !== '') putAt(reply, where, value)
  }
  const described = inQuery.find(({ name }) => name === size?.param)
  const askedLength = alone ? asked['~next']?.split('-')[1] : undefined
  const length =
    style === 'none'
      ? all.length
      : Math.min(
          Number(askedLength ?? asked[size?.param ?? ''] ?? usualVendorPage) || usualVendorPage,
          getMaxPageSize(
            described?.max === undefined
              ? size && { name: size.param, ...(size.max && { max: size.max }) }
              : described,
          ),
        )
  const token = asked[style === 'next-url' || style === 'link-header' ? '~next' : param]
  const isNumbered = style === 'page' || style === 'offset'
  const [, digits] = /(\d+)/.exec(token ?? '') ?? []
  if (token !== undefined && token !== '' && digits === undefined)
    return vendorRejection('This page is unknown.')
  if (alone && token !== undefined && Object.keys(query).length > 1)
    return vendorRejection('The next page takes no other parameter.')
  const from =
    token === undefined || token === ''
      ? 0
      : style === 'page'
        ? Math.max(0, Number(digits) - start) * length
        : style === 'last-id'
          ? Number(digits) + (by === undefined ? 1 : 0)
          : Number(digits) - (isNumbered ? start : 0)
  const end = newest ? Number(digits ?? all.length) : from + length
  const shown = all.slice(newest ? Math.max(0, end - length) : from, end)
  const isLast = newest ? end <= length : end >= all.length
  if (paging?.more !== undefined) set(paging.more, paging.moreMeans ? isLast : !isLast)
  set(paging?.total, all.length)
  if (style === 'page') set(paging?.last, Math.ceil(all.length / length))
  if (!isLast && (style === 'next-url' || style === 'link-header')) {
    const after = alone
      ? { '~next': `${from + length}-${length}` }
      : { ...query, '~next': String(from + length) }
    const address = `${place}?${new URLSearchParams(after)}`
    if (style === 'next-url') set(nextAt, address)
    else headers['link'] = `<${address}>; rel="next"`
  } else if (!isLast && nextAt !== undefined) {
    set(nextAt, style === 'cursor' ? `c${from + length}` : from + length + start)
  }
  const items = shown.map(({ fields }, index) => {
    if (by === undefined) return fields
    const item = { ...fields }
    putAt(item, by, from + index + 1)
    return item
  })
  if (list === '' || list === null || list === undefined)
    return { status: 200, headers, body: items }
  setAtDotPath(reply, list, items)
  return { status: 200, headers, body: reply }
}

export const vendorRejection = (message: string) => ({
  status: 400,
  body: { message, errorMessages: [message] },
})

export const isAddressPlace = (place: string, nextURL: string | undefined) =>
  place === nextURL && /(?:url|uri|link|href)$/i.test(place)

/** Returns the start of a page; undefined for an unknown cursor. */
export function startOfVendorPage({
  asked,
  cursor,
  offset,
  page,
  length,
}: {
  asked: Readonly<Record<string, string>>
  cursor: SpecParameter | undefined
  offset: SpecParameter | undefined
  page: SpecParameter | undefined
  length: number
}): number | undefined {
  const token = cursor && asked[cursor.name]
  if (token !== undefined && token !== '') {
    const [, kind, from] = /^([cr]?)(\d+)$/.exec(token) ?? []
    return from === undefined ? undefined : Number(from) + (kind === 'r' ? 1 : 0)
  }
  const skip = offset && asked[offset.name]
  if (skip !== undefined) return /^\d+$/.test(skip) ? Number(skip) : undefined
  const number = page && asked[page.name]
  if (number === undefined || number === '') return 0
  const first = page?.default === 0 || page?.default === '0' ? 0 : 1
  return /^\d+$/.test(number) ? Math.max(0, Number(number) - first) * length : undefined
}

export function addressOfNext(
  place: string,
  query: Readonly<Record<string, string>>,
  {
    cursor,
    offset,
    page,
    from,
    length,
  }: {
    cursor: SpecParameter | undefined
    offset: SpecParameter | undefined
    page: SpecParameter | undefined
    from: number
    length: number
  },
): string {
  const parameters = new URLSearchParams(query)
  if (cursor) parameters.set(cursor.name, `c${from}`)
  else if (offset) parameters.set(offset.name, String(from))
  else if (page) parameters.set(page.name, String(from / length + 1))
  return `${place}?${parameters}`
}
