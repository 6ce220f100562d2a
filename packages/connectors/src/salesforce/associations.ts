import {
  FoundAssociations,
  ProviderError,
  type Associating,
  type AssociationRequest,
  type ProviderClient,
  type ProviderRecord,
} from '@platform/connector'
import { concurrently } from '../concurrently.ts'
import { fetchDescribe, type Describe } from './describe.ts'
import { nextRecords, query, unreadableSoqlRows, type SoqlRow } from './query.ts'
import {
  addressBytes,
  formatSoqlLiteral,
  maxQueryBytes,
  objectIdentifier,
  splitByBytes,
} from './soql.ts'

const callsAtATime = 3

/** A field of the records that references the associated object. */
interface Lookup {
  name: string
  fieldName: string
  relationship: string
  /** ID prefix of the associated object, if the field references several objects. */
  keyPrefix?: string
}

/** A field of the associated object that references the records. */
interface ChildRelationship {
  name: string
  childName: string
  fieldName: string
  relationship: string
}

/**
 * Reads parents from the lookup fields of the records, without additional calls, and children with
 * queries for all records of a page. Subqueries would also return children in the recycle bin, and
 * open a query locator for each record with many of them.
 */
export const salesforceAssociating: Associating = {
  support: {},
  open: async (client, request) => {
    const { lookups, children } = await findRelationships(client, request)
    return {
      fieldNames: lookups.map(({ fieldName }) => fieldName),
      read: async (reading, records) => {
        const ids = records.map(({ id }) => id)
        const found = new FoundAssociations(ids, request.associations)
        for (const lookup of lookups) addParents(found, lookup, records)
        await concurrently(children, callsAtATime, (child) =>
          addChildren(reading, { child, ids, found }),
        )
        return found
      },
    }
  },
}

async function findRelationships(
  client: ProviderClient,
  { objectName, associations }: AssociationRequest,
): Promise<{ lookups: Lookup[]; children: ChildRelationship[] }> {
  const described = await fetchDescribe(client, objectName)
  const found = await concurrently(associations, callsAtATime, async (name) => {
    const lookups = await lookupsTo(client, described, name)
    const children = findChildren(described, name)
    if (lookups.length + children.length > 0) return { lookups, children }
    const message = `${described.name} has no relationship with ${name} that the connected user can see.`
    throw new ProviderError('bad-request', message, { status: 400, code: 'INVALID_TYPE' })
  })
  return {
    lookups: found.flatMap(({ lookups }) => lookups),
    children: found.flatMap(({ children }) => children),
  }
}

async function lookupsTo(
  client: ProviderClient,
  { fields }: Describe,
  name: string,
): Promise<Lookup[]> {
  const referring = fields.filter(
    ({ type, referenceTo }) =>
      type === 'reference' && referenceTo.some((to) => isSameIgnoringCase(to, name)),
  )
  const isAmbiguous = referring.some(({ referenceTo }) => referenceTo.length > 1)
  const keyPrefix = isAmbiguous ? (await fetchDescribe(client, name)).keyPrefix : undefined
  return referring.map((field) => ({
    name,
    fieldName: field.name,
    relationship: field.relationshipName ?? field.name,
    ...(field.referenceTo.length > 1 && keyPrefix && { keyPrefix }),
  }))
}

const findChildren = ({ childRelationships = [] }: Describe, name: string): ChildRelationship[] =>
  childRelationships
    .filter(({ childSObject, deprecatedAndHidden }) => {
      return isSameIgnoringCase(childSObject, name) && !deprecatedAndHidden
    })
    .map(({ childSObject, field, relationshipName }) => ({
      name,
      childName: objectIdentifier(childSObject),
      fieldName: field,
      relationship: relationshipName ?? `${childSObject}.${field}`,
    }))

const isSameIgnoringCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function addParents(
  found: FoundAssociations,
  { name, fieldName, relationship, keyPrefix = '' }: Lookup,
  records: readonly ProviderRecord[],
): void {
  for (const { id, raw } of records) {
    const parent = raw[fieldName]
    if (typeof parent !== 'string' || !parent.startsWith(keyPrefix)) continue
    found.add(id, name, { objectId: parent, associationTypes: [relationship] })
  }
}

/** Reads the children of all records, in queries that fit into a URL. */
async function addChildren(
  client: ProviderClient,
  {
    child,
    ids,
    found,
  }: { child: ChildRelationship; ids: readonly string[]; found: FoundAssociations },
): Promise<void> {
  const { name, childName, fieldName, relationship } = child
  const select = `SELECT Id, ${fieldName} FROM ${childName} WHERE ${fieldName} IN `
  const room = maxQueryBytes - addressBytes(`${select}() AND Id > '000000000000000000' ORDER BY Id`)
  for (const part of splitByBytes(
    ids.map((id) => formatSoqlLiteral(id)),
    room,
  )) {
    const condition = `${select}(${part.join(',')})`
    for await (const rows of readPages(client, condition)) {
      for (const row of rows) {
        const parent = row[fieldName]
        if (typeof parent !== 'string') continue
        found.add(parent, name, { objectId: row.Id, associationTypes: [relationship] })
      }
    }
  }
}

/**
 * Yields the pages of a query; continues after the last row if its locator has expired.
 * @throws ProviderError `unavailable` if rows are missing, which would be associations that ended
 */
async function* readPages(client: ProviderClient, selection: string): AsyncGenerator<SoqlRow[]> {
  let lastId: string | undefined
  let locator: string | undefined
  let found = 0
  let total: number | undefined
  for (;;) {
    const behind = lastId === undefined ? '' : ` AND Id > ${formatSoqlLiteral(lastId)}`
    let page = locator === undefined ? undefined : await follow(client, locator)
    if (!page) {
      page = await query(client, `${selection}${behind} ORDER BY Id`)
      found = 0
      total = page.result.totalSize
    }
    const { records, unreadable, nextRecordsUrl, done } = page.result
    if (unreadable > 0) throw unreadableSoqlRows(unreadable)
    found += records.length
    yield records
    if (nextRecordsUrl === undefined) {
      if (done !== false && found >= (total ?? 0)) return
      const message = `Salesforce reports ${total ?? 'more'} records, and ${found} were returned.`
      throw new ProviderError('unavailable', message)
    }
    locator = nextRecordsUrl
    lastId = records.at(-1)?.Id ?? lastId
  }
}

async function follow(client: ProviderClient, locator: string) {
  try {
    return await nextRecords(client, locator)
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'cursor-gone') return undefined
    throw error
  }
}
