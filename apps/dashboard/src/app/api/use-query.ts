import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Query, QueryState, QueryStore } from '@platform/client'
import { useDashboard } from '../context.tsx'
import type { ListQuery } from './list-query.ts'
import { isStreamed, useIsLive } from './liveness.ts'

export interface LiveQueryResult<Data> extends QueryState<Data> {
  refresh: () => void
}

export interface QueryOptions {
  /** Fetches again this often while the page is visible. */
  everyMs?: number | undefined
}

/** Returns the result of a query, refreshed while the component is mounted. */
export function useQuery<Data>(query: Query<Data>, options?: QueryOptions): LiveQueryResult<Data> {
  return useStored(useDashboard().store, query, options)
}

/** Queries a store other than that of the session. */
export function useStored<Data>(
  store: QueryStore,
  latest: Query<Data>,
  { everyMs }: QueryOptions = {},
): LiveQueryResult<Data> {
  const query = useStableQuery(latest)
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(query, listener),
    [store, query],
  )
  const state = useSyncExternalStore(subscribe, () => store.state(query))
  const refresh = useCallback(() => void store.refresh(query), [store, query])
  const isStreaming = useIsLive() && isStreamed(query.key)
  useInterval(everyMs && isStreaming ? everyMs * streamingFactor : everyMs, refresh)

  return { ...state, refresh }
}

/** Returns the first of the queries with this key, which are equal, for use as a dependency. */
function useStableQuery<Data>(latest: Query<Data>): Query<Data> {
  const [stable, setStable] = useState(latest)
  if (JSON.stringify(stable.key) === JSON.stringify(latest.key)) return stable
  setStable(latest)
  return latest
}

/**
 * Factor for the polling interval while a stream reports changes: only time-dependent values need
 * polling.
 */
const streamingFactor = 10

function useInterval(everyMs: number | undefined, act: () => void): void {
  useEffect(() => {
    if (!everyMs) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') act()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, act])
}

export interface ListResult<Row> extends LiveQueryResult<Row[]> {
  /** Whether there are more rows. */
  hasMore: boolean
  /** Whether another page is loading; the previous one stays visible. */
  isTurning: boolean
  /** Page number, from 1. */
  page: number
  next: () => void
  previous: () => void
}

export interface ListOptions extends QueryOptions {
  /** Number of rows per page. */
  atFirst?: number | undefined
}

const usualPageSize = 50

/** Returns the query of a page of a list; the first one without a token. */
export const pageQuery = <Row>(
  list: ListQuery<Row>,
  pageSize = usualPageSize,
  pageToken?: string,
): Query<Awaited<ReturnType<ListQuery<Row>['page']>>> => ({
  key: [...list.key, String(pageSize), pageToken ?? ''],
  fetch: () => list.page({ pageSize, ...(pageToken && { pageToken }) }),
})

/** Returns a list page by page; only its first page is refreshed automatically. */
export function useList<Row>(
  list: ListQuery<Row>,
  { atFirst, everyMs }: ListOptions = {},
): ListResult<Row> {
  const listKey = JSON.stringify(list.key)
  const [visited, setVisited] = useState(() => ({ listKey, tokens: readTokens(listKey) }))
  // Another filter starts again at the first page.
  const tokens = visited.listKey === listKey ? visited.tokens : readTokens(listKey)
  const goTo = (to: readonly string[]) => {
    setVisited({ listKey, tokens: to })
    keepTokens(listKey, to)
  }
  const pageToken = tokens.at(-1)
  const { data, ...state } = useQuery(pageQuery(list, atFirst, pageToken), {
    everyMs: pageToken ? undefined : everyMs,
  })
  // While a page is loading, the previous one stays visible.
  const [previous, setPrevious] = useState({ listKey, data })
  if (data && previous.data !== data) setPrevious({ listKey, data })
  const shown = data ?? (previous.listKey === listKey ? previous.data : undefined)
  const nextToken = shown?.nextPageToken

  return {
    ...state,
    data: shown?.data,
    hasMore: nextToken !== undefined,
    isTurning: data === undefined && shown !== undefined,
    page: tokens.length + 1,
    next: () => nextToken && data && goTo([...tokens, nextToken]),
    previous: () => goTo(tokens.slice(0, -1)),
  }
}

const noTokens: readonly string[] = []

/** The state of a history entry: the tokens of the page of each list, by the key of its query. */
interface PageState {
  turned?: Record<string, readonly string[]>
}

/** Stores the page in the history entry, so that navigating back restores it. */
function keepTokens(listKey: string, tokens: readonly string[]): void {
  const state: PageState = history.state ?? {}
  history.replaceState({ ...state, turned: { ...state.turned, [listKey]: tokens } }, '')
}

function readTokens(listKey: string): readonly string[] {
  const { turned }: PageState = history.state ?? {}
  return turned?.[listKey] ?? noTokens
}
