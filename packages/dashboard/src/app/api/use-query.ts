import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Query, QueryState, QueryStore } from '@platform/client'
import { useDashboard } from '../context.tsx'
import type { ListQuery } from './list-query.ts'

export interface QueryResult<Data> extends QueryState<Data> {
  refresh: () => void
}

export interface QueryOptions {
  /** Fetches again this often while the page is visible. */
  everyMs?: number | undefined
}

/** What the query answers, kept up to date while the component is mounted. */
export function useQuery<Data>(asked: Query<Data>, options?: QueryOptions): QueryResult<Data> {
  return useStored(useDashboard().store, asked, options)
}

/** The same for what is kept in another store. */
export function useStored<Data>(
  store: QueryStore,
  asked: Query<Data>,
  { everyMs }: QueryOptions = {},
): QueryResult<Data> {
  const query = useSame(asked)
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(query, listener),
    [store, query],
  )
  const state = useSyncExternalStore(subscribe, () => store.state(query))
  const refresh = useCallback(() => void store.refresh(query), [store, query])
  useEvery(everyMs, refresh)

  return { ...state, refresh }
}

/** The first query with this key. The key says all about a query: later ones ask the same. */
function useSame<Data>(asked: Query<Data>): Query<Data> {
  const [kept, keep] = useState(asked)
  if (JSON.stringify(kept.key) === JSON.stringify(asked.key)) return kept
  keep(asked)
  return asked
}

function useEvery(everyMs: number | undefined, act: () => void): void {
  useEffect(() => {
    if (!everyMs) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') act()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, act])
}

export interface ListResult<Row> extends QueryResult<Row[]> {
  hasMore: boolean
  showMore: () => void
}

export interface ListOptions extends QueryOptions {
  /** How many rows are fetched before the person asks for more. */
  atFirst?: number
}

const largestPage = 1000

/** The newest rows of a list, more of them on demand. */
export function useList<Row>(
  list: ListQuery<Row>,
  { atFirst = 50, ...options }: ListOptions = {},
): ListResult<Row> {
  const [wanted, setWanted] = useState(atFirst)
  const query = { key: [...list.key, String(wanted)], fetch: () => newest(list, wanted) }
  // The more is shown, the more there is to fetch: the less often is enough.
  const everyMs = options.everyMs && options.everyMs * Math.max(1, wanted / 200)
  const { data, ...state } = useQuery(query, { everyMs })
  // While more are on their way those that are there stay on screen.
  const before = useDashboard().store.state({
    key: [...list.key, String(wanted / 2)],
    fetch: query.fetch,
  }).data

  return {
    ...state,
    data: (data ?? before)?.rows,
    hasMore: (data ?? before)?.hasMore ?? false,
    showMore: () => setWanted(wanted * 2),
  }
}

async function newest<Row>({ page }: ListQuery<Row>, wanted: number) {
  const rows: Row[] = []
  let pageToken: string | undefined
  do {
    const pageSize = Math.min(wanted - rows.length, largestPage)
    const next = await page({ pageSize, ...(pageToken && { pageToken }) })
    rows.push(...next.data)
    pageToken = next.nextPageToken
  } while (pageToken && rows.length < wanted)
  return { rows, hasMore: pageToken !== undefined }
}
