// @module-tag tenant-limits
import * as contract from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Limited } from '@platform/kernel/access'
import { countWaiting } from '../../../connections/src/connections/session/store.ts'
import { projectJobs } from '../../../tenancy/src/projects/jobs.ts'
import { rowsRead } from '@platform/testing/rows-read'
import {
  chooseFields,
  givenWorld,
  type WorldReply,
  type WorldRequest,
  type World,
} from '@platform/testing/world'

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

const makeDeployment = (name: string, note = '') => ({
  sourceYaml: JSON.stringify({
    specVersion: '1.0.0',
    integrations: [{ name, displayName: note, provider: 'salesforce', proxy: { enabled: true } }],
  }),
})

/** Imported tokens, which are not verified. */
const makeImport = ({
  groupRef = 'globex',
  consumerRef,
}: {
  groupRef?: string
  consumerRef: string
}) => ({
  ...{ provider: 'hubspot', groupRef, consumerRef },
  oauth2AuthorizationCode: { accessToken: { token: 'imported' } },
})

/** For each limit: how to create one more, and the current number. */
const things: [Limited, string, (name: string) => [contract.OperationDefinition, WorldRequest]][] =
  [
    [
      'projects',
      'projects',
      (name) => [
        contract.createProject,
        { body: { orgId: world.tenant.org.id, name, appName: 'Acme' } },
      ],
    ],
    ['apiKeys', 'api_keys', (label) => [contract.createApiKey, { body: { label } }]],
    [
      'jwtKeys',
      'jwt_keys',
      (label) => [
        contract.createJWTKey,
        { body: { label, algorithm: 'ES256', publicKeyPem: world.tenant.publicKeyPem } },
      ],
    ],
    [
      'providerApps',
      'provider_apps',
      (externalRef) => [
        contract.createProviderApp,
        { body: { provider: 'hubspot', externalRef, clientId: 'id', clientSecret: 'secret' } },
      ],
    ],
    [
      'integrations',
      'integrations',
      (name) => [contract.batchUpsertIntegrations, { body: makeDeployment(name) }],
    ],
    [
      'customerDestinations',
      'destinations where customer_ref is not null',
      (label) => [
        contract.createCustomerDestination,
        {
          body: {
            ...{ groupRef: 'globex', label, url: world.silentUrl },
            eventTypes: ['custom.paid'],
          },
        },
      ],
    ],
    [
      'destinations',
      'destinations where customer_ref is null',
      (name) => [
        contract.createDestination,
        { body: { name, type: 'webhook', metadata: { url: world.silentUrl } } },
      ],
    ],
    ['topics', 'topics', (name) => [contract.createTopic, { body: { name } }]],
    [
      'eventTypes',
      'event_types',
      (name) => [contract.createEventType, { body: { name: `custom.${name}` } }],
    ],
    [
      'organizations',
      "memberships where role = 'owner'",
      (label) => [contract.createOrg, { body: { label } }],
    ],
    [
      'invites',
      'invites',
      (name) => [contract.createOrgInvite, { body: { email: `${name}@guest.test` } }],
    ],
    [
      'connections',
      "connections where group_ref = 'globex'",
      (consumerRef) => [contract.generateConnection, { body: makeImport({ consumerRef }) }],
    ],
    [
      'groups',
      'groups',
      (groupRef) => [
        contract.generateConnection,
        { body: makeImport({ groupRef, consumerRef: 'ana' }) },
      ],
    ],
    [
      'consumers',
      'consumers',
      (consumerRef) => [contract.generateConnection, { body: makeImport({ consumerRef }) }],
    ],
    [
      'projectConnections',
      'connections',
      (groupRef) => [
        contract.generateConnection,
        { body: makeImport({ groupRef, consumerRef: 'ana' }) },
      ],
    ],
    [
      'approvals',
      "approvals where state = 'pending' and group_ref = 'globex'",
      (LastName) => [
        contract.writeRecords,
        {
          body: {
            ...{ groupRef: 'globex', type: 'create', mode: 'asynchronous', approval: 'person' },
            record: { LastName },
          },
        },
      ],
    ],
    [
      'connectSessions',
      "connect_sessions where status = 'pending' and group_ref = 'globex'",
      (consumerRef) => [
        contract.oauthConnect,
        {
          body: {
            projectIdOrName: world.tenant.project.id,
            provider: 'salesforce',
            groupRef: 'globex',
            consumerRef,
          },
        },
      ],
    ],
  ]

async function countRows(from: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.raw(from)}`.execute(world.api.database.everything)
  return rows[0]!.count
}

async function withLimit<T>(what: Limited, allowed: number, work: () => Promise<T>): Promise<T> {
  const { tenantLimits } = world.api
  const before = tenantLimits[what]
  tenantLimits[what] = allowed
  try {
    return await work()
  } finally {
    tenantLimits[what] = before
  }
}

const rejections = (replies: WorldReply[]) => replies.filter(({ status }) => status === 409)

it.each(things)(
  'keeps eight concurrent requests within the limit of %s',
  async (what, from, make) => {
    const allowed = (await countRows(from)) + 3

    const replies = await withLimit(what, allowed, () =>
      Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          world.send(...make(`limit-${what.toLowerCase()}-${index}`)),
        ),
      ),
    )

    expect(await countRows(from)).toBe(allowed)
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(3)
    expect(rejections(replies)).toHaveLength(5)
    const { setting } = rejections(replies)[0]!.body.context
    expect(setting).toMatch(/^PLATFORM_LIMIT_[A-Z_]+$/)
    expect(rejections(replies)[0]!.body.detail).toMatch(new RegExp(`^[A-Z].+ at most ${allowed} `))
    expect(rejections(replies)[0]!.body.detail).toContain(setting)
    expect(rejections(replies)[0]!.body.remedy).toMatch(
      /Delete|a day after|until one expires|until they expire/,
    )
  },
)

it('limits a frontend key to half of a project’s groups', async () => {
  const { frontend, full, consumerToken } = world.tenant
  const connecting = (
    groupRef: string,
    as: WorldRequest['as'],
    operation = contract.generateConnection,
  ) => world.send(operation, { as, body: makeImport({ groupRef, consumerRef: 'ana' }) })
  const asPage = { apiKey: frontend.key }
  const beginning = (groupRef: string, as: WorldRequest['as']) =>
    world.send(contract.oauthConnect, {
      as,
      body: {
        projectIdOrName: world.tenant.project.id,
        ...{ provider: 'salesforce', groupRef, consumerRef: 'ana' },
      },
    })
  const there = await countRows('groups')

  await withLimit('groups', 2 * (there + 2), async () => {
    expect((await connecting('half-1', asPage)).status).toBe(201)
    expect((await beginning('half-2', asPage)).status).toBe(200)
    for (const made of [connecting, beginning]) {
      const { status, body } = await made('half-3', asPage)
      expect([status, body.context]).toMatchObject([
        409,
        { limit: 'groups', setting: 'PLATFORM_LIMIT_GROUPS', allowed: there + 2 },
      ])
      expect(body.detail).toMatch(/frontend key/i)
    }
    // Known end users continue, and so do callers other than public pages.
    expect((await beginning('half-1', asPage)).status).toBe(200)
    expect((await connecting('half-4', { apiKey: full.key })).status).toBe(201)
    const token = await consumerToken({ groupRef: 'half-5', consumerRef: 'ana' })
    expect((await beginning('half-5', { token })).status).toBe(200)
  })
  for (const what of ['consumers', 'projectConnections'] as const) {
    const had = await countRows(what === 'consumers' ? 'consumers' : 'connections')
    const reply = await withLimit(what, 2 * had, () =>
      world.send(contract.generateConnection, {
        as: asPage,
        body: makeImport({ groupRef: 'half-1', consumerRef: 'bob' }),
      }),
    )
    expect([reply.status, reply.body.context.limit]).toEqual([409, what])
  }
})

it('limits the pending connect sessions of a frontend key', async () => {
  const begin = (consumerRef: string) =>
    world.send(contract.oauthConnect, {
      as: { apiKey: world.tenant.frontend.key },
      body: {
        projectIdOrName: world.tenant.project.id,
        ...{ provider: 'salesforce', groupRef: 'globex', consumerRef },
      },
    })
  const there = await countRows(
    `(select consumer_ref from consumers union
      select consumer_ref from connect_sessions where status = 'pending') _`,
  )

  const replies = await withLimit('consumers', 2 * (there + 2), async () => [
    await begin('wait-1'),
    await begin('wait-2'),
    await begin('wait-3'),
  ])

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 409])
})

it('counts the attempts of one group without reading those of others', async () => {
  const { database } = world.api
  const projectId = world.tenant.project.id
  await sql`
    insert into connect_sessions (id, project_id, provider, group_ref, consumer_ref, provider_metadata,
                                  state_hash, expire_time)
    select 'csn_' || n, ${projectId}, 'salesforce', 'many-' || n, 'ana', '{}',
           sha256(n::text::bytea), now() + interval '10 minutes'
      from generate_series(1, 2000) n`.execute(database.tenant(projectId))
  onTestFinished(async () => {
    await sql`delete from connect_sessions where group_ref like 'many-%'`.execute(
      database.tenant(projectId),
    )
  })
  await database.asOwner((owner) => owner.query('analyze connect_sessions'))

  const { read } = await rowsRead(database, projectId, {
    tables: /^connect_sessions/,
    look: async (db) => [await countWaiting(db, projectId, 'many-7')],
  })

  expect(read).toBeLessThan(10)
})

it('tracks the stored bytes of a project and keeps concurrent requests within the limit', async () => {
  const note = 'x'.repeat(100)
  const readStored = async () => {
    const { rows } = await sql<{ counted: number; present: number }>`
      select sum(bytes)::int as counted, (
        select sum(octet_length(content::text)) from (
          select project_id, content from revisions union all
          select project_id, content from configs) c
        where c.project_id = ${world.tenant.project.id})::int as present
      from stored_bytes where project_id = ${world.tenant.project.id}`.execute(
      world.api.database.everything,
    )
    return rows[0]!
  }
  const before = await readStored()
  const first = before.counted
  await world.must(contract.batchUpsertIntegrations, { body: makeDeployment('bytes-6', note) })
  const size = (await readStored()).counted - first
  await world.must(contract.updateInstallation, {
    query: { skipSampling: 'true' },
    body: {
      updateMask: ['config.content'],
      installation: { config: { content: chooseFields('Title') } },
    },
  })
  const { counted, present } = await readStored()
  // Waiting writes count too.
  expect(counted - present).toBe(before.counted - before.present)

  const replies = await withLimit('storedBytes', counted + 2.5 * size, () =>
    Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        world.send(contract.batchUpsertIntegrations, {
          body: makeDeployment(`bytes-${index}`, note),
        }),
      ),
    ),
  )

  expect(replies.filter(({ status }) => status < 300)).toHaveLength(2)
  expect(rejections(replies)).toHaveLength(4)
  expect((await readStored()).counted).toBe(counted + 2 * size)
  for (let index = 0; index <= 6; index++) {
    await world.send(contract.deleteIntegration, {
      params: { integrationIdOrName: `bytes-${index}` },
    })
  }
  const after = await readStored()
  await projectJobs(world.api.database)['fold-stored-bytes']()
  expect(await readStored()).toEqual(after)
  expect(after.counted - after.present).toBe(before.counted - before.present)
  expect(after.counted).toBeLessThan(counted)
})

it('limits a group without affecting others', async () => {
  const connect = (groupRef: string) =>
    world.send(contract.oauthConnect, {
      as: { apiKey: world.tenant.frontend.key },
      body: {
        projectIdOrName: world.tenant.project.id,
        provider: 'salesforce',
        groupRef,
        consumerRef: 'hank',
      },
    })

  const [first, second, other] = await withLimit('connectSessions', 1, async () => [
    await connect('flooded'),
    await connect('flooded'),
    await connect('calm'),
  ])

  expect([first.status, second.status, other.status]).toEqual([200, 409, 200])
})

it("limits the connections of an end user's group without affecting others", async () => {
  const connect = (groupRef: string) =>
    world.send(contract.generateConnection, {
      as: { apiKey: world.tenant.frontend.key },
      body: makeImport({ groupRef, consumerRef: 'hank' }),
    })

  const statuses = await withLimit('connections', 2, async () => {
    const replies = []
    for (const groupRef of ['greedy', 'greedy', 'greedy', 'modest']) {
      replies.push(await connect(groupRef))
    }
    return replies.map(({ status }) => status)
  })

  expect(statuses).toEqual([201, 201, 409, 201])
})

it('counts revoked invites, because each sent a mail', async () => {
  const invited = await withLimit('invites', (await countRows('invites')) + 2, async () => {
    const statuses = []
    for (let time = 0; time < 4; time++) {
      const { status, body } = await world.send(contract.createOrgInvite, {
        body: { email: 'again@guest.test' },
      })
      statuses.push(status)
      if (status === 201)
        await world.must(contract.deleteOrgInvite, { params: { inviteId: body.id } })
    }
    return statuses
  })

  expect(invited).toEqual([201, 201, 409, 409])
})
