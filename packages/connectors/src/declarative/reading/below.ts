import { ProviderError, type ProviderClient, type ReadPage } from '@platform/connector'
import { isMembers } from '../../members.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import type { Fault } from '../schema/fault.ts'
import type { Reading, ResolvedObjects } from '../calls/resolve.ts'
import { pathStep } from '../calls/templates.ts'
import { placeInCursor } from './cursor.ts'

/** Where a read of the lists below other records is. */
interface Place {
  /** Cursor of the page of parents; undefined for the first one. */
  page?: string
  /** Value of the parent whose list is read; undefined for the first one of the page. */
  of?: string
  /** Cursor in its list; undefined for the first page. */
  at?: string
  /** Whether the list of any parent exists. */
  met?: true
}

/** What a read of the lists below other records requests. */
interface Lists {
  parents: (cursor: string | undefined) => Promise<ReadPage>
  list: (reading: Reading, cursor: string | undefined) => Promise<ReadPage>
}

const placeholder = '{parent}'
const noPage: ReadPage = { records: [] }

/** The last page of parents per client, so that each is requested once while their lists are read. */
const latest = new WeakMap<
  ProviderClient,
  { of: Reading; page: string | undefined; got: ReadPage; isInDoubt?: true }
>()

/**
 * Reads one page of the lists below the records of another object, one list after the other. The cursor
 * contains the page of parents, the parent and the place in its list, so that a read resumes there. A
 * parent that is gone has no list; without the list of one that is not, or whose list is refused, the read is
 * incomplete. If none of the lists can be read, the error is thrown.
 */
export async function readBelow(
  client: ProviderClient,
  reading: Reading,
  cursor: string | undefined,
  lists: Lists,
): Promise<ReadPage> {
  const place: Place = placeInCursor(cursor)
  const known = place.of === undefined ? undefined : latest.get(client)
  const isKnown = known?.of === reading && known.page === place.page
  const parents = isKnown ? known.got : await lists.parents(place.page)
  latest.set(client, { of: reading, page: place.page, got: parents })

  const { values, isLacking } = parentValues(parents, reading)
  // After a parent has disappeared, its page is read again from the beginning.
  const index = Math.max(0, place.of === undefined ? 0 : values.indexOf(place.of))
  const value = values[index]
  const isResumed = value !== undefined && value === place.of
  let missing: string | undefined
  const page =
    value === undefined
      ? noPage
      : await lists
          .list(listBelow(reading, value), isResumed ? place.at : undefined)
          .catch(async (error: unknown) => {
            if (!(error instanceof ProviderError)) throw error
            // A page of the web server does not say that the parent has no list.
            const isPage = error.failure === 'unavailable' && [404, 410].includes(error.status ?? 0)
            const isRefused =
              error.failure === 'permission' ||
              (['bad-request', 'conflict'].includes(error.failure) && (error.status ?? 0) >= 400)
            const isGone = error.failure === 'not-found' || isPage || isRefused
            const isEnd = index + 1 >= values.length && parents.next === undefined
            if (!isGone || (isEnd && place.met === undefined)) throw error
            const kept = latest.get(client)
            // One that is listed still makes the read incomplete already.
            const isProven =
              !isPage &&
              !isRefused &&
              !kept?.isInDoubt &&
              (await isParentGone(reading, { place, parents, value, lists }))
            if (isProven) return undefined
            if (kept) latest.set(client, { ...kept, isInDoubt: true })
            missing = isRefused
              ? `The list below ${value} was refused. ${error.message}`
              : `The list below ${value} was not found. If status ${error.status ?? ''} means that it is empty, declare it (emptyStatus). ${error.message}`
            return undefined
          })

  const following: Place | undefined =
    page?.next !== undefined
      ? { ...(value !== undefined && { of: value }), at: page.next }
      : values[index + 1] !== undefined
        ? { of: values[index + 1] ?? '' }
        : undefined
  const isMet = place.met ?? (page !== undefined && value !== undefined ? true : undefined)
  const next: Place | undefined = following
    ? { ...(place.page !== undefined && { page: place.page }), ...following }
    : parents.next === undefined
      ? undefined
      : { page: parents.next }
  const incomplete =
    page?.incomplete ??
    missing ??
    (isKnown ? undefined : parents.incomplete) ??
    (isLacking && !isKnown
      ? `Records of ${reading.parent?.object ?? ''} have no value at ${reading.parent?.value ?? 'their ID'}.`
      : undefined)
  return {
    records: page?.records ?? [],
    ...(cursor === undefined && parents.asOf !== undefined && { asOf: parents.asOf }),
    ...(next && { next: JSON.stringify({ ...next, ...(isMet && { met: true }) }) }),
    ...(page?.unreadable !== undefined && { unreadable: page.unreadable }),
    ...pickLeftOut(page),
    ...(incomplete !== undefined && { incomplete }),
  }
}

/** Returns the part of a page that names records which were left out. */
export const pickLeftOut = (
  page: ReadPage | undefined,
): Pick<ReadPage, 'leftOut' | 'leftOutBecause'> => ({
  ...(page?.leftOut && { leftOut: page.leftOut }),
  ...(page?.leftOutBecause !== undefined && { leftOutBecause: page.leftOutBecause }),
})

/**
 * Reports whether a parent is no longer listed between those that were beside it. If they have moved, it may be
 * on another page.
 */
async function isParentGone(
  reading: Reading,
  {
    place,
    parents,
    value,
    lists,
  }: { place: Place; parents: ReadPage; value: string; lists: Lists },
): Promise<boolean> {
  let again: ReadPage
  try {
    again = await lists.parents(place.page)
  } catch (error) {
    if (error instanceof ProviderError) return false
    throw error
  }
  if (again.incomplete !== undefined) return false
  const { values: before } = parentValues(parents, reading)
  const { values: now } = parentValues(again, reading)
  const index = before.indexOf(value)
  const includesAny = (others: string[]) => others.some((one) => now.includes(one))
  const isBegun = place.page === undefined || includesAny(before.slice(0, index))
  const isEnded =
    (parents.next === undefined && again.next === undefined) || includesAny(before.slice(index + 1))
  return !now.includes(value) && isBegun && isEnded
}

/** Returns the distinct values of the parents that the requests of their lists contain. */
export function parentValues(
  { records }: Pick<ReadPage, 'records'>,
  { parent }: Reading,
): { values: string[]; isLacking: boolean } {
  const all = records.map(({ id, raw }) => {
    const value = parent?.value === undefined ? id : getAtDotPath(raw, parent.value)
    return typeof value === 'number' || (typeof value === 'string' && value !== '')
      ? String(value)
      : undefined
  })
  const values = [...new Set(all.filter((value) => value !== undefined))]
  return { values, isLacking: all.includes(undefined) }
}

/** Returns how the list of one parent is read: its value replaces `{parent}` in the request. */
export function listBelow(reading: Reading, value: string): Reading {
  const { parent: _, ...own } = reading
  // Braces would be filled in as a value of the connection.
  if (/[{}\r\n\0]/.test(value)) {
    throw new ProviderError(
      'bad-request',
      `${JSON.stringify(value.slice(0, 100))} is not a valid value of a parent.`,
    )
  }
  const fillPart = <Part>(part: Part): Part => fillValue(part, value) as Part
  return {
    ...own,
    below: value,
    path: own.path.replaceAll(placeholder, () => pathStep(value)),
    ...(own.query && { query: fillPart(own.query) }),
    ...(own.body && { body: fillPart(own.body) }),
    ...(own.graphql && { graphql: fillPart(own.graphql) }),
    ...(own.sql && { sql: { ...own.sql, statement: inQuery(own.sql.statement, value) } }),
    ...(own.fetch && {
      fetch: {
        ...fillPart(own.fetch),
        path: own.fetch.path.replaceAll(placeholder, () => pathStep(value)),
      },
    }),
  }
}

/** A value in quotes must not end them. */
function inQuery(statement: string, value: string): string {
  if (statement.includes(placeholder) && /['"\\\p{Cc}]/u.test(value)) {
    throw new ProviderError(
      'bad-request',
      `${JSON.stringify(value.slice(0, 100))} is not a valid value of a parent in a query.`,
    )
  }
  return statement.replaceAll(placeholder, () => value)
}

function fillValue(part: unknown, value: string): unknown {
  if (typeof part === 'string') return part.replaceAll(placeholder, () => value)
  if (Array.isArray(part)) return part.map((one) => fillValue(one, value))
  if (!isMembers(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, one]) => [name, fillValue(one, value)]),
  )
}

/** Parents of parents, at most. */
const maxLevels = 3

/** Returns what is wrong with the lists below other records in a file, with the place of each fault. */
export function faultsOfParents(objects: ResolvedObjects): Fault[] {
  return objects.names.flatMap((name) => {
    const { read, rules } = objects.get(name)
    const path = ['objects', name, 'read']
    const fault = (place: PropertyKey[], message: string) => [{ path: place, message }]
    if (!read) return []
    const { parent, path: url, query, body, graphql, sql, byId, id } = read
    const isNamed = JSON.stringify([url, query, body, graphql, sql]).includes(placeholder)
    if (!parent) {
      if (id?.includes(placeholder))
        return fault([...path, 'id'], 'contains {parent}, but declares no parent')
      return isNamed ? fault(path, 'contains {parent}, but declares no parent') : []
    }
    const here = [...path, 'parent']
    if (!isNamed) return fault(here, 'requires {parent} in the path, the query or the body')
    const levels = [name]
    for (let next: string | undefined = parent.object; next !== undefined;) {
      if (!objects.names.includes(next) || !objects.get(next).read) {
        return fault([...here, 'object'], `${next} is no object that is read`)
      }
      if (levels.includes(next)) return fault([...here, 'object'], 'is below itself')
      levels.push(next)
      if (levels.length > maxLevels) {
        return fault([...here, 'object'], `has more than ${maxLevels - 1} parents above it`)
      }
      next = objects.get(next).read?.parent?.object
    }
    if (rules.search) return fault(['objects', name, 'search'], 'is not possible below a parent')
    if (byId && (byId.style === 'list' || (byId.style === 'path' && byId.path === undefined))) {
      return fault([...path, 'byId'], 'requires a path of its own below a parent')
    }
    return []
  })
}
