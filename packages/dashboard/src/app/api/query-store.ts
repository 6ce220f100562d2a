export interface Query<Data> {
  /** Names the data; a prefix of it names all that begins so. */
  key: readonly string[]
  fetch: () => Promise<Data>
}

export interface QueryState<Data> {
  data: Data | undefined
  /** Why the last try failed; data of an earlier one stays. */
  error: Error | undefined
  isFetching: boolean
}

interface Entry {
  query: Query<unknown>
  state: QueryState<unknown>
  listeners: Set<() => void>
  inFlight: Promise<void> | undefined
  fetchedAt: number
}

const initial: QueryState<never> = { data: undefined, error: undefined, isFetching: true }

/** Parts of one page that want the same share one request. */
const sharedMs = 1_000

/**
 * What the server knows, by key. A page that is opened again shows what was known at once and is
 * brought up to date behind it.
 */
export class QueryStore {
  readonly #entries = new Map<string, Entry>()

  state<Data>({ key }: Query<Data>): QueryState<Data> {
    return (this.#entries.get(idOf(key))?.state ?? initial) as QueryState<Data>
  }

  /** Keeps the query's data up to date for the listener, which hears of every change. */
  subscribe(query: Query<unknown>, listener: () => void): () => void {
    const entry = this.#entry(query)
    entry.query = query
    entry.listeners.add(listener)
    const isFresh = Date.now() - entry.fetchedAt < sharedMs
    if (!isFresh || entry.state.error) void this.#load(entry)
    return () => entry.listeners.delete(listener)
  }

  /** Fetches again, with the query given; one fetch at a time. */
  async refresh(query: Query<unknown>): Promise<void> {
    const entry = this.#entry(query)
    entry.query = query
    await this.#load(entry)
  }

  set<Data>(query: Query<Data>, data: Data): void {
    const entry = this.#entry(query)
    entry.fetchedAt = Date.now()
    entry.inFlight = undefined
    this.#change(entry, { data, error: undefined, isFetching: false })
  }

  /** Fetches again what is on screen below the key, and forgets the rest. */
  async invalidate(key: readonly string[]): Promise<void> {
    const prefix = idOf(key)
    const matching = [...this.#entries].filter(([id]) => id.startsWith(prefix))
    const reloads: Promise<void>[] = []
    for (const [id, entry] of matching) {
      // A fetch that began before the change may not have seen it.
      entry.inFlight = undefined
      if (entry.listeners.size) reloads.push(this.#load(entry))
      else this.#entries.delete(id)
    }
    await Promise.all(reloads)
  }

  /** Forgets everything, as when somebody else signs in. */
  clear(): void {
    this.#entries.clear()
  }

  #entry(query: Query<unknown>): Entry {
    const id = idOf(query.key)
    const existing = this.#entries.get(id)
    if (existing) return existing

    const entry: Entry = {
      query,
      state: initial,
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
    // Subscribers are told from effects; telling them while others mount would be too early.
    await Promise.resolve()
    const own = entry.inFlight
    if (!entry.state.isFetching) this.#change(entry, { ...entry.state, isFetching: true })
    const next = await entry.query.fetch().then(
      (data) => ({ data, error: undefined }),
      (error: Error) => ({ data: entry.state.data, error }),
    )
    if (entry.inFlight !== own) return

    entry.inFlight = undefined
    entry.fetchedAt = Date.now()
    this.#change(entry, { ...next, isFetching: false })
  }

  #change(entry: Entry, state: QueryState<unknown>): void {
    entry.state = state
    for (const listener of entry.listeners) listener()
  }
}

const idOf = (key: readonly string[]) => key.map((part) => `${JSON.stringify(part)},`).join('')
