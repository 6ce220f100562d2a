import { expect, it, vi } from 'vitest'
import { QueryStore, type Query } from './query-store.ts'

const counting = (key: string[], extra: Partial<Query<number>> = {}) => {
  let calls = 0
  return { key, fetch: vi.fn(async () => (calls += 1)), ...extra }
}

it('fetches once for concurrent subscribers', async () => {
  const store = new QueryStore()
  const query = counting(['a'])

  store.subscribe(query, () => {})
  store.subscribe(query, () => {})
  await store.get(query)

  expect(query.fetch).toHaveBeenCalledTimes(1)
  expect(store.state(query)).toMatchObject({ status: 'success', data: 1, isFetching: false })
})

it('refetches subscribed queries and removes others when a prefix is invalidated', async () => {
  const store = new QueryStore()
  const [shown, hidden, other] = [counting(['a', '1']), counting(['a', '2']), counting(['ab'])]
  store.subscribe(shown, () => {})
  await Promise.all([shown, hidden, other].map((query) => store.get(query)))

  await store.invalidate(['a'])

  expect(store.state(shown).data).toBe(2)
  expect(store.state(hidden).status).toBe('pending')
  expect(other.fetch).toHaveBeenCalledTimes(1)
})

it('keeps data visible while it is refetched', async () => {
  const store = new QueryStore()
  const query = counting(['a'])
  const seen: unknown[] = []
  store.subscribe(query, () => seen.push(store.state(query).data))
  await store.get(query)

  await store.invalidate(['a'])

  expect(seen).toEqual([1, 1, 2])
})

it('keeps the newest reply when an older one arrives late', async () => {
  const store = new QueryStore()
  const answers: ((value: string) => void)[] = []
  const query = { key: ['a'], fetch: () => new Promise<string>((resolve) => answers.push(resolve)) }
  store.subscribe(query, () => {})
  await Promise.resolve()

  const again = store.invalidate(['a'])
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.('new')
  answers[0]?.('old')
  await again

  expect(store.state(query).data).toBe('new')
})

it('retries after a short outage', async () => {
  const store = new QueryStore()
  let calls = 0
  const query = {
    key: ['a'],
    fetch: async () => {
      calls += 1
      if (calls === 1) throw Object.assign(new Error('away'), { problem: { status: 503 } })
      return 'back'
    },
  }

  await expect(store.get(query)).resolves.toBe('back')
})

it('reports permanent errors immediately', async () => {
  const store = new QueryStore()
  const fetch = vi.fn(async () => {
    throw Object.assign(new Error('no'), { problem: { status: 404 } })
  })

  await expect(store.get({ key: ['a'], fetch })).rejects.toThrow('no')

  expect(fetch).toHaveBeenCalledTimes(1)
})

it('keeps a set value when an older request completes later', async () => {
  const store = new QueryStore()
  let answer: (value: string) => void = () => {}
  const query = {
    key: ['a'],
    fetch: () => new Promise<string>((resolve) => (answer = resolve)),
  }
  store.subscribe(query, () => {})
  await Promise.resolve()

  store.set(query, 'saved just now')
  answer('before it was saved')
  await new Promise((resolve) => setTimeout(resolve))

  expect(store.state(query).data).toBe('saved just now')
})
