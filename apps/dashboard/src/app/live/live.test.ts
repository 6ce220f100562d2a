import { QueryStore } from '@platform/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { keepProjectLive } from './live.ts'

const messages = ['open', 'deliveries', 'operations'].map((what) => `event: ${what}\ndata: {}\n\n`)

/** Answers with a stream that reports several things at once and ends when the caller leaves. */
const openStream = async (_path: unknown, init?: RequestInit) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(stream) {
        for (const message of messages) stream.enqueue(new TextEncoder().encode(message))
        init?.signal?.addEventListener('abort', () => stream.close())
      },
    }),
  )

it('fetches once what a new stream reports several times', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = new QueryStore()
  const invalidate = vi.spyOn(store, 'invalidate')
  const stop = keepProjectLive({ fetch: openStream, store, learnPosition: () => {} }, 'demo')
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  await vi.advanceTimersByTimeAsync(1_000)

  const names = invalidate.mock.calls.map(([key]) => key.at(-1))
  expect(names).toContain('deliveries')
  expect(names).toContain('installations')
  expect(new Set(names).size).toBe(names.length)
})
