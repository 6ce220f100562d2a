import * as contract from '@platform/contract'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  chooseFields,
  givenWorld,
  worldManifest,
  type WorldReply,
  type World,
} from '@platform/testing/world'
import { getFirst, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

const install = (groupRef: string) =>
  world.send(contract.createInstallation, {
    query: { skipSampling: 'true' },
    body: { groupRef, config: { content: chooseFields() } },
  })

/** Sends the request while a transaction that deletes the row is open, and then commits it. */
const sendWhileDeleting = (
  table: 'connections' | 'installations',
  id: string,
  send: () => Promise<WorldReply>,
) => sendWhile(sql`delete from ${sql.table(table)} where id = ${id} returning id`, send)

/** Deletes the installation and its connection after the request has read one of them. */
const sendWhileUninstalling = (id: string, send: () => Promise<WorldReply>) =>
  sendWhile(
    sql`with uninstalled as (delete from installations where id = ${id} returning connection_id)
        delete from connections using uninstalled where id = connection_id returning id`,
    send,
    { first: sql`lock table connections` },
  )

/** Sends a request while a statement changes one row. */
async function sendWhile(
  statement: RawBuilder<unknown>,
  send: () => Promise<WorldReply>,
  { first, afterwards }: { first?: RawBuilder<unknown>; afterwards?: RawBuilder<unknown> } = {},
) {
  const db = world.api.database.everything
  let sent: Promise<WorldReply> | undefined
  await db.transaction().execute(async (tx) => {
    await first?.execute(tx)
    const { rows: concerned } = await statement.execute(tx)
    expect(concerned).toHaveLength(1)
    const { rows: self } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    sent = send()
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and ${getFirst(self).pid} = any(pg_blocking_pids(pid))
      `.execute(tx)
      expect(rows).toHaveLength(1)
    }, patiently)
    await afterwards?.execute(tx)
  })
  return must(sent, 'request that was sent')
}

const getKind = ({ body }: WorldReply) => String(body?.type).split('/').at(-1)

it(
  'answers 404 when the connection is deleted during the installation',
  { tags: 'races' },
  async () => {
    const { connectionId } = await world.connect('hooli')

    const reply = await sendWhileDeleting('connections', connectionId, () => install('hooli'))

    expect([reply.status, getKind(reply)]).toEqual([404, 'connection-not-found'])
  },
)

it('answers 404 when the installation is deleted during the change', async () => {
  await world.connect('initech')
  const { id: installationId } = (await install('initech')).body

  const reply = await sendWhileDeleting('installations', installationId, () =>
    world.send(contract.updateInstallation, {
      params: { installationId },
      query: { skipSampling: 'true' },
      body: {
        updateMask: ['config.content.read.objects.Contact.selectedFields.Title'],
        installation: { config: { content: chooseFields('Title') } },
      },
    }),
  )

  expect([reply.status, getKind(reply)]).toEqual([404, 'installation-not-found'])
})

it('locks no installation while it waits for a connection', async () => {
  await world.connect('vandelay')
  const { id: installationId } = (await install('vandelay')).body
  const { connectionId: other } = await world.connect('vandelay', 'vandelay-irma')

  const reply = await sendWhile(
    sql`select from connections where id = ${other} for update`,
    () =>
      world.send(contract.updateInstallation, {
        params: { installationId },
        query: { skipSampling: 'true' },
        body: { updateMask: ['connectionId'], installation: { connectionId: other } },
      }),
    { afterwards: sql`select from installations where id = ${installationId} for update nowait` },
  )

  expect([reply.status, reply.body.connection.id]).toEqual([200, other])
})

it.each([contract.getInstallation, contract.updateInstallation, contract.deleteInstallation])(
  'answers 404 when the installation is deleted with its connection: $id',
  async (operation) => {
    const groupRef = `going-${operation.id}`
    await world.connect(groupRef)
    const { id: installationId } = (await install(groupRef)).body
    const body = {
      updateMask: ['config.content'],
      installation: { config: { content: chooseFields('Title') } },
    }

    const reply = await sendWhileUninstalling(installationId, () =>
      world.send(operation, {
        params: { installationId },
        ...(operation.method === 'PATCH' && { query: { skipSampling: 'true' }, body }),
      }),
    )

    expect([reply.status, getKind(reply)]).toEqual([404, 'installation-not-found'])
  },
)

it('lists the others when an installation is deleted with its connection', async () => {
  await world.connect('cyberdyne')
  const { id } = (await install('cyberdyne')).body

  const reply = await sendWhileUninstalling(id, () => world.send(contract.listInstallations))

  expect(reply.status).toBe(200)
  const listed = reply.body.map((one: { id: string }) => one.id)
  expect(listed.length).toBeGreaterThan(0)
  expect(listed).not.toContain(id)
})

it('deletes an integration when one of its installations is deleted concurrently', async () => {
  const sourceYaml = worldManifest.replace('name: crm', 'name: going')
  await world.must(contract.batchUpsertIntegrations, { body: { sourceYaml } })
  const params = { integrationId: 'going', integrationIdOrName: 'going' }
  const ids: string[] = []
  for (const groupRef of ['soylent', 'tyrell']) {
    await world.connect(groupRef)
    const { body } = await world.must(contract.createInstallation, {
      params,
      query: { skipSampling: 'true' },
      body: { groupRef, config: { content: chooseFields() } },
    })
    ids.push(body.id)
  }

  const reply = await sendWhileDeleting('installations', getFirst(ids), () =>
    world.send(contract.deleteIntegration, { params, query: { force: 'true' } }),
  )

  expect([reply.status, reply.headers['platform-uninstalled']]).toEqual([204, '1'])
})

it('keeps the connection if another integration is installed on it at the same time', async () => {
  const sourceYaml = worldManifest.replace('name: crm', 'name: another')
  await world.must(contract.batchUpsertIntegrations, { body: { sourceYaml } })
  const { connectionId } = await world.connect('wonka')
  const { id: installationId } = (await install('wonka')).body

  const reply = await sendWhile(
    sql`insert into installations
          (id, project_id, integration_id, group_ref, connection_id, config_id, created_by)
        select id || '2', project_id, (select id from integrations where name = 'another'),
               group_ref, connection_id, config_id || '2', created_by
          from installations where id = ${installationId} returning id`,
    () => world.send(contract.deleteInstallation, { params: { installationId } }),
  )

  expect([reply.status, getKind(reply)]).toEqual([204, 'undefined'])
  await world.must(contract.getConnection, { params: { connectionId } })
})

it("keeps concurrent updates of a connection's state", { tags: 'races' }, async () => {
  const { connectionId } = await world.connect('pied-piper')
  const region = { region: { value: 'eu', source: 'token' } }

  const reply = await sendWhile(
    sql`update connections set provider_metadata = provider_metadata || ${JSON.stringify(region)}::jsonb
        where id = ${connectionId} returning id`,
    () => world.send(contract.updateConnection, { params: { connectionId } }),
  )

  expect(reply.status).toBe(200)
  const { body } = await world.must(contract.getConnection, { params: { connectionId } })
  expect(body).toMatchObject({ providerMetadata: region })
})

it(
  'uninstalls once for three concurrent requests, and answers the others 404',
  { tags: 'races' },
  async () => {
    await world.connect('umbrella')
    const { id: installationId } = (await install('umbrella')).body
    const uninstall = () => world.send(contract.deleteInstallation, { params: { installationId } })

    const replies = await Promise.all([uninstall(), uninstall(), uninstall()])

    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
    for (const reply of replies.filter(({ status }) => status === 404)) {
      expect(getKind(reply)).toBe('installation-not-found')
    }
  },
)

/**
 * Sends the requests one after the other while another transaction locks the objects of the
 * installation, and then releases the lock. In a deadlock one of them would be answered 503.
 */
async function sendWhileReadsAreHeld(
  installationId: string,
  ...sends: (() => Promise<WorldReply>)[]
) {
  const db = world.api.database.everything
  const sent: Promise<WorldReply>[] = []
  await db.transaction().execute(async (tx) => {
    await sql`select from installation_objects where installation_id = ${installationId} for update`.execute(
      tx,
    )
    for (const send of sends) {
      sent.push(send())
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks
          join pg_stat_activity using (pid) where datname = current_database() and not granted`.execute(
          db,
        )
        expect(rows).toHaveLength(sent.length)
      }, patiently)
    }
  })
  return Promise.all(sent)
}

it.each([contract.deleteInstallation, contract.eraseGroup])(
  'uninstalls while its reads are paused, without a rejection: $id',
  async (operation) => {
    const groupRef = `resting-${operation.id}`
    await world.connect(groupRef)
    const { id: installationId } = (await install(groupRef)).body
    const params = { installationId, groupRef }
    const pause = () => world.send(contract.pauseInstallation, { params, body: {} })
    expect((await pause()).status).toBe(204)

    const replies = await sendWhileReadsAreHeld(installationId, pause, () =>
      world.send(operation, { params }),
    )

    expect(replies.map(({ status }) => status)).toEqual([204, operation.success])
  },
)

it.each(['one', 'two', 'three', 'four'])(
  'erases a group completely during an installation (%s)',
  async (groupRef) => {
    await world.connect(groupRef)

    const [installed, erasedGroup] = await Promise.all([
      install(groupRef),
      world.send(contract.eraseGroup, { params: { groupRef } }),
    ])

    expect([201, 404, 409, 422]).toContain(installed.status)
    expect(erasedGroup.status).toBe(200)
    const { body: left } = await world.must(contract.listConnections, { query: { groupRef } })
    expect(left).toEqual([])
  },
)

const made = {
  createProject: () =>
    world.send(contract.createProject, {
      body: { ...(world.bodyOf(contract.createProject) as object), name: 'at-once' },
    }),
  createTopic: () => world.send(contract.createTopic, { body: { name: 'at-once' } }),
  createDestination: () =>
    world.send(contract.createDestination, {
      body: { name: 'at-once', type: 'webhook', metadata: { url: world.silentUrl } },
    }),
  createProviderApp: () =>
    world.send(contract.createProviderApp, {
      body: { provider: 'hubspot', clientId: 'id', clientSecret: 'secret' },
    }),
  createOrgInvite: () =>
    world.send(contract.createOrgInvite, { body: { email: 'at-once@guest.test' } }),
}

it.each(Object.entries(made))('accepts one of three concurrent requests: %s', async (_id, send) => {
  const replies = await Promise.all([send(), send(), send()])

  const refused = replies.filter(({ status }) => status >= 400)
  expect(refused).toHaveLength(2)
  for (const reply of refused) {
    expect([400, 409, 422]).toContain(reply.status)
    expect(getKind(reply)).toMatch(/-(exists|taken)$/)
  }
})

it('creates one integration for three concurrent deploys of a new name', async () => {
  const deploy = () =>
    world.send(contract.batchUpsertIntegrations, {
      body: { sourceYaml: worldManifest.replace('name: crm', 'name: at-once') },
    })

  const replies = await Promise.all([deploy(), deploy(), deploy()])

  expect(replies.map(({ status }) => status)).toContain(200)
  expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
})

it('keeps two concurrent changes of one installation', async () => {
  const change = (fieldName: string) =>
    world.must(contract.updateInstallation, {
      query: { skipSampling: 'true' },
      body: {
        updateMask: [`config.content.read.objects.Contact.selectedFields.${fieldName}`],
        installation: { config: { content: chooseFields(fieldName) } },
      },
    })
  const names = ['Title', 'Email', 'Phone', 'Department', 'Fax']

  await Promise.all(names.map(change))

  const { body } = await world.must(contract.getInstallation)
  expect(body.config.content.read.objects.Contact.selectedFields).toEqual(
    Object.fromEntries(names.map((name) => [name, true])),
  )
})
