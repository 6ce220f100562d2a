import * as contract from '@platform/contract'
import type { InstallationId } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { PreparedConnection } from '../../../kernel/src/db/prepared.ts'
import { inTransaction } from '@platform/kernel/db/transaction'
import { patiently } from '@platform/testing/patiently'
import { chooseFields, givenWorld, operations, type World } from '@platform/testing/world'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

const updates = operations
  .filter(({ body }) => body instanceof z.ZodObject && 'updateMask' in body.shape)
  .map((operation) => [operation.id, operation] as const)

it.each(updates)('%s rejects an unknown path like every other', async (_id, operation) => {
  const example = world.bodyOf(operation) as { updateMask: string[] }
  const body = { ...example, updateMask: [...example.updateMask, String.raw`no\.such.place`] }

  const reply = await world.send(operation, { body })

  expect(reply.status).toBe(400)
  expect(reply.body).toMatchObject({
    remedy: expect.stringMatching(/^Allowed in updateMask: \w+(, \w+)*.$/),
    issues: [
      {
        in: 'body',
        name: `updateMask[${example.updateMask.length}]`,
        value: String.raw`no\.such.place`,
        detail: 'The field does not exist or cannot be updated.',
      },
    ],
  })
})

it.each([
  ['updateInstallation', contract.updateInstallation],
  ['patchObjectConfigContent', contract.patchObjectConfigContent],
] as const)(
  '%s reads its installation once before the provider is asked and once in the transaction, and locks it once',
  async (name, operation) => {
    const { body: before } = await world.must(contract.getInstallation)
    const asked: string[] = []
    const execute = PreparedConnection.prototype.executeQuery
    const watch = vi
      .spyOn(PreparedConnection.prototype, 'executeQuery')
      .mockImplementation(function (this: PreparedConnection, query) {
        asked.push(query.sql)
        return execute.call(this, query)
      })

    const body = {
      updateInstallation: {
        updateMask: ['config.content'],
        installation: { config: { content: before.config.content } },
      },
      patchObjectConfigContent: {
        groupRef: world.ids['groupRef'],
        action: 'read',
        changes: [{ op: 'add', path: '/selectedFields/Title', value: true }],
      },
    }[name]
    const reply = await world.send(operation, { query: { skipSampling: 'true' }, body })

    watch.mockRestore()
    const findReads = (table: string) => asked.filter((text) => text.includes(`from "${table}" as`))
    expect(reply.status, reply.text).toBe(200)
    expect(findReads('installations')).toHaveLength(2)
    expect(findReads('integrations')).toEqual([])
    const locks = asked.filter((text) => /from "installations".* for no key update/.test(text))
    expect(locks).toHaveLength(1)
  },
)

describe('the choices of one object', () => {
  const patch = (
    changes: object[],
    {
      body = { groupRef: 'globex' },
      ...sent
    }: { body?: object; as?: { token: string }; headers?: Record<string, string> } = {},
  ) =>
    world.send(contract.patchObjectConfigContent, {
      query: { skipSampling: 'true' },
      body: { action: 'read', changes, ...body },
      ...sent,
    })
  const choose = (field: string) => ({ op: 'add', path: `/selectedFields/${field}`, value: true })

  it('keep concurrent changes', async () => {
    const fields = ['Title', 'Email', 'Phone', 'Department']

    const replies = await Promise.all(fields.map((field) => patch([choose(field)])))
    const { body } = await world.must(contract.getInstallation)

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(Object.keys(body.config.content.read.objects.Contact.selectedFields)).toEqual(
      expect.arrayContaining(fields),
    )
  })

  it('are changed only if the installation still has the given version', async () => {
    const { headers } = await world.must(contract.getInstallation)
    const seen = { headers: { 'if-match': String(headers.etag) } }

    const first = await patch([choose('Salutation')], seen)
    const second = await patch([choose('LastName')], seen)

    expect([first.status, second.status]).toEqual([200, 412])
  })

  it('are changed during other writes if the version stays the same', async () => {
    const { headers } = await world.must(contract.getInstallation)
    const seen = { headers: { 'if-match': String(headers.etag) } }
    const { everything } = world.api.database
    const held = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    const other = inTransaction(everything, async (tx) => {
      await tx
        .updateTable('installations')
        .set((is) => ({ connectionId: is.ref('connectionId') }))
        .where('id', '=', world.ids['installationId'] as InstallationId)
        .execute()
      held.resolve()
      await isOver.promise
    })
    await held.promise

    const patched = patch([choose('Salutation')], seen)
    try {
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks
          where not granted and pid in (
            select pid from pg_stat_activity where datname = current_database())`.execute(
          everything,
        )
        expect(rows.length).toBeGreaterThan(0)
      }, patiently)
    } finally {
      isOver.resolve()
      await other
    }

    expect(await patched).toMatchObject({ status: 200 })
  })

  it('can be changed only by the group, and are hidden from others', async () => {
    const as = { token: await world.tenant.consumerToken({ groupRef: 'initrode' }) }
    const installationId = world.ids['installationId']

    const [named, byId, nobody] = [
      await patch([choose('Fax')], { as }),
      await patch([choose('Fax')], { as, body: { installationId } }),
      await patch([choose('Fax')], { as, body: { groupRef: 'nobody-at-all' } }),
    ]

    expect([named.status, byId.status, nobody.status]).toEqual([403, 404, 403])
    expect(named.body.detail.replace('globex', '')).toBe(
      nobody.body.detail.replace('nobody-at-all', ''),
    )
  })

  it('belong to one installation, identified in one way', async () => {
    const both = { groupRef: 'globex', installationId: world.ids['installationId'] }

    const replies = [
      await patch([choose('Fax')], { body: both }),
      await patch([choose('Fax')], { body: {} }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([400, 400])
  })
})

describe('an installation', () => {
  const update = (updateMask: string[], content: object) =>
    world.send(contract.updateInstallation, {
      query: { skipSampling: 'true' },
      body: { updateMask, installation: { config: { content } } },
    })

  it('replaces the whole content if the mask names it', async () => {
    await update(['config.content'], chooseFields('Title'))

    const { body } = await update(['config.content'], { read: chooseFields('Email').read })

    expect(body.config.content).toEqual({ read: chooseFields('Email').read })
  })

  it('rejects changes that make its content invalid', async () => {
    const nowhere = await update(['config.content.read.objects.Contact.selectedField.Title'], {})
    const below = await update(['config.content.read.objects.Contact.disabled.x'], {})
    const half = await update(['config.content.read.objects.Contact.backfill.fieldFilters'], {
      read: {
        objects: { Contact: { backfill: { defaultPeriod: {}, fieldFilters: [] } } },
      },
    })

    for (const { status, body } of [nowhere, below, half]) {
      expect([status, body.issues[0].name]).toEqual([400, 'updateMask[0]'])
    }
    expect(half.body.detail).toContain('backfill.defaultPeriod')
  })

  it('changes the author only if the mask names it', async () => {
    const getCreatedBy = async (updateMask: string[]) => {
      const { body } = await world.must(contract.updateInstallation, {
        query: { skipSampling: 'true' },
        body: {
          updateMask,
          installation: { config: { createdBy: 'consumer:eve', content: chooseFields() } },
        },
      })
      return body.config.createdBy
    }

    expect(await getCreatedBy(['config.content'])).not.toBe('consumer:eve')
    expect(await getCreatedBy(['config.content', 'config.createdBy'])).toBe('consumer:eve')
  })
})

describe('a destination', () => {
  const update = (updateMask: string[], destination: object) =>
    world.send(contract.updateDestination, { body: { updateMask, destination } })
  const headers = async () => (await world.must(contract.getDestination)).body.metadata.headers

  it('keeps concurrent changes', async () => {
    const names = ['x-a', 'x-b', 'x-c', 'x-d', 'x-e']

    await Promise.all(
      names.map((name) =>
        update([`metadata.headers.${name}`], { metadata: { headers: { [name]: '1' } } }),
      ),
    )

    expect(await headers()).toEqual(Object.fromEntries(names.map((name) => [name, '1'])))
  })

  it('clears by null and by omission alike', async () => {
    await update(['metadata.headers'], { metadata: { headers: { 'x.a': '1', b: '2', c: '3' } } })

    await update([String.raw`metadata.headers.x\.a`], { metadata: { headers: { 'x.a': null } } })
    await update(['metadata.headers.b'], {})

    expect(await headers()).toEqual({ c: '3' })
    await update(['metadata.headers'], { metadata: { headers: null } })
    expect(await headers()).toBeUndefined()
  })

  it('always keeps a name', async () => {
    const { status, body } = await update(['name'], { name: null })

    expect(status).toBe(400)
    expect(body.detail).toContain('The field cannot be cleared')
  })
})

describe('a connection', () => {
  const update = (updateMask: string[], connection: object) =>
    world.must(contract.updateConnection, { body: { updateMask, connection } })

  it('replaces metadata from the builder and keeps metadata from tokens', async () => {
    const { body: before } = await world.must(contract.getConnection)
    const { instance_url: fromToken } = before.providerMetadata

    const { body } = await update(['providerMetadata'], { providerMetadata: {} })

    expect(fromToken).toMatchObject({ source: 'token' })
    expect(body.providerMetadata).toEqual({ instance_url: fromToken })
  })
})
