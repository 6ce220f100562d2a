import { expect, it } from 'vitest'
import { createReplicaReads } from './replica-reads.ts'

const later = 'aaaaaaaa-0000000000000002'
const earlier = 'aaaaaaaa-0000000000000001'

/** Calls through a server that answers each change with the next of these positions. */
function callWithPositions(positions: (string | undefined | Error)[], known?: string) {
  const sent: (string | null)[] = []
  const reads = createReplicaReads(async (_input, init) => {
    if ((init?.method ?? 'GET') === 'GET') {
      sent.push(new Headers(init?.headers).get('x-platform-position'))
      return new Response()
    }
    const position = positions.shift()
    if (position instanceof Error) throw position
    return new Response(null, { headers: position ? { 'x-platform-position': position } : {} })
  }, known)
  return {
    ...reads,
    // A change can fail: its position is what matters.
    change: () => reads.fetch('/', { method: 'POST' }).catch(() => undefined),
    async sentWithList() {
      await reads.fetch('/', { headers: { accept: 'application/json' } })
      return sent.at(-1)
    },
  }
}

it.each([
  ['the first change', [earlier], earlier],
  ['a later change', [earlier, later], later],
  ['a reply that arrived late', [later, earlier], later],
  ['another database', [later, 'bbbbbbbb-0000000000000001'], 'bbbbbbbb-0000000000000001'],
  ['a server without positions', [later, undefined], null],
  ['a change with an unknown outcome', [later, new Error('cut off')], null],
  ['a change after it', [new Error('cut off'), earlier], earlier],
])('sends with lists the position of %s', async (_of, positions, expected) => {
  const client = callWithPositions([...positions])

  for (const _ of positions) await client.change()

  expect(await client.sentWithList()).toBe(expected)
})

it('sends no position unless one is known, as `any` or otherwise', async () => {
  expect(await callWithPositions([]).sentWithList()).toBeNull()
  expect(await callWithPositions([], 'any').sentWithList()).toBe('any')

  const client = callWithPositions([earlier], 'any')
  await client.change()
  expect(await client.sentWithList()).toBe(earlier)
  client.learn(later)
  expect(await client.sentWithList()).toBe(later)
  client.learn(undefined)
  expect(await client.sentWithList()).toBeNull()
})
