import { expect, it, onTestFinished, vi } from 'vitest'
import { renewDuring, waitForLease } from './lease.ts'

const options = { maxWaitMs: 60_000, tryEveryMs: 1, makeError: () => new Error('busy') }

it('claims a lease when others have released it', async () => {
  const answers = [undefined, undefined, 'mine']

  expect(await waitForLease(async () => answers.shift(), options)).toBe('mine')
  expect(answers).toEqual([])
})

it('waits for a limited time, and no longer than the caller', async () => {
  const leaving = new AbortController()
  const waiting = waitForLease(async () => undefined, { ...options, signal: leaving.signal })
  leaving.abort(new Error('left'))

  await expect(waiting).rejects.toThrow('left')
  const impatient = waitForLease(async () => undefined, { ...options, maxWaitMs: 0 })
  await expect(impatient).rejects.toThrow('busy')
})

it('renews a lease until the work ends, although a renewal fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const renew = vi.fn(() => Promise.reject(new Error('away')))
  const work = Promise.withResolvers<string>()

  const done = renewDuring(() => work.promise, { renew, everyMs: 1_000 })
  vi.advanceTimersByTime(3_000)
  work.resolve('done')

  expect(await done).toBe('done')
  vi.advanceTimersByTime(3_000)
  expect(renew).toHaveBeenCalledTimes(3)
})
