import * as contract from '@platform/contract'
import type { Installation } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { chooseFields, givenWorld, type World } from '@platform/testing/world'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { patiently } from '@platform/testing/patiently'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

const bodies = async () => {
  const events = await world.api.database.everything.selectFrom('events').select('body').execute()
  return events.map(({ body }) => body).join()
}
const countDeliveries = async () => {
  const { body } = await world.must(contract.listDeliveries)
  return body.length
}
const listRefs = async (operation: typeof contract.listGroups | typeof contract.listConsumers) => {
  const { body } = await world.must(operation)
  return body.map((row: contract.Group & contract.Consumer) => row.groupRef ?? row.consumerRef)
}

it('erases a group with all its data and nothing else', async () => {
  await world.connect('initech')
  const deliveries = await countDeliveries()

  const { status, body } = await world.must(contract.eraseGroup, { params: { groupRef: 'globex' } })

  expect([status, body]).toEqual([200, { installations: 1, connections: 1, events: 3 }])
  expect(await bodies()).toContain('initech')
  expect(await bodies()).not.toContain('globex')
  expect(deliveries - (await countDeliveries())).toBe(1)
  expect(await listRefs(contract.listGroups)).toEqual(['initech'])
  expect(await listRefs(contract.listConsumers)).toEqual(['initech-hank'])
  const again = await world.send(contract.eraseGroup, { params: { groupRef: 'globex' } })
  expect(again.status).toBe(404)
})

it('erases a consumer without the connections of others in the group', async () => {
  const connecting = (consumerRef: string, provider: string) =>
    world.must(contract.generateConnection, {
      body: { provider, groupRef: 'umbrella', consumerRef, apiKey: 'key' },
    })
  await connecting('ana', 'sendGrid')
  await connecting('bob', 'sendGrid')

  const { body } = await world.must(contract.eraseConsumer, { params: { consumerRef: 'ana' } })

  expect(body).toEqual({ installations: 0, connections: 1, events: 1 })
  expect(await bodies()).not.toContain('"ana"')
  expect(await listRefs(contract.listConsumers)).toContain('bob')
  expect(await listRefs(contract.listConsumers)).not.toContain('ana')
  expect(await listRefs(contract.listGroups)).toContain('umbrella')
})

/** Old events, and a current one that another transaction locks until released. */
async function givenHistory(projectId: contract.ProjectId, body: object) {
  const { database } = world.api
  const db = database.tenant(projectId)
  const old = [1, 2, 30, 300].map((hours) => earliestId('evt', Date.now() - hours * 3_600_000))
  const ids = [...old, newId('evt')]
  await sql`
    insert into events (project_id, id, type, body)
    select ${projectId}, id, 'read', ${JSON.stringify(body)} from unnest(${ids}::text[]) id`.execute(
    db,
  )
  const holding = await database.dedicated()
  onTestFinished(() => holding.end())
  await holding.query('begin')
  await holding.query('select from events where id = $1 for update', [ids.at(-1)])
  return {
    letGo: () => holding.query('rollback'),
    async left() {
      const rows = await db.selectFrom('events').select('id').where('id', 'in', old).execute()
      return rows.length
    },
  }
}

it('erases old messages before it locks current ones', async () => {
  const groupRef = 'tyrell'
  await world.must(contract.generateConnection, {
    body: { provider: 'sendGrid', groupRef, consumerRef: 'rachael', apiKey: 'key' },
  })
  const history = await givenHistory(world.tenant.project.id, { groupRef })

  const erasing = world.must(contract.eraseGroup, { params: { groupRef } })
  await vi.waitFor(async () => expect(await history.left()).toBe(0), patiently)
  await history.letGo()

  expect((await erasing).body).toEqual({ installations: 0, connections: 1, events: 6 })
})

it('deletes old notifications of a project before the project', async () => {
  const params = await world.newProject()
  const { body } = await world.must(contract.getProject, { params })
  const history = await givenHistory(body.id, {})

  const deleting = world.must(contract.deleteProject, { params })
  await vi.waitFor(async () => expect(await history.left()).toBe(0), patiently)
  await history.letGo()

  expect((await deleting).status).toBe(204)
})

/** Columns of any table that contain a text. */
async function findPlaces(text: string): Promise<string[]> {
  return world.api.database.asOwner(async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition
          and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    const found = []
    for (const { name } of tables) {
      const { rows } = await owner.query<{ place: string }>(
        `select distinct $2::text || '.' || e.key as place
           from ${name} t, jsonb_each_text(to_jsonb(t)) e where e.value ilike '%' || $1 || '%'`,
        [text, name],
      )
      found.push(...rows.map(({ place }) => place.replace('public.', '')))
    }
    return found.toSorted()
  })
}

it('leaves no data of the erased in any table except the documented ones', async () => {
  const [groupRef, consumerRef, colleague] = ['left-group', 'left-consumer', 'left-colleague']
  await world.connect(groupRef, consumerRef)
  await world.must(contract.generateConnection, {
    body: { provider: 'sendGrid', groupRef, consumerRef: colleague, apiKey: 'key' },
  })
  const by = async (who: string) => ({
    token: await world.tenant.consumerToken({ groupRef, consumerRef: who }),
  })
  const { body: installed } = await world.must(contract.createInstallation, {
    as: await by(consumerRef),
    body: { groupRef, config: { content: chooseFields('Title') } },
  })
  const params = { installationId: String(installed.id) }
  const as = await by(colleague)
  await world.must(contract.updateInstallation, {
    ...{ as, params, query: { skipSampling: 'true' } },
    body: { updateMask: ['config.content'], installation: { config: { content: chooseFields() } } },
  })
  const { id, projectId, integrationId, config } = installed as Installation
  await world.api.database.everything
    .insertInto('operations')
    .values({
      ...{ id: newId('op'), projectId, integrationId, installationId: id, configId: config.id },
      ...{ actionType: 'read', objectName: 'Contact', readType: 'scheduled', status: 'success' },
    })
    .execute()
  await world.must(contract.pauseInstallation, { as, params, body: { note: `Ask ${colleague}` } })
  expect((await findPlaces(colleague)).length).toBeGreaterThan(5)
  expect((await findPlaces(groupRef)).length).toBeGreaterThan(5)

  // The audit log cannot be changed; rate limit buckets are those of the last minute.
  const stays = /^(audit_log|rate_limit_buckets)\./
  const findLeft = async (text: string) =>
    (await findPlaces(text)).filter((place) => !stays.test(place))
  await world.must(contract.eraseConsumer, { params: { consumerRef: colleague } })
  expect(await findLeft(colleague)).toEqual([])
  const { body: still } = await world.must(contract.getInstallation, { params })
  expect(still.config.createdBy).toBe('erased consumer')
  await world.must(contract.eraseConsumer, { params: { consumerRef } })
  expect(await findLeft(consumerRef)).toEqual([])
  await world.must(contract.eraseGroup, { params: { groupRef } })
  expect(await findLeft(groupRef)).toEqual([])
})

it("keeps data of others whose name equals the consumer's reference", async () => {
  const groupRef = 'named-alike'
  const [ana, alike] = ['ana-alike', 'consumer:ana-alike']
  for (const consumerRef of [ana, alike]) {
    await world.must(contract.generateConnection, {
      body: { provider: 'sendGrid', groupRef, consumerRef, apiKey: 'key' },
    })
  }
  await world.connect(groupRef, ana)
  const { body: installed } = await world.must(contract.createInstallation, {
    body: { groupRef, config: { createdBy: alike, content: chooseFields('Title') } },
  })
  const params = { installationId: String(installed.id) }
  const author = async () =>
    (await world.must(contract.getInstallation, { params })).body.config.createdBy

  await world.must(contract.eraseConsumer, { params: { consumerRef: alike } })

  expect(await author()).toBe(alike)
})

it('deletes what a project stored about events with it', async () => {
  const params = await world.newProject()
  await world.must(contract.generateConnection, {
    params,
    body: { provider: 'sendGrid', groupRef: 'soylent', consumerRef: 'thorn', apiKey: 'key' },
  })
  const before = await bodies()

  await world.must(contract.deleteProject, { params })

  expect(before).toContain('soylent')
  expect(await bodies()).not.toContain('soylent')
})
