import { expect, it } from 'vitest'
import { SharedRuns } from './shared-runs.ts'

/** Work whose runs end in the order of their begin, when the test resolves them. */
function givenWork() {
  const runs: PromiseWithResolvers<number>[] = []
  const work = () => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  }
  return { runs, work }
}

it('shares a run among all who ask before it begins, and begins another for those who ask later', async () => {
  const shared = new SharedRuns()
  const { runs, work } = givenWork()

  const first = shared.share('a', work)
  const later = [shared.share('a', work), shared.share('a', work)]
  const other = shared.share('b', work)
  expect(runs).toHaveLength(2)
  runs[0]?.resolve(1)
  runs[1]?.resolve(2)

  expect(await first).toBe(1)
  expect(await other).toBe(2)
  expect(runs).toHaveLength(3)
  runs[2]?.resolve(3)
  expect(await Promise.all(later)).toEqual([3, 3])
})

it('rejects for all who share a run that fails, and runs again', async () => {
  const shared = new SharedRuns()
  const { runs, work } = givenWork()

  const [first, later] = [shared.share('a', work), shared.share('a', work)]
  runs[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  runs[1]?.resolve(1)

  expect(await later).toBe(1)
  const again = shared.share('a', work)
  runs[2]?.resolve(2)
  expect(await again).toBe(2)
})
