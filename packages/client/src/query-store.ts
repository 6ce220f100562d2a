export interface Query<Data> {
  /** Cache key; its prefixes name groups of data. */
  key: readonly string[]
  fetch: () => Promise<Data>
  /**
   * How long data is fresh for a component that mounts; `Infinity` forever. Default: one second.
   */
  staleMs?: number
}

export interface QueryState<Data> {
  status: 'pending' | 'success' | 'error'
  data: Data | undefined
  /** Error of the last attempt; earlier data is kept. */
  error: Error | null
  isFetching: boolean
}

interface Entry {
  query: Query<unknown>
  state: QueryState<unknown>
  listeners: Set<() => void>
  inFlight: Promise<void> | undefined
  fetchedAt: number
}

const pending: QueryState<never> = {
  status: 'pending',
  data: undefined,
  error: null,
  isFetching: true,
}

/** Components that request the same data within this time share one request. */
const sharedMs = 1_000
const retryDelaysMs = [300, 900]

/**
 * Cache of server data by key. Requests with the same key are shared; data stays visible while it
 * is refetched.
 */
export class QueryStore {
  readonly #entries = new Map<string, Entry>()

  state<Data>({ key }: Query<Data>): QueryState<Data> {
    return (this.#entries.get(formatKey(key))?.state ?? pending) as QueryState<Data>
  }

  /** Keeps the query's data up to date for the listener, which is notified of every change. */
  subscribe(query: Query<unknown>, listener: () => void): () => void {
    const entry = this.#entry(query)
    entry.query = query
    entry.listeners.add(listener)
    const isFresh = Date.now() - entry.fetchedAt < Math.max(query.staleMs ?? 0, sharedMs)
    if (!isFresh || entry.state.status === 'error') void this.#load(entry)
    return () => entry.listeners.delete(listener)
  }

  /** Resolves with the data, which is fetched if there is none. */
  async get<Data>(query: Query<Data>): Promise<Data> {
    const entry = this.#entry(query)
    if (entry.state.status !== 'success') await this.#load(entry)
    if (entry.state.status === 'error') throw entry.state.error
    return entry.state.data as Data
  }

  /** Refetches with the given query; one request at a time. */
  async refresh(query: Query<unknown>): Promise<void> {
    const entry = this.#entry(query)
    entry.query = query
    await this.#load(entry)
  }

  set<Data>(query: Query<Data>, data: Data): void {
    const entry = this.#entry(query)
    entry.inFlight = undefined
    entry.fetchedAt = Date.now()
    this.#change(entry, toSuccess(data))
  }

  /** Refetches data on screen below the key, and drops the rest. */
  async invalidate(key: readonly string[]): Promise<void> {
    const prefix = formatKey(key)
    const reloads: Promise<void>[] = []
    const matching = [...this.#entries].filter(([id]) => id.startsWith(prefix))
    for (const [id, entry] of matching) {
      // A request that began before the change may not have seen it.
      entry.inFlight = undefined
      if (entry.listeners.size) reloads.push(this.#load(entry))
      else this.#entries.delete(id)
    }
    await Promise.all(reloads)
  }

  /** Drops all data, for example when another person signs in. */
  clear(): void {
    this.#entries.clear()
  }

  #entry(query: Query<unknown>): Entry {
    const id = formatKey(query.key)
    const existing = this.#entries.get(id)
    if (existing) return existing

    const entry: Entry = {
      query,
      state: pending,
      listeners: new Set(),
      inFlight: undefined,
      fetchedAt: -Infinity,
    }
    this.#entries.set(id, entry)
    return entry
  }

  #load(entry: Entry): Promise<void> {
    entry.inFlight ??= this.#fetch(entry)
    return entry.inFlight
  }

  async #fetch(entry: Entry): Promise<void> {
    // Subscribers are notified in effects; notifying them while others mount would be too early.
    await Promise.resolve()
    const own = entry.inFlight
    if (!entry.state.isFetching) this.#change(entry, { ...entry.state, isFetching: true })
    const next = await outcome(entry.query)
    // Overtaken by a newer request, or by data set in the meantime.
    if (entry.inFlight !== own) return entry.inFlight

    entry.inFlight = undefined
    entry.fetchedAt = Date.now()
    const { data } = entry.state
    this.#change(entry, 'error' in next ? toFailure(next.error, data) : toSuccess(next.data))
  }

  #change(entry: Entry, state: QueryState<unknown>): void {
    entry.state = state
    for (const listener of entry.listeners) listener()
  }
}

async function outcome(query: Query<unknown>): Promise<{ data: unknown } | { error: Error }> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return { data: await query.fetch() }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      const delayMs = retryDelaysMs[attempt]
      if (delayMs === undefined || !isTransient(error)) return { error }
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
}

/** Reports whether the service was unreachable; a retry fixes nothing else. */
function isTransient(error: Error): boolean {
  const { problem } = error as { problem?: { status: number } }
  return problem !== undefined && (problem.status === 0 || problem.status >= 502)
}

const toSuccess = (data: unknown): QueryState<unknown> => ({
  status: 'success',
  data,
  error: null,
  isFetching: false,
})

const toFailure = (error: Error, data: unknown): QueryState<unknown> => ({
  status: 'error',
  data,
  error,
  isFetching: false,
})

const formatKey = (key: readonly string[]) => key.map((part) => `${JSON.stringify(part)},`).join('')
