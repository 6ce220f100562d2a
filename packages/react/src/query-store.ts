export interface Query<Data> {
  /** Names the data; a prefix of it names all that begins so. */
  key: readonly string[]
  fetch: () => Promise<Data>
  /** How long data serves a component that mounts; 0 when absent, `Infinity` for ever. */
  staleMs?: number
}

export interface QueryState<Data> {
  status: 'pending' | 'success' | 'error'
  data: Data | undefined
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

/** Components that mount together, or right after one another, share what was fetched. */
const sharedMs = 2_000
const retryDelaysMs = [300, 900]

/**
 * What the server knows, by key. Requests for the same key are made once; data stays visible while
 * it is fetched again.
 */
export class QueryStore {
  readonly #entries = new Map<string, Entry>()

  state<Data>({ key }: Query<Data>): QueryState<Data> {
    return (this.#entries.get(idOf(key))?.state ?? pending) as QueryState<Data>
  }

  subscribe(query: Query<unknown>, listener: () => void): () => void {
    const entry = this.#entry(query)
    entry.query = query
    entry.listeners.add(listener)
    const isFresh = Date.now() - entry.fetchedAt < Math.max(query.staleMs ?? 0, sharedMs)
    if (!isFresh || entry.state.status === 'error') void this.#load(entry)
    return () => entry.listeners.delete(listener)
  }

  /** Resolves with the data, fetched when there is none yet. */
  async get<Data>(query: Query<Data>): Promise<Data> {
    const entry = this.#entry(query)
    if (entry.state.status !== 'success') await this.#load(entry)
    if (entry.state.status === 'error') throw entry.state.error
    return entry.state.data as Data
  }

  set<Data>({ key, fetch }: Query<Data>, data: Data): void {
    const entry = this.#entry({ key, fetch })
    entry.fetchedAt = Date.now()
    this.#change(entry, { status: 'success', data, error: null, isFetching: false })
  }

  /** Fetches again what is on screen below the key, and forgets the rest. */
  async invalidate(key: readonly string[]): Promise<void> {
    const prefix = idOf(key)
    const matching = [...this.#entries].filter(([id]) => id.startsWith(prefix))
    for (const [id, entry] of matching) if (!entry.listeners.size) this.#entries.delete(id)
    const shown = matching.filter(([, entry]) => entry.listeners.size)
    await Promise.all(shown.map(([, entry]) => this.#load(entry, { again: true })))
  }

  #entry(query: Query<unknown>): Entry {
    const id = idOf(query.key)
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

  #load(entry: Entry, { again = false } = {}): Promise<void> {
    if (entry.inFlight && !again) return entry.inFlight

    const load = this.#fetch(entry, () => entry.inFlight === load)
    entry.inFlight = load
    return load
  }

  async #fetch(entry: Entry, isLatest: () => boolean): Promise<void> {
    // Subscribers are told from effects; telling them while others mount would be too early.
    await Promise.resolve()
    if (!entry.state.isFetching) this.#change(entry, { ...entry.state, isFetching: true })
    const next = await outcome(entry.query)
    if (!isLatest()) return entry.inFlight

    entry.inFlight = undefined
    entry.fetchedAt = Date.now()
    const { data } = entry.state
    this.#change(entry, 'error' in next ? failed(next.error, data) : succeeded(next.data))
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

function isTransient(error: Error): boolean {
  const { problem } = error as { problem?: { status: number } }
  return problem !== undefined && (problem.status === 0 || problem.status >= 502)
}

const succeeded = (data: unknown): QueryState<unknown> => ({
  status: 'success',
  data,
  error: null,
  isFetching: false,
})

const failed = (error: Error, data: unknown): QueryState<unknown> => ({
  status: 'error',
  data,
  error,
  isFetching: false,
})

const idOf = (key: readonly string[]) => key.map((part) => `${JSON.stringify(part)},`).join('')
