// @module-tag live-records
import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeDownload } from '@platform/delivery/downloads/downloads'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { must } from '@platform/kernel/values'
import { givenTenant } from '@platform/testing/test-api'
import { givenKeptRecords } from '../../../data/src/kept-records/provocations.ts'
import { givenRecordMessage } from '../delivered-records/provocations.ts'
import { givenWorld, type WorldRequest, type World } from '@platform/testing/world'

let world: World
let admin: { id: string; token: string }
beforeAll(async () => {
  world = await givenWorld()
  admin = await world.api.builder({ orgId: world.tenant.org.id, role: 'admin' })
})
afterAll(() => world.close())

/** Operations that return current records of a customer's account. */
const looks: { operation: OperationDefinition; sent: WorldRequest }[] = [
  {
    operation: contract.searchRecords,
    sent: {
      query: { groupRef: 'globex' },
      body: {
        objectName: 'Contact',
        fieldFilters: [{ fieldName: 'LastName', operator: 'eq', value: 'Ivanova' }],
      },
    },
  },
  {
    operation: contract.sampleRecords,
    sent: { query: { groupRef: 'globex', fieldNames: 'LastName' } },
  },
]
const byOperation = looks.map(({ operation, sent }) => [operation.id, operation, sent] as const)

const selectRecords = (action: string) =>
  world.api.database.everything
    .selectFrom('auditLog')
    .select(['orgId', 'actorKind', 'actorId', 'target', 'after'])
    .where('action', '=', action)
    .orderBy('time')
    .execute()

it.each(byOperation)('%s is denied to members', async (_id, operation, sent) => {
  const { status, body } = await world.send(operation, {
    ...sent,
    as: { token: world.member.token },
  })

  expect([status, body.type]).toEqual([403, expect.stringMatching(/permission-missing$/)])
})

it.each(byOperation)(
  '%s is recorded with the caller and the customer, and without the records',
  async (id, operation, sent) => {
    const callers = [
      { token: world.tenant.owner.token },
      { token: admin.token },
      { apiKey: world.tenant.full.key },
    ]

    for (const as of callers) await world.must(operation, { ...sent, as })

    const recorded = await selectRecords(id)
    expect(recorded.map(({ actorKind, actorId }) => [actorKind, actorId])).toEqual([
      ['builder', world.tenant.owner.id],
      ['builder', admin.id],
      ['api-key', world.tenant.full.id],
    ])
    for (const { orgId, target, after } of recorded) {
      expect(orgId).toBe(world.tenant.org.id)
      expect(target).toBe(world.urlOf(operation, sent).split('?', 1)[0])
      expect(after).toEqual({ groupRef: 'globex', objectName: 'Contact' })
    }
  },
)

it('allows members everything without live records', async () => {
  const as = { token: world.member.token }

  const replies = await Promise.all(
    [contract.listInstallations, contract.listOperations, contract.triggerRead].map((operation) =>
      world.send(operation, {
        as,
        ...(operation.method === 'POST' && { body: { groupRef: 'globex' } }),
      }),
    ),
  )

  expect(replies.filter(({ status }) => status >= 400)).toEqual([])
})

it('does not record end users who view records of their own account', async () => {
  const token = await world.tenant.consumerToken({ groupRef: 'globex', consumerRef: 'hank' })
  const before = await selectRecords('sampleRecords')

  await world.must(contract.sampleRecords, {
    query: { groupRef: 'globex', fieldNames: 'LastName' },
    as: { token },
  })

  expect(await selectRecords('sampleRecords')).toEqual(before)
})

const view = (eventId: string, sent: WorldRequest = {}) =>
  world.send(contract.getDeliveredRecords, { params: { eventId }, ...sent })
const compareRecords = (eventId: string, position = 0) =>
  world.send(contract.getPreviousRecord, {
    params: { eventId },
    query: { position: String(position) },
  })
const getKind = ({ status, body }: { status: number; body: any }) =>
  [status, body.type?.split('/').at(-1)].filter(Boolean).join(' ')

const endUser = async (groupRef = 'globex') => ({
  token: await world.tenant.consumerToken({ groupRef, consumerRef: `${groupRef}-hank` }),
})
const setSupportAccess = async (enabled: boolean, as?: WorldRequest['as']) =>
  world.send(contract.setSupportAccess, { body: { enabled }, as: as ?? (await endUser()) })

const sofia = { fields: { LastName: 'Ivanova' }, raw: { Id: '003A', LastName: 'Ivanova' } }

describe('records of messages', () => {
  let eventId: string
  beforeAll(async () => {
    ;({ eventId } = await givenRecordMessage(world, { result: [sofia] }))
  })
  beforeEach(async () => {
    await world.must(contract.setSupportAccess)
  })

  it('are not shown until an end user of the customer allows it, and no longer afterwards', async () => {
    const { tenant } = world
    const callers = [{ token: tenant.owner.token }, { apiKey: tenant.full.key }]

    const before = await Promise.all(callers.map((as) => view(eventId, { as })))
    const attempts = [
      ...callers,
      { apiKey: tenant.frontend.key },
      { token: world.member.token },
      await endUser('initech'),
    ]
    const refused = await Promise.all(attempts.map((as) => setSupportAccess(true, as)))
    const stillOff = await view(eventId)
    const allowed = await setSupportAccess(true)
    const during = await Promise.all(callers.map((as) => view(eventId, { as })))
    await setSupportAccess(false, callers[0])
    const after = await view(eventId)

    expect(before.map(getKind)).toEqual(['403 support-access-off', '403 support-access-off'])
    expect(before[0]?.text).not.toContain('Ivanova')
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 404])
    expect(getKind(stillOff)).toBe('403 support-access-off')
    expect(allowed.body.supportAccess).toBe(true)
    for (const { body } of during) {
      expect(body).toMatchObject({
        ...{ eventId, groupRef: 'globex', groupName: 'Globex', objectName: 'Contact' },
        records: [{ position: 0, recordId: '003A', record: sofia }],
      })
    }
    expect(getKind(after)).toBe('403 support-access-off')
  })

  it('are hidden from those who may not view records, whatever the customer allows', async () => {
    await setSupportAccess(true)
    const rival = await givenTenant(world.api)
    const viewer = await world.api.builder({ orgId: world.tenant.org.id })
    await world.must(contract.updateMembership, {
      params: { builderId: viewer.id },
      body: { role: 'limited', projectRoles: { [world.tenant.project.id]: 'viewer' } },
    })
    const { body: key } = await world.must(contract.createApiKey, {
      body: { label: 'monitoring', scopes: ['read', 'observe', 'read:messages'] },
    })
    const callers = [
      { token: world.member.token },
      { token: viewer.token },
      { apiKey: key.key },
      { apiKey: world.tenant.frontend.key },
      await endUser(),
      { token: rival.owner.token },
      { apiKey: rival.full.key },
    ]

    const replies = await Promise.all(callers.map((as) => view(eventId, { as })))
    const elsewhere = await view(eventId, {
      params: { eventId, projectIdOrName: rival.project.id },
      as: { token: rival.owner.token },
    })

    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 404, 404])
    expect(getKind(elsewhere)).toBe('404 event-not-found')
    expect([...replies, elsewhere].map(({ text }) => text).join()).not.toContain('Ivanova')
  })

  it('are recorded with each view, without their content', async () => {
    await setSupportAccess(true)
    const before = await selectRecords('getDeliveredRecords')

    await view(eventId)
    await compareRecords(eventId)

    const viewed = (await selectRecords('getDeliveredRecords')).slice(before.length)
    const compared = await selectRecords('getPreviousRecord')
    const after = { groupRef: 'globex', objectName: 'Contact' }
    expect([...viewed, ...compared.slice(-1)]).toMatchObject([{ after }, { after }])
    expect(viewed[0]?.target).toContain(eventId)
  })

  it('are omitted from messages that people see, and not from those that servers get', async () => {
    const download = { type: 'url', numRecords: 1, downloadUrl: 'https://x.test/downloads/dl_1' }
    const large = await givenRecordMessage(world, { resultInfo: download })
    const asServer = { apiKey: world.tenant.full.key }
    const get = async (id: string, as?: WorldRequest['as']) => {
      const { body } = await world.must(contract.getEvent, {
        params: { eventId: id },
        ...(as && { as }),
      })
      return body
    }

    expect(await get(eventId)).toMatchObject({ recordsOmitted: 'supportAccessOff' })
    await setSupportAccess(true)
    const person = await get(eventId)
    const server = await get(eventId, asServer)
    expect(person).toMatchObject({ recordsOmitted: 'viewSeparately', body: { action: 'read' } })
    expect(JSON.stringify(person)).not.toContain('Ivanova')
    expect(JSON.stringify(await get(large.eventId))).not.toContain('downloads')
    expect([server.body.result, server.recordsOmitted]).toEqual([[sofia], undefined])
    expect(await get(large.eventId, asServer)).toMatchObject({ body: { resultInfo: download } })
    expect(await get(must(world.ids['eventId'], 'event'))).not.toHaveProperty('recordsOmitted')
  })

  it.each([
    ['text', '003V', { associations: { Account: [{ objectId: '003V' }] }, raw: { Id: '003W' } }],
    ['a number', 4711, { raw: { Id: 47_110, mentions: [4711] } }],
  ])('are compared with the latest earlier version, by an ID that is %s', async (_, Id, other) => {
    await setSupportAccess(true)
    const version = (LastName: string) => ({ raw: { Id, LastName } })
    const first = await givenRecordMessage(world, { result: [version('A')] })
    const second = await givenRecordMessage(world, { result: [other, version('B'), version('C')] })
    // Of another customer, of another installation, and one that only mentions it.
    await givenRecordMessage(world, { result: [version('X')], groupRef: 'initech' })
    await givenRecordMessage(world, { result: [version('X')], installationId: newId('inst') })
    await givenRecordMessage(world, { result: [other] })
    const third = await givenRecordMessage(world, { result: [other, version('D')] })

    const replies = [
      await compareRecords(third.eventId, 1),
      await compareRecords(second.eventId, 2),
      await compareRecords(first.eventId),
      await compareRecords(third.eventId, 2),
    ]

    expect(replies.map(({ body }) => body.previous?.record)).toEqual([
      version('C'),
      version('A'),
      undefined,
      undefined,
    ])
    expect(replies[0]?.body.previous.eventId).toBe(second.eventId)
    expect(replies[0]?.body.searchedMessages).toBeGreaterThan(1)
    expect(getKind(must(replies[3], 'reply'))).toBe('400 invalid-input')
  })

  it('are limited in size, and empty where a message has none', async () => {
    await setSupportAccess(true)
    const resultInfo = { type: 'url', numRecords: 1, downloadUrl: 'https://x.test' }
    const db = world.api.database.tenant(world.tenant.project.id)
    const leave = async (text: string) => {
      const { eventId: id } = await givenRecordMessage(world, { resultInfo })
      const body = JSON.stringify([{ raw: { Id: '003L', text } }])
      await inTransaction(db, (tx) =>
        storeDownload(world.api.services, tx, {
          projectId: world.tenant.project.id,
          eventId: id,
          body,
        }),
      )
      return view(id)
    }

    const [fits, isTooLarge] = [
      await leave('ä'.repeat(450_000)),
      await leave('a'.repeat(1_000_001)),
    ]
    const expired = await view((await givenRecordMessage(world, { resultInfo })).eventId)
    const none = await view(must(world.ids['eventId'], 'event'))

    expect(fits.body.records).toMatchObject([{ recordId: '003L', bytes: expect.any(Number) }])
    expect(fits.body.records[0].record.raw.text).toHaveLength(450_000)
    expect(isTooLarge.body.records).toEqual([{ position: 0, bytes: 1_000_034 }])
    expect(expired.body.records).toEqual([{ position: 0, bytes: 0 }])
    expect(none.body.records).toEqual([])
  })

  it('are gone with their customer, and with the permission of an uninstalled integration', async () => {
    await world.connect('wayne')
    const { body: installed } = await world.must(contract.createInstallation, {
      body: { groupRef: 'wayne', config: { content: {} } },
    })
    const message = { result: [sofia], groupRef: 'wayne', installationId: installed.id }
    const given = await givenRecordMessage(world, message)
    const params = { installationId: installed.id }
    const as = await endUser('wayne')
    await world.must(contract.setSupportAccess, { params, as, body: { enabled: true } })
    expect((await view(given.eventId)).status).toBe(200)

    await world.must(contract.deleteInstallation, { params })
    const uninstalled = await view(given.eventId)
    await world.must(contract.eraseGroup, { params: { groupRef: 'wayne' } })
    const erased = await view(given.eventId)

    expect(getKind(uninstalled)).toBe('403 support-access-off')
    expect(uninstalled.body.detail).toContain('uninstalled')
    expect(getKind(erased)).toBe('404 event-not-found')
    expect(erased.body.detail).toContain('erased')
  })
})

describe('Kept records', () => {
  const list = (sent: WorldRequest = {}) => world.send(contract.listKeptRecords, sent)
  let asServer: WorldRequest
  beforeAll(async () => {
    asServer = { as: { apiKey: world.tenant.full.key } }
    await givenKeptRecords(world, ['Ivanova'])
  })

  it('are listed for servers, and for people only while the customer allows it', async () => {
    const owner = { token: world.tenant.owner.token }
    await setSupportAccess(false)
    const byKey = await list(asServer)
    const off = await list({ as: owner })
    await setSupportAccess(true)
    const on = await list({ as: owner })

    expect(byKey.body.results).toMatchObject([{ record: { fields: { LastName: 'Ivanova' } } }])
    expect(getKind(off)).toBe('403 support-access-off')
    expect(off.text).not.toContain('Ivanova')
    expect(on.body.results).toEqual(byKey.body.results)
  })

  it('are hidden from other tenants, end users, public keys and those who see no records', async () => {
    await setSupportAccess(true)
    const rival = await givenTenant(world.api)
    const { body: key } = await world.must(contract.createApiKey, {
      body: { label: 'monitoring', scopes: ['read', 'observe', 'read:messages'] },
    })
    const callers = [
      { token: world.member.token },
      { apiKey: key.key },
      { apiKey: world.tenant.frontend.key },
      await endUser(),
      { token: rival.owner.token },
      { apiKey: rival.full.key },
    ]

    const replies = await Promise.all(callers.map((as) => list({ as })))
    const elsewhere = await list({
      params: { projectIdOrName: rival.project.id },
      as: { apiKey: rival.full.key },
    })

    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 404, 404])
    expect(elsewhere.status).toBe(404)
    expect([...replies, elsewhere].map(({ text }) => text).join()).not.toContain('Ivanova')
  })

  it('are recorded with each view, without their content', async () => {
    const before = await selectRecords('listKeptRecords')
    await list(asServer)
    const viewed = (await selectRecords('listKeptRecords')).slice(before.length)

    expect(viewed.map(({ actorKind, after }) => ({ actorKind, after }))).toEqual([
      { actorKind: 'api-key', after: { groupRef: 'globex', objectName: 'Contact' } },
    ])
  })
})
