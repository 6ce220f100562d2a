import type { CatalogueEntry } from '@platform/connector'
import { expect, it } from 'vitest'
import { refusalProblem } from './refusal-problem.ts'
import { createCallLimit, TooManyCallsError, type CallOf } from './call-limit.ts'

const patienceMs = { forWhoWaits: 20, inBackground: 20 }

const call = (
  of: string,
  { projectId = 'proj_1', isBackground = false }: Partial<CallOf> = {},
) => ({
  of,
  projectId,
  isBackground,
})

it('makes so many calls of a project at a time, and tells who waits in vain', async () => {
  const limit = createCallLimit({ places: 2, patienceMs })
  const first = await limit.take(call('a'))
  await limit.take(call('b'))

  const inVain = limit.take(call('c'))
  await expect(inVain).rejects.toThrow(TooManyCallsError)
  const patient = limit.take(call('d'))
  first()

  expect(await patient).toBeInstanceOf(Function)
})

it('has other places for other projects, and for what runs in the background', async () => {
  const limit = createCallLimit({ places: 1, patienceMs })
  await limit.take(call('a', { isBackground: true }))

  const inFront = limit.run(call('a'), async () => 'answered')
  const ofAnother = limit.run(call('a', { projectId: 'proj_2' }), async () => 'answered')

  expect(await Promise.all([inFront, ofAnother])).toEqual(['answered', 'answered'])
})

it('leaves half of the places to other connections, and takes turns between them', async () => {
  const limit = createCallLimit({ places: 4, patienceMs })
  const order: string[] = []
  const held = await Promise.all([limit.take(call('hangs')), limit.take(call('hangs'))])
  const inVain = limit.take(call('hangs'))
  const busy = await Promise.all([limit.take(call('busy')), limit.take(call('busy'))])
  const line = ['busy', 'busy', 'quiet'].map((of) =>
    limit.run(call(of), async () => void order.push(of)),
  )

  busy[0]()
  await Promise.all(line)

  expect(order[0]).toBe('quiet')
  await expect(inVain).rejects.toThrow(TooManyCallsError)
  held.forEach((release) => release())
})

it('gives a place back when the call fails', async () => {
  const limit = createCallLimit({ places: 1, patienceMs })

  const failing = limit.run(call('a'), () => Promise.reject(new Error('It broke.')))

  await expect(failing).rejects.toThrow('It broke.')
  expect(await limit.run(call('a'), async () => 'answered')).toBe('answered')
})

it('tells the caller that it was the project, and when to come back', () => {
  const salesforce = { info: { name: 'salesforce' } } as CatalogueEntry

  const problem = refusalProblem(new TooManyCallsError(40), salesforce, 'to search')

  expect(problem.kind).toBe('too-many-requests')
  expect(problem.details).toMatchObject({
    detail: 'The project has 40 calls to providers under way.',
    retryAfter: expect.any(Date),
  })
})
