import {
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ConnectorSearch,
  type SearchResult,
} from '@platform/connector'
import { requireFields } from './describe.ts'
import { newestPosition } from './pieces.ts'
import { nextPosition } from './position.ts'
import { askForPage, hasValue, readingOf } from './read.ts'
import type { DeclarativeProvider } from './provider.ts'

/** Reads one record with these fields, and names every field that is not there. */
export async function declaredSampleRead(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { objectName, fieldNames }: { objectName: string; fieldNames: readonly string[] },
): Promise<ProviderRecord | undefined> {
  const object = provider.objects.get(objectName)
  const reading = readingOf(object)
  const { records } = await askForPage(provider, client, {
    object,
    reading,
    position: newestPosition(reading),
    request: { fieldNames, pageSize: 1 },
  })
  await requireFields(provider, client, { objectName, fieldNames })
  return records[0]
}

/**
 * The records whose fields have these values. The provider finds them by the fields that the entry
 * knows; of what it finds, only what has all values is given.
 */
export async function searchDeclared(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { objectName, fieldNames, filters, limit }: ConnectorSearch,
): Promise<SearchResult> {
  const object = provider.objects.get(objectName)
  const rules = object.rules.search
  const known = filters.filter(
    ({ fieldName, value }) => value !== null && rules && Object.hasOwn(rules.names, fieldName),
  )
  if (!rules || known.length === 0) {
    const names = Object.keys(rules?.names ?? {})
    const how = names.length > 0 ? `  Searchable fields: ${names.join(', ')}.` : ''
    const asked = filters.map(({ fieldName }) => fieldName).join(', ')
    throw new ProviderError(
      'unsupported',
      `The provider cannot search ${object.displayName} by ${asked}.${how}`,
      { fieldNames: filters.map(({ fieldName }) => fieldName) },
    )
  }
  const reading = readingOf(object)
  const values = Object.fromEntries(
    known.map(({ fieldName, value }) => [rules.names[fieldName] ?? fieldName, String(value)]),
  )
  const page = await askForPage(provider, client, {
    object,
    reading,
    position: {},
    request: { fieldNames, ...(limit !== undefined && { pageSize: limit }) },
    found: { in: rules.in, values },
  })
  const next = nextPosition(reading.paging, {}, page)
  const records = page.records.filter(({ raw }) =>
    filters.every((filter) => hasValue(provider, raw, filter)),
  )
  const most = limit ?? records.length
  return { records: records.slice(0, most), hasMore: next !== undefined || records.length > most }
}
