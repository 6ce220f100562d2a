import type { ProviderResponse } from '@platform/connector'
import { isMembers } from '../members.ts'
import { isPageAddress } from '../declarative/reading/next-links.ts'
import { getReplyHeader } from '../reply-headers.ts'
import { InventedValues } from './invented-values.ts'
import { NotRecordable } from './not-recordable.ts'

/** Part of a reply that a recording contains. */
export interface RedactedReply {
  status: number
  headers: Record<string, string>
  body: unknown
}

/** Origin of the URLs in a recording. */
const recordedOrigin = 'https://api.example.test'

const deepest = 60

/** Names of times that are kept: when a record was created or changed. */
const changeTime = /creat|updat|modif|modstamp|changed/i
const timeText =
  /^(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]{0,20}(?:Z|[+-]\d\d(?::?\d\d)?| UTC)?)?|\/Date\(\d{10,14}(?:[+-]\d{4})?\)\/)$/

/** Words in names of numbers that belong to paging. */
const pagingWords = new Set(
  'page pages total totals count size limit offset per next previous prev start first last more skip top'.split(
    ' ',
  ),
)
const pagingName = /^(?:total|page|record|item|result|max)s?(?:count|size|results|number|total)$/i
const splitName = (name: string) =>
  name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())

const maxPagingDigits = 9
const maxParameterDigits = 6

const relations = new Set(['next', 'prev', 'previous', 'first', 'last', 'self'])

const memberName = /^[@$A-Za-z_][\w.@$:/-]{0,80}$/

/**
 * Redacts the replies of one read. What is not known to belong to the API is replaced: names of
 * members, paging numbers, times of change and words of the entry are kept, all other values
 * invented. Must redact all replies of a recording, so that values stay consistent.
 */
export class ReplyRedaction {
  readonly #values = new InventedValues()
  readonly #words: ReadonlySet<string>
  readonly #valueWords: ReadonlySet<string>
  readonly #places: ReadonlySet<string>
  readonly #times: ReadonlySet<string>
  readonly #headers: readonly string[]

  constructor({
    words,
    valueWords = words,
    places,
    times,
    headers,
    replaced,
  }: {
    /** Values that belong to the API: those of the entry and of the first request. */
    words: ReadonlySet<string>
    /** Those that are kept as values of members, too. */
    valueWords?: ReadonlySet<string>
    /** Paths of paging numbers in replies. */
    places: ReadonlySet<string>
    /** Names of times of change, if their names do not say so. */
    times: ReadonlySet<string>
    /** Headers besides Link that reads depend on. */
    headers: readonly string[]
    /** Replacements of known values, such as the customer's workspace. */
    replaced: ReadonlyMap<string, string>
  }) {
    this.#words = words
    this.#valueWords = valueWords
    this.#places = places
    this.#times = times
    this.#headers = headers
    for (const [value, invented] of replaced) this.#values.set(value, invented)
  }

  /** `isRecord` if the whole reply is a record, so that none of its numbers belongs to paging. */
  reply(
    { status, headers, body }: ProviderResponse,
    { isRecord = false }: { isRecord?: boolean } = {},
  ): RedactedReply {
    const top = { place: '', isRecord }
    // URLs of pages come before the IDs that they contain.
    this.#value(body, top, 0)
    const redacted = this.#value(body, top, 0)
    const kept: Record<string, string> = {}
    const link = getReplyHeader(headers, 'link')
    if (link !== undefined) kept['link'] = this.#link(link)
    for (const name of this.#headers) {
      const value = getReplyHeader(headers, name)
      if (value !== undefined) kept[name] = String(this.#around(value, name, name))
    }
    return { status, headers: kept, body: redacted }
  }

  #value(
    value: unknown,
    { place, isRecord }: { place: string; isRecord: boolean },
    depth: number,
  ): unknown {
    if (depth > deepest) {
      throw new NotRecordable('its replies are nested too deeply')
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.#value(item, { place, isRecord: true }, depth + 1))
    }
    if (isMembers(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => {
          const within = place === '' ? name : `${place}.${name}`
          return [this.#name(name), this.#value(member, { place: within, isRecord }, depth + 1)]
        }),
      )
    }
    const name = place.slice(place.lastIndexOf('.') + 1)
    if (!isRecord) return this.#around(value, name, place)
    if (typeof value === 'number') {
      return this.#isChangeTime(name, value) ? value : this.#values.number(value)
    }
    if (typeof value !== 'string' || value === '') return value
    if (this.#isChangeTime(name, value) || this.#isWord(value)) return value
    return this.#values.text(value)
  }

  #isChangeTime(name: string, value: string | number): boolean {
    if (!changeTime.test(name) && !this.#times.has(name)) return false
    return typeof value === 'number'
      ? Number.isSafeInteger(value) && value > 1e8 && value < 1e13
      : timeText.test(value) || /^\d{10}(?:\d{3})?$/.test(value)
  }

  /** A value outside of records: paging, status, the account. */
  #around(value: unknown, name: string, place: string): unknown {
    const isPaging =
      this.#places.has(place) ||
      pagingName.test(name) ||
      splitName(name).some((word) => pagingWords.has(word))
    if (typeof value === 'number') {
      const isKept = isPaging && String(value).length <= maxPagingDigits
      return isKept ? value : this.#values.number(value)
    }
    if (typeof value !== 'string' || value === '') return value
    if (/^\d+$/.test(value)) {
      const isKept = isPaging && value.length <= maxPagingDigits
      return isKept && !this.#values.has(value) ? value : this.#values.text(value)
    }
    if (isPageAddress(value)) return this.#address(value)
    if (this.#isWord(value) || value === 'true' || value === 'false') return value
    return this.#values.text(value)
  }

  /** Member names are part of the API, except those that are data, such as an ID or a person's name. */
  #name(name: string): string {
    if (this.#words.has(name)) return name
    const isData = !memberName.test(name) || /\d{4}|[\da-f]{8}-/i.test(name) || /.@/.test(name)
    return isData || this.#values.has(name) ? this.#values.text(name) : name
  }

  #isWord = (value: string) => /^[A-Za-z][\w.:/-]{0,60}$/.test(value) && this.#valueWords.has(value)

  #link(header: string): string {
    return header
      .slice(0, 16_000)
      .split(/,\s*(?=<)/)
      .flatMap((one) => {
        const [, address, relation] = /^\s*<([^>]*)>.*?;\s*rel="?(\w+)/i.exec(one) ?? []
        const isKnown = relation !== undefined && relations.has(relation.toLowerCase())
        return address !== undefined && isKnown
          ? [`<${this.#address(address)}>; rel="${relation}"`]
          : []
      })
      .join(', ')
  }

  /** The URL of a page: its path and parameters as far as they belong to the API. */
  #address(address: string): string {
    const base = `${recordedOrigin}/`
    if (!URL.canParse(address, base)) return this.#values.text(address)
    const url = new URL(address, base)
    const path = url.pathname
      .split('/')
      .map((step) => this.#step(decodeStep(step)))
      .join('/')
    const query = new URLSearchParams(
      [...url.searchParams].map(([name, value]) => [this.#name(name), this.#parameter(value)]),
    ).toString()
    const rest = query === '' ? '' : `?${query}`
    if (address.startsWith('?')) return rest
    return (address.startsWith('/') ? '' : recordedOrigin) + path + rest
  }

  #step(step: string): string {
    const isVersion = /^v\d{1,3}(?:\.\d{1,3}){0,2}$/i.test(step)
    const isKept = step === '' || this.#words.has(step) || isVersion
    return isKept ? step : encodeURIComponent(this.#values.text(step))
  }

  #parameter(value: string): string {
    const isWord = value === '' || value.split(',').every((one) => this.#words.has(one))
    if (isWord || value === 'true' || value === 'false') return value
    if (this.#values.has(value)) return this.#values.text(value)
    const isNumber = /^\d+$/.test(value) && value.length <= maxParameterDigits
    return isNumber || timeText.test(value) ? value : this.#values.text(value)
  }
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
