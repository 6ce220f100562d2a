import {
  ProviderError,
  type FieldFilter,
  type ProviderClient,
  type ProviderRecord,
  type ConnectorSearch,
  type SearchResult,
} from '@platform/connector'
import { requireFields } from '../describe.ts'
import { requireValue } from '../../require-value.ts'
import type { SearchTerm } from '../schema/entry.ts'
import { nextPosition } from './position.ts'
import type { Position } from './position-state.ts'
import { hasValue, makeReading, newestRecords, withContents } from './read.ts'
import { askForPage } from './ask-for-page.ts'
import type { DeclarativeProvider } from '../provider.ts'

/** Reads one record with these fields, and reports every missing field. */
export async function readDeclaredSample(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { objectName, fieldNames }: { objectName: string; fieldNames: readonly string[] },
): Promise<ProviderRecord | undefined> {
  const object = provider.objects.get(objectName)
  const records = await newestRecords(provider, client, {
    object,
    request: { fieldNames, pageSize: 1 },
  })
  await requireFields(provider, client, { objectName, fieldNames })
  return records[0]
}

/** Maximum number of pages that a search reads if the provider returns other records as well. */
const maxSearchPages = 10
/** Size of these pages if each record requires a request. */
const maxContents = 20

/**
 * Returns the records with these field values. The provider searches by the fields that the entry
 * names; its results are filtered by all values. `hasMore` is true if there may be others.
 */
export async function searchDeclared(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { objectName, fieldNames, filters, limit = Infinity }: ConnectorSearch,
): Promise<SearchResult> {
  const object = provider.objects.get(objectName)
  const rules = object.rules.search
  const known = filters.filter(
    ({ fieldName, value }) => value !== null && rules && Object.hasOwn(rules.names, fieldName),
  )
  if (!rules || known.length === 0) {
    const names = Object.keys(rules?.names ?? {})
    const how = names.length > 0 ? ` Searchable fields: ${names.join(', ')}.` : ''
    const asked = filters.map(({ fieldName }) => fieldName).join(', ')
    throw new ProviderError(
      'unsupported',
      `The provider cannot search ${object.displayName} by ${asked}.${how}`,
      { fieldNames: filters.map(({ fieldName }) => fieldName) },
    )
  }
  const reading = makeReading(object)
  const values = Object.fromEntries(
    known.map((filter) => searchParameter(requireValue(rules.names[filter.fieldName]), filter)),
  )
  const found = new Map<string, ProviderRecord>()
  let position: Position | undefined = {}
  let isDoubtful = false
  for (let pages = 0; position && pages < maxSearchPages && found.size < limit; pages++) {
    const page = await askForPage(provider, client, {
      object,
      reading,
      position,
      request: { fieldNames, ...(reading.fetch && { pageSize: maxContents }) },
      found: { in: rules.in, fill: () => values },
    })
    const contents = await withContents(provider, client, {
      object,
      reading,
      fieldNames,
      records: page.records,
    })
    for (const record of contents) {
      if (filters.every((filter) => hasValue(provider, record.raw, filter)))
        found.set(record.id, record)
    }
    isDoubtful ||= page.doubt !== undefined
    position = nextPosition(reading.paging, page.position, page)
  }
  const records = [...found.values()]
  return {
    records: records.slice(0, limit),
    // The size of the last page indicates the end.
    hasMore: isDoubtful || (position !== undefined && !position.short) || records.length > limit,
  }
}

function searchParameter(
  rule: string | SearchTerm,
  { fieldName, value }: FieldFilter,
): [name: string, text: string] {
  const text = String(value)
  if (typeof rule === 'string') return [rule, text]
  // These could end the quoted value, and providers escape them differently.
  const canEnd = ['"', "'"].some((quote) => rule.template.includes(quote) && text.includes(quote))
  if (canEnd || /[\\\p{Cc}]/u.test(text)) {
    throw new ProviderError(
      'bad-request',
      `A value of ${fieldName} with quotes, backslashes or control characters cannot be searched.`,
      { fieldNames: [fieldName] },
    )
  }
  return [rule.name, rule.template.replaceAll('{value}', () => text)]
}
