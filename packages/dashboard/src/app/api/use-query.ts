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
export function useQuery<Data>(asked: Query<Data>, options?: QueryOptions): LiveQueryResult<Data> {
  return useStored(useDashboard().store, asked, options)
}

/** Queries a store other than that of the session. */
export function useStored<Data>(
  store: QueryStore,
  asked: Query<Data>,
  { everyMs }: QueryOptions = {},
): LiveQueryResult<Data> {
  const query = useSame(asked)
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(query, listener),
    [store, query],
  )
  const state = useSyncExternalStore(subscribe, () => store.state(query))
  const refresh = useCallback(() => void store.refresh(query), [store, query])
  const isStreaming = useIsLive() && isStreamed(query.key)
  useEvery(everyMs && isStreaming ? everyMs * seldom : everyMs, refresh)

  return { ...state, refresh }
}

/** Returns the first query with this key. Later ones with the same key are equal. */
function useSame<Data>(asked: Query<Data>): Query<Data> {
  const [kept, keep] = useState(asked)
  if (JSON.stringify(kept.key) === JSON.stringify(asked.key)) return kept
  keep(asked)
  return asked
}

/**
 * Factor for the polling interval while a stream reports changes: only time-dependent values need
 * polling.
 */
const seldom = 10

function useEvery(everyMs: number | undefined, act: () => void): void {
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
  const of = JSON.stringify(list.key)
  const [turned, setTurned] = useState(() => ({ of, tokens: listTags(of) }))
  // Another filter starts again at the first page.
  const tokens = turned.of === of ? turned.tokens : listTags(of)
  const turn = (to: readonly string[]) => {
    setTurned({ of, tokens: to })
    keepTokens(of, to)
  }
  const pageToken = tokens.at(-1)
  const { data, ...state } = useQuery(pageQuery(list, atFirst, pageToken), {
    everyMs: pageToken ? undefined : everyMs,
  })
  // While a page is loading, the previous one stays visible.
  const [kept, keep] = useState({ of, data })
  if (data && kept.data !== data) keep({ of, data })
  const shown = data ?? (kept.of === of ? kept.data : undefined)
  const nextToken = shown?.nextPageToken

  return {
    ...state,
    data: shown?.data,
    hasMore: nextToken !== undefined,
    isTurning: data === undefined && shown !== undefined,
    page: tokens.length + 1,
    next: () => nextToken && data && turn([...tokens, nextToken]),
    previous: () => turn(tokens.slice(0, -1)),
  }
}

const noTokens: readonly string[] = []

interface Kept {
  turned?: Record<string, readonly string[]>
}

/** Stored in the history entry, so that navigating back restores the page. */
function keepTokens(of: string, tokens: readonly string[]): void {
  const kept: Kept = history.state ?? {}
  history.replaceState({ ...kept, turned: { ...kept.turned, [of]: tokens } }, '')
}

function listTags(of: string): readonly string[] {
  const { turned }: Kept = history.state ?? {}
  return turned?.[of] ?? noTokens
}
