import { ProviderError, type ProviderFailure } from '@platform/connector'
import type { Health, Installation, InstallationId, PauseCause } from '@platform/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Problem } from '../problems/problem.ts'
import { patiently } from '../testing/patiently.ts'
import { testPlatform } from '../testing/test-platform.ts'
import { lostFieldsIn, reasonOf } from '../values/lost-access.ts'
import { must } from '../values/must.ts'
import { nextTry } from './next-try.ts'

let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  platform = await testPlatform({ contacts: 3 })
})
afterAll(() => platform.close())

const shownBy = (id: string) =>
  platform.call<Installation>('GET', `/v1/{p}/integrations/crm/installations/${id}`)
const contactOf = ({ objects }: Installation) => must(objects['Contact'], 'Contact')

async function givenRead(groupRef: string): Promise<InstallationId> {
  await platform.connect(groupRef)
  const { id } = await platform.install(groupRef)
  await vi.waitFor(
    async () => expect(contactOf(await shownBy(id)).lastRunTime).toBeDefined(),
    patiently,
  )
  return id
}

it('says of a lost field what happened, since when and what to do, until it is read again', async () => {
  const id = await givenRead('globex')
  const read = () =>
    platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', { groupRef: 'globex' })

  await platform.control.showField('Contact', 'Title', false)
  await read()
  await vi.waitFor(async () => expect((await shownBy(id)).health.state).toBe('failing'), patiently)
  const failing = await shownBy(id)
  await platform.control.showField('Contact', 'Title', true)
  await read()
  await vi.waitFor(async () => expect((await shownBy(id)).health.state).toBe('healthy'), patiently)

  expect(failing.health).toMatchObject({
    state: 'failing',
    reason: 'Salesforce no longer lets this user see `Title`.',
    remedy: 'Give the user access to them at the provider, or choose other fields.',
    since: expect.any(String),
  })
  expect(contactOf(failing)).toMatchObject({ health: failing.health, lostFields: ['Title'] })
  expect(contactOf(await shownBy(id))).not.toHaveProperty('lostFields')
})

/** What asks for the fields of the account anew: the embedded UI and the dashboard, and backends. */
const reloads: [string, (groupRef: string, id: string) => Promise<unknown>][] = [
  [
    'a revision with live fields',
    async (_groupRef, id) => {
      const { integrationId, config, connection } = await shownBy(id)
      const of = `/v1/{p}/integrations/${integrationId}/revisions/${config.revisionId}`
      await platform.call('GET', `${of}:hydrate?connectionId=${connection.id}`)
    },
  ],
  [
    'the metadata of an object of an installation',
    (groupRef) =>
      platform.call(
        'GET',
        `/v1/{p}/integrations/crm/objects/Contact/metadata?groupRef=${groupRef}`,
      ),
  ],
  [
    'the metadata of an object of a connection',
    (groupRef) =>
      platform.call(
        'GET',
        `/v1/{p}/providers/salesforce/objects/Contact/metadata?groupRef=${groupRef}`,
      ),
  ],
]

const countReads = async (id: InstallationId) => {
  const operations = await platform.database
    .tenant(platform.projectId)
    .selectFrom('operations')
    .select('id')
    .where('installationId', '=', id)
    .execute()
  return operations.length
}

it.each(reloads)('finds a lost field by asking for %s, without a read', async (name, reload) => {
  const groupRef = name.replaceAll(' ', '-')
  const id = await givenRead(groupRef)
  const reads = () => countReads(id)
  const readsBefore = await reads()
  const other = await givenRead(`${groupRef}-beside`)

  await platform.control.showField('Contact', 'Title', false)
  await reload(groupRef, id)
  const lost = await shownBy(id)
  await reload(groupRef, id)
  const stillLost = await shownBy(id)
  const readsWhileLost = await reads()
  await platform.control.showField('Contact', 'Title', true)
  await reload(groupRef, id)
  const restored = await shownBy(id)

  expect(lost.health).toMatchObject({
    state: 'failing',
    reason: 'Salesforce no longer lets this user see `Title`.',
    remedy: 'Give the user access to them at the provider, or choose other fields.',
    since: expect.any(String),
  })
  expect(contactOf(lost).lostFields).toEqual(['Title'])
  expect(stillLost.health).toEqual(lost.health)
  expect(readsWhileLost).toBe(readsBefore)
  expect(restored.health.state).toBe('healthy')
  expect(contactOf(restored)).not.toHaveProperty('lostFields')
  // What was missed meanwhile is read at once.
  expect(await reads()).toBe(readsBefore + 1)
  // Another connection has not been asked.
  expect((await shownBy(other)).health.state).toBe('healthy')
})

it('does not clear the reason of a failed read that has nothing to do with access', async () => {
  const id = await givenRead('initech')
  await platform.database
    .tenant(platform.projectId)
    .updateTable('installationObjects')
    .set({ failingSince: new Date(), failingBecause: 'It said no.' })
    .where('installationId', '=', id)
    .execute()

  await must(reloads[1], 'reload')[1]('initech', id)

  expect((await shownBy(id)).health).toMatchObject({ state: 'failing', reason: 'It said no.' })
})

const error = (failure: ProviderFailure, more: object = {}) =>
  new ProviderError(failure, 'It said no.', more)

type Cause = [
  name: string,
  error: Error,
  readType: 'backfill' | 'scheduled',
  shown: Partial<Health>,
]

/** Every cause that `nextTry` tells apart, and what stands in the health of object and installation. */
const causes: Cause[] = [
  ['credentials', error('credentials'), 'scheduled', { state: 'needsSignIn' }],
  ['credentials in a backfill', error('credentials'), 'backfill', { state: 'needsSignIn' }],
  [
    'a daily limit',
    error('rate-limit', { isDailyLimit: true }),
    'scheduled',
    { state: 'limited', reason: 'It said no.' },
  ],
  ['a short limit', error('rate-limit'), 'scheduled', { state: 'retrying', reason: 'It said no.' }],
  ['an outage', error('unavailable'), 'backfill', { state: 'retrying', reason: 'It said no.' }],
  ['a lost cursor', error('cursor-gone'), 'scheduled', { state: 'retrying' }],
  [
    'lost fields',
    error('bad-request', { fieldNames: ['Email', 'Phone'] }),
    'scheduled',
    {
      state: 'failing',
      reason: 'Salesforce no longer lets this user see `Email` and `Phone`.',
      remedy: expect.stringContaining('choose other fields.'),
    },
  ],
  [
    'a lost permission',
    error('permission'),
    'scheduled',
    { state: 'failing', reason: 'Salesforce no longer lets this user read Contact: It said no.' },
  ],
  ['another rejection', error('bad-request'), 'scheduled', { state: 'failing' }],
  ['another rejection of a backfill', error('bad-request'), 'backfill', { state: 'retrying' }],
  [
    'a missing destination',
    new Problem('destination-not-found', { detail: 'There is no destination webhook.' }),
    'scheduled',
    {
      state: 'paused',
      reason: 'There is no destination webhook.',
      remedy: 'Create the destination, or name another one in platform.yaml.',
    },
  ],
  ['a mistake of ours', new TypeError('undefined'), 'scheduled', { state: 'retrying' }],
]

describe('the health of object and installation agree', () => {
  let id: InstallationId
  beforeAll(async () => {
    id = await givenRead('causes')
  })

  it.each(causes)('on %s', async (_name, thrown, readType, shown) => {
    const step = nextTry(thrown, { readType, tries: 1, chance: 0 })
    const named = { providerName: 'Salesforce', objectName: 'Contact' }
    const reason = thrown instanceof ProviderError ? reasonOf(thrown, named) : thrown.message
    const now = new Date()
    const isLater = step.do === 'retry' || step.do === 'hold'
    const isPaused = step.do === 'pause' || (step.do === 'fail' && step.cause !== 'failures')
    const pausedFor: PauseCause | null = isPaused && 'cause' in step ? step.cause : null
    await platform.database
      .tenant(platform.projectId)
      .updateTable('installationObjects')
      .set({
        ...{ retryingSince: isLater ? now : null, retryingBecause: isLater ? reason : null },
        ...{ retryTime: isLater ? now : null, isLimited: step.do === 'hold' },
        ...{ pausedFor, pausedReason: isPaused ? reason : null, pausedTime: isPaused ? now : null },
        failingSince: step.do === 'fail' ? now : null,
        failingBecause: step.do === 'fail' ? reason : null,
      })
      .where('installationId', '=', id)
      .execute()

    const installation = await shownBy(id)

    expect(installation.health).toMatchObject({ ...shown, since: now.toISOString() })
    expect(contactOf(installation).health).toEqual(installation.health)
    expect(contactOf(installation).lostFields ?? []).toEqual(
      thrown instanceof ProviderError ? thrown.fieldNames : [],
    )
    expect(lostFieldsIn(installation.health.reason)).toEqual(
      contactOf(installation).lostFields ?? [],
    )
  })
})
