import { afterEach, expect, it, vi } from 'vitest'
import { Problem } from '../problems/problem.ts'
import { createLastingAccess, passWhileAllowed } from './lasting-access.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('checks a request again once it has lasted for a second since the last check', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const mustHaveAccess = vi.fn(async () => {})
  const access = createLastingAccess(mustHaveAccess)

  for (const ms of [0, 999, 1_000, 1_500, 2_000]) {
    clock.mockReturnValue(ms)
    await access.checkAfterWaiting()
  }

  expect(mustHaveAccess).toHaveBeenCalledTimes(2)
})

it('ends a long reply whose caller has lost access before its next part', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  let isAllowed = true
  const access = createLastingAccess(async () => {
    if (!isAllowed) throw new Problem('credential-invalid')
  })
  async function* list() {
    yield* ['header', 'first', 'second']
  }
  const seen: string[] = []
  const read = async () => {
    for await (const part of passWhileAllowed(access, list())) {
      seen.push(part)
      if (part === 'first') isAllowed = false
      clock.mockReturnValue(performance.now() + 2_000)
    }
  }

  await expect(read()).rejects.toThrow(Problem)
  expect(seen).toEqual(['header', 'first'])
})
