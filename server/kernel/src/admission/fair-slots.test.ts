import { expect, it } from 'vitest'
import { FairSlots, type FairSlot, type FairSlotsOptions } from './fair-slots.ts'

function givenSlots(options: FairSlotsOptions) {
  const slots = new FairSlots(options)
  const admitted: string[] = []
  const held: FairSlot[] = []
  /** Asks for slots of a project, whose organization is the first letter of its name. */
  const ask = (project: string, count = 1) => {
    for (let n = 0; n < count; n++) {
      slots.enter({ org: `org ${project[0]}`, project }, (slot) => {
        admitted.push(project)
        held.push(slot)
      })
    }
  }
  const countAdmitted = (project: string) => admitted.filter((name) => name === project).length
  return { slots, ask, held, admitted, countAdmitted }
}

it('leaves slots for other projects of an organization, and for other organizations', () => {
  const { ask, countAdmitted } = givenSlots({ slots: 16 })

  for (let n = 1; n <= 100; n++) ask(`a${n}`, 20)
  ask('b1', 20)
  ask('c1', 20)

  expect(countAdmitted('a1')).toBe(8)
  expect(countAdmitted('a2')).toBe(4)
  expect(countAdmitted('b1')).toBeGreaterThanOrEqual(1)
  expect(countAdmitted('c1')).toBeGreaterThanOrEqual(1)
})

it('gives a free slot to the organization with the fewest, then to its project with the fewest', () => {
  const { ask, held, admitted } = givenSlots({ slots: 4 })
  ask('a1', 2)
  ask('b1')
  ask('c1')
  ask('a2')
  ask('a1')
  ask('d1')

  held[0]!.release()
  held[1]!.release()

  expect(admitted).toEqual(['a1', 'a1', 'b1', 'c1', 'd1', 'a2'])
})

it('admits others while holders wait for answers, and counts these by tenant as well', () => {
  const { slots, ask, held, countAdmitted } = givenSlots({ slots: 2, maxLent: 8 })
  for (let n = 0; n < 10; n++) {
    ask('a1')
    held.at(-1)!.lend()
  }

  // Half of the lent ones, and a slot that its holder keeps.
  expect(slots.countLent()).toBe(4)
  expect(countAdmitted('a1')).toBe(5)
  ask('b1')
  expect(countAdmitted('b1')).toBe(1)
  held.at(-1)!.lend()
  expect(slots.countLent()).toBe(5)
})

it('takes a lent slot back even if none is free, and forgets what has ended', () => {
  const { slots, ask, held, countAdmitted } = givenSlots({ slots: 1, maxLent: 4 })
  ask('a1')
  held[0]!.lend()
  ask('b1')

  held[0]!.takeBack()
  ask('c1')

  expect(slots.countFree()).toBe(0)
  expect(slots.listSated()).toEqual({
    orgs: ['org a', 'org b', 'org c'],
    projects: ['a1', 'b1', 'c1'],
  })
  held[1]!.release()
  expect(countAdmitted('c1')).toBe(0)
  held[0]!.release()
  expect(countAdmitted('c1')).toBe(1)
  held[2]!.release()
  held[2]!.release()
  expect(slots.isIdle()).toBe(true)
  expect(slots.listSated()).toEqual({ orgs: [], projects: [] })
})

it('ends a wait', () => {
  const slots = new FairSlots({ slots: 1 })
  const held: FairSlot[] = []
  const tenant = { org: 'a', project: 'a1' }
  slots.enter(tenant, (slot) => held.push(slot))
  const stopWaiting = slots.enter(tenant, (slot) => held.push(slot))

  stopWaiting!()
  stopWaiting!()
  held[0]!.release()

  expect(held).toHaveLength(1)
  expect(slots.isIdle()).toBe(true)
})

const tenants = ['a', 'b', 'c'].map((name) => ({ org: name, project: name }))
const [a, b, c] = [tenants[0]!, tenants[1]!, tenants[2]!]
const wait = { patienceMs: 60_000, makeError: () => new Error('busy') }

it('divides bytes, and lets nobody overtake a large part that waits for them', async () => {
  const slots = new FairSlots({ slots: 100 })
  const first = await slots.acquire(a, { ...wait, weight: 50 })
  const admitted: string[] = []
  const large = slots.acquire(b, { ...wait, weight: 60 }).then(() => admitted.push('large'))
  const small = slots.acquire(c, { ...wait, weight: 1 }).then(() => admitted.push('small'))
  await Promise.resolve()
  expect(admitted).toEqual([])

  first.release()
  await Promise.all([large, small])

  expect(admitted).toEqual(['large', 'small'])
})

it('admits what is larger than all slots when nothing else is in progress', async () => {
  const slots = new FairSlots({ slots: 100 })
  const first = await slots.acquire(a, { ...wait, weight: 60 })
  const large = slots.acquire(b, { ...wait, weight: 500 })
  first.release()

  expect(slots.countBusy()).toBe(500)
  ;(await large).release()
  expect(slots.isIdle()).toBe(true)
})

it('serves others when a large part no longer waits', async () => {
  const slots = new FairSlots({ slots: 100 })
  await slots.acquire(a, { ...wait, weight: 50 })
  const large = slots.acquire(b, { ...wait, patienceMs: 10, weight: 60 })
  const small = slots.acquire(c, { ...wait, weight: 1 })

  await expect(large).rejects.toThrow('busy')

  await small
  expect(slots.countBusy()).toBe(51)
})

it('ends a wait after a time or with its signal, and forgets it', async () => {
  const slots = new FairSlots({ slots: 1 })
  const held = await slots.acquire(a, wait)
  const leaving = new AbortController()
  const abandoned = slots.acquire(b, { ...wait, signal: leaving.signal })
  leaving.abort(new Error('left'))

  await expect(abandoned).rejects.toThrow('left')
  await expect(slots.acquire(b, { ...wait, patienceMs: 10 })).rejects.toThrow('busy')
  await expect(slots.acquire(b, { ...wait, signal: leaving.signal })).rejects.toThrow('left')
  held.release()

  expect(slots.isIdle()).toBe(true)
})

it('serves a new organization at once while others ask for everything and release nothing', () => {
  const { ask, countAdmitted } = givenSlots({ slots: 64 })
  for (let n = 0; n < 20; n++) for (let of = 0; of < 500; of++) ask(`h${n}`)

  ask('b1')

  expect(countAdmitted('b1')).toBe(1)
  ask('c1')
  expect(countAdmitted('c1')).toBe(1)
})

it('serves waiting tenants in turn', () => {
  const { ask, held, admitted } = givenSlots({ slots: 1 })
  ask('a1', 3)
  ask('b1', 2)

  for (let n = 0; n < 4; n++) held[n]!.release()

  expect(admitted).toEqual(['a1', 'b1', 'a1', 'b1', 'a1'])
})
