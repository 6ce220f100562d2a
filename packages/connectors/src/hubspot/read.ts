import {
  ProviderError,
  type ProviderClient,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import { compileGroups } from './filter.ts'
import { readArchivedPage, listHubspotPage, type ArchivedCursor, type ListCursor } from './list.ts'
import { searchPage, type SearchCursor } from './search.ts'

/** Position of a page, and its reduced size if earlier ones were too large. */
export type Cursor = (ListCursor | ArchivedCursor | SearchCursor) & { size?: number }

const usualSize = 100

/**
 * Reads one page. Complete reads use the list, ordered by ID; reads with a time range or filter use
 * the search, in order of change. Deleted records come last.
 */
export async function readHubspot(client: ProviderClient, request: ReadRequest): Promise<ReadPage> {
  const cursor = parseReadCursor(request.cursor)
  if (cursor?.by === 'archived') {
    return inSmallerPages(request, cursor, (smaller) => readArchivedPage(client, smaller, cursor))
  }
  const page = await inSmallerPages(request, cursor, (smaller) => livePage(client, smaller, cursor))
  return page.next === undefined && request.includeDeleted
    ? { ...page, next: JSON.stringify({ by: 'archived' } satisfies ArchivedCursor) }
    : page
}

/** Requests fewer records while they are too large, and more again afterwards. */
async function inSmallerPages(
  request: ReadRequest,
  cursor: Cursor | undefined,
  ask: (request: ReadRequest) => Promise<ReadPage>,
): Promise<ReadPage> {
  const sizes = [request.pageSize, cursor?.size].filter((size) => size !== undefined)
  let pageSize = sizes.length > 0 ? Math.min(...sizes) : undefined
  for (;;) {
    try {
      const page = await ask({ ...request, ...(pageSize !== undefined && { pageSize }) })
      if (pageSize === undefined || pageSize === request.pageSize) return page
      return { ...goingOn(page, pageSize * 2), smallerPage: pageSize }
    } catch (error) {
      const isTooLarge = error instanceof ProviderError && error.failure === 'too-large'
      if (!isTooLarge || pageSize === 1) throw error
      pageSize = Math.max(1, Math.floor((pageSize ?? usualSize) / 4))
    }
  }
}

/** Returns the page with a cursor that continues with this page size. */
function goingOn(page: ReadPage, size: number): ReadPage {
  const cursor = parseReadCursor(page.next)
  if (!cursor) return page
  const { size: _size, ...place } = cursor
  return { ...page, next: JSON.stringify({ ...place, ...(size < usualSize && { size }) }) }
}

async function livePage(
  client: ProviderClient,
  request: ReadRequest,
  cursor: ListCursor | SearchCursor | undefined,
): Promise<ReadPage> {
  if (cursor?.by === 'list') return listHubspotPage(client, request, cursor)
  if (cursor) return searchPage(client, request, cursor)

  const groups = await compileGroups(client, request)
  const isWhole = !request.since && !request.until && !request.filters?.length && !groups
  return isWhole
    ? listHubspotPage(client, request, undefined)
    : searchPage(client, request, { by: 'time', ...(groups && { groups }) })
}

function parseReadCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Cursor
  } catch (cause) {
    throw new ProviderError('cursor-gone', 'The stored cursor is invalid.', { cause })
  }
}
