import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { pickBy, randomFrom } from '@platform/testing/seeded'
import { expect, it } from 'vitest'
import { givenNotifications, givenProject } from '../../../../delivery/src/notifications/testing.ts'
import { storeVersions } from './record-versions.ts'

const second = (number: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, number))

async function givenVersions() {
  const notifications = await givenNotifications()
  const projectId = await givenProject(notifications)
  const db = notifications.database.tenant(projectId)
  const destinationId = newId('dest')
  const store = (
    versions: Record<string, Date>,
    {
      from = 0,
      until = 1,
      recordsOf = 'inst_1 contact',
    }: { from?: number; until?: number; recordsOf?: string } = {},
  ) =>
    inTransaction(db, (tx) =>
      storeVersions(tx, {
        projectId,
        destinationId,
        recordsOf,
        readFrom: second(from),
        readUntil: second(until),
        versions: new Map(Object.entries(versions)),
      }),
    )
  return { store }
}

it('returns the records of which a newer version was sent', async () => {
  const { store } = await givenVersions()

  expect(await store({ a: second(5), b: second(5) })).toEqual(new Set())
  expect(await store({ a: second(4), b: second(6), c: second(1) })).toEqual(new Set(['a']))
  expect(await store({ a: second(4) }, { recordsOf: 'inst_2 contact' })).toEqual(new Set())
})

it('compares versions of one time by when they were read', async () => {
  const { store } = await givenVersions()
  await store({ a: second(5) }, { from: 20, until: 21 })

  const before = await store({ a: second(5) }, { from: 10, until: 19 })
  const meanwhile = await store({ a: second(5) }, { from: 10, until: 20 })
  const after = await store({ a: second(5) }, { from: 30, until: 31 })

  expect(before).toEqual(new Set(['a']))
  expect(meanwhile).toEqual(new Set())
  expect(after).toEqual(new Set())
})

it('takes no time of days ahead for a later one', async () => {
  const { store } = await givenVersions()
  const days = (number: number) => second(number * 86_400)
  await store({ a: days(25_000), b: second(4_000) }, { from: 0, until: 1 })

  expect(await store({ a: second(30) }, { from: 40, until: 41 })).toEqual(new Set())
  // An hour ahead may be the provider's clock.
  expect(await store({ b: second(30) }, { from: 40, until: 41 })).toEqual(new Set(['b']))
})

it('lets each record advance only, whatever the order of concurrent transactions', async () => {
  const { store } = await givenVersions()
  const random = randomFrom(7)
  const pick = pickBy(random)
  const sent: { id: string; time: number }[] = []
  const writer = async () => {
    for (let round = 0; round < 40; round++) {
      const versions: Record<string, Date> = {}
      for (let count = 0; count < 5; count++) {
        versions[pick(['a', 'b', 'c', 'd'])] = second(Math.floor(random() * 1_000))
      }
      const superseded = await store(versions, { from: round, until: round + 100 })
      // The statement has decided; its order is that of the row locks, checked by the newest time.
      for (const [id, time] of Object.entries(versions)) {
        if (!superseded.has(id)) sent.push({ id, time: +time })
      }
    }
  }
  await Promise.all([writer(), writer(), writer()])

  for (const id of ['a', 'b', 'c', 'd']) {
    const times = sent.filter((version) => version.id === id).map(({ time }) => time)
    const newest = Math.max(...times)
    // Everything up to the newest version is superseded by it, and nothing newer is.
    expect(await store({ [id]: new Date(newest - 1) })).toEqual(new Set([id]))
    expect(await store({ [id]: new Date(newest + 1) })).toEqual(new Set())
  }
})
