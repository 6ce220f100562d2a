'use client'

import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Query, QueryState, QueryStore } from '@platform/client'
import { usePlatform } from './platform-provider.tsx'

export interface QueryResult<Data> extends QueryState<Data> {
  isPending: boolean
  isSuccess: boolean
  isError: boolean
  refetch: () => void
}

const idle: QueryState<never> = {
  status: 'pending',
  data: undefined,
  error: null,
  isFetching: false,
}

/** Returns the result of a query; `null` requests nothing and stays pending. */
export const useUiQuery = <Data>(query: Query<Data> | null): QueryResult<Data> =>
  useUiStored(usePlatform().store, query)

/** Queries a given store; without a store, no request is sent. */
export function useUiStored<Data>(
  store: QueryStore | undefined,
  query: Query<Data> | null,
): QueryResult<Data> {
  const id = query && JSON.stringify(query.key)
  // The key identifies a query: an equal key needs no new subscription.
  const [current, setCurrent] = useState({ store, id, query })
  if (current.store !== store || current.id !== id) setCurrent({ store, id, query })

  const subscribe = useCallback(
    (listener: () => void) =>
      (current.query && current.store?.subscribe(current.query, listener)) || (() => {}),
    [current],
  )
  const snapshot = () => (query && store ? store.state(query) : idle)
  const state = useSyncExternalStore<QueryState<Data>>(subscribe, snapshot, () => idle)

  return {
    ...state,
    isPending: state.status === 'pending',
    isSuccess: state.status === 'success',
    isError: state.status === 'error',
    refetch: () => query && void store?.invalidate(query.key),
  }
}
