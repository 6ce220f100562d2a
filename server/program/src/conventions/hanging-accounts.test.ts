// @module-tag provider-share
import type { ConnectionId, Installation, InstallationId, Operation } from '@platform/contract'
import { sandboxPortals } from '@platform/sandbox'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueueWatching } from '@platform/installations/installations/enqueue-watching'
import { storeIncomingEvents } from '../../../data/src/subscribe/take-in.ts'
import { measureLeast, median } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { must, getNth } from '@platform/kernel/values'

/** The account whose provider does not respond, and one that must not be affected. */
const [hangingPortal, healthyPortal] = [getNth(sandboxPortals, 0).id, getNth(sandboxPortals, 1).id]
const hangingAccounts = 12
/** More than the queues that writes of a project have. */
const ownHealthyAccounts = 6

const makeRead = (objectName: string, field: string) => `
    read:
      objects:
        - objectName: ${objectName}
          destination: webhook
          requiredFields: [{ fieldName: ${field} }]`
const makeSubscribe = (objectName: string) => `
    subscribe:
      objects:
        - objectName: ${objectName}
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          deleteEvent: {enabled: always}`
const watchSchema = `
    watchSchema:
      destination: webhook
      schedule: '0 */6 * * *'
      allObjects:
        fieldCreated: {enabled: always}`

// An app of HubSpot has one webhook address, so only one tenant receives its changes.
const manifest = `
specVersion: 1.0.0
integrations:
  - name: subscribed
    provider: hubspot${makeRead('contacts', 'lastname')}${makeSubscribe('contacts')}${watchSchema}
    write: { objects: [{ objectName: contacts }] }
  - name: read
    provider: hubspot${makeRead('contacts', 'lastname')}${watchSchema}
    write: { objects: [{ objectName: contacts }] }
  - name: elsewhere
    provider: salesforce${makeRead('Contact', 'LastName')}${makeSubscribe('Contact')}
`

type Tenant = Pick<Awaited<ReturnType<typeof testPlatform>>, 'call' | 'connect' | 'projectId'>
interface Customer {
  groupRef: string
  connectionId: ConnectionId
  installationId: InstallationId
}

let platform: Awaited<ReturnType<typeof testPlatform>>
let other: Tenant
let hanging: Customer[]
let healthy: Customer
let healthyElsewhere: Customer
/** Customers of the same project as those that hang. */
let ownHealthy: Customer[]
beforeAll(async () => {
  platform = await testPlatform({
    contacts: 400,
    sourceYaml: manifest,
    // Slots that a dozen accounts could use, and calls that only the test ends.
    env: {
      PLATFORM_READS: '4',
      PLATFORM_PROVIDER_TIMEOUT_MS: '300000',
      PLATFORM_PROVIDER_CALLS: '8',
    },
  })
  other = await platform.anotherTenant('other')
  healthy = await install(other, 'read', { groupRef: 'initech', account: healthyPortal })
  healthyElsewhere = await install(other, 'elsewhere', { groupRef: 'initech' })
  hanging = []
  for (let n = 0; n < hangingAccounts; n++) {
    const groupRef = `globex-${n}`
    hanging.push(await install(platform, 'subscribed', { groupRef, account: hangingPortal }))
  }
  ownHealthy = []
  for (let n = 0; n < ownHealthyAccounts; n++) {
    const groupRef = `umbrella-${n}`
    ownHealthy.push(await install(platform, 'read', { groupRef, account: healthyPortal }))
  }
})
afterEach(() => platform.hubspot.clearFaults())
afterAll(() => platform.close())

async function install(
  tenant: Tenant,
  integration: 'subscribed' | 'read' | 'elsewhere',
  { groupRef, account }: { groupRef: string; account?: string },
): Promise<Customer> {
  const isElsewhere = integration === 'elsewhere'
  const provider = isElsewhere ? 'salesforce' : 'hubspot'
  const connection = await tenant.connect(groupRef, provider, account ? { account } : {})
  const path = `/v1/{p}/integrations/${integration}/installations`
  const { id } = await tenant.call<{ id: InstallationId }>('POST', `${path}?skipSampling=true`, {
    groupRef,
    config: {
      content: {
        read: { objects: { [isElsewhere ? 'Contact' : 'contacts']: {} } },
        ...(!isElsewhere && { write: { objects: { contacts: { objectName: 'contacts' } } } }),
      },
    },
  })
  await vi.waitFor(async () => {
    const { subscription } = await tenant.call<Installation>('GET', `${path}/${id}`)
    if (integration !== 'read') expect(subscription).toMatchObject({ state: 'active' })
    if (!isElsewhere) expect(await waitMsOfLook(id)).toBeGreaterThan(0)
  }, patiently)
  return { groupRef, connectionId: connection.id, installationId: id }
}

const faulty = { account: hangingPortal, pathRegex: '/crm/' }

/** Leaves requests for the accounts of one tenant unanswered until the test ends. */
async function letHang({ ofChanges = false } = {}) {
  const beganAt = Date.now()
  const { id } = await platform.hubspot.addFault({
    effect: 'slow',
    delayMs: 3_600_000,
    match: faulty,
  })
  const countBegun = async () =>
    (await platform.hubspot.faults()).find((fault) => fault.id === id)?.applied ?? 0
  // On a busy machine, calls of the test before are logged late, and those for changes are given up and repeated.
  const countEnded = async () =>
    (await platform.hubspot.requests()).filter(
      ({ fault, at, durationMs, url }) =>
        fault === 'slow' &&
        Date.parse(at) - durationMs >= beganAt &&
        url.includes('/batch/read') === ofChanges,
    ).length
  return { begun: countBegun, ended: countEnded }
}

/** Number of concurrent jobs of this kind, of those of a dozen accounts. */
async function startable(task: string): Promise<number> {
  const { rows } = await sql<{ queues: number }>`
    select count(distinct coalesce(-job_queue_id, j.id))::int as queues
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = ${task} and j.run_at <= now()`.execute(platform.database.everything)
  return Math.min(10, must(rows[0], 'row').queues)
}

/** Waiting time in milliseconds of the next lookup of an installation's fields. */
async function waitMsOfLook(installationId: string): Promise<number> {
  const { rows } = await sql<{ waitMs: number }>`
    select (extract(epoch from run_at - now()) * 1000)::float8 as wait_ms
      from graphile_worker._private_jobs
     where key = ${`watch-schema:${installationId}`}`.execute(platform.database.everything)
  return rows[0]?.waitMs ?? 0
}

function hear(
  tenant: Tenant,
  { connectionId }: Customer,
  { type, objectName, id }: { type: 'create' | 'delete'; objectName: string; id: string },
) {
  const time = new Date().toISOString()
  const event = {
    ...{ id, type, objectName, recordId: id, time, rawEvent: {} },
    ...{ providerEventType: `contact.${type}`, workspaceRef: 'any' },
  }
  return inTransaction(platform.database.tenant(tenant.projectId), (tx) =>
    storeIncomingEvents(tx, tenant.projectId, [{ connectionId, event }]),
  )
}

it('delivers the changes of a tenant while the accounts of another do not answer', async () => {
  const { begun, ended } = await letHang({ ofChanges: true })
  for (const customer of hanging) {
    await hear(platform, customer, { type: 'create', objectName: 'contacts', id: '1' })
  }
  await vi.waitFor(async () => {
    expect(await begun()).toBeGreaterThanOrEqual(await startable('deliver-changes'))
  }, patiently)

  await hear(other, healthyElsewhere, { type: 'delete', objectName: 'Contact', id: 'gone' })

  await vi.waitFor(() => {
    const deliveredIds = platform.messages.flatMap(({ result }) => result ?? []).map(({ id }) => id)
    expect(deliveredIds).toContain('gone')
  }, patiently)
  expect(await ended()).toBe(0)
})

it('checks the fields of a tenant while the accounts of another do not answer', async () => {
  const { begun, ended } = await letHang()
  const look = (tenant: Tenant, { installationId }: Customer) => {
    const { projectId } = tenant
    return inTransaction(platform.database.tenant(projectId), (tx) =>
      enqueueWatching(tx, { projectId, installationId }, new Date(0)),
    )
  }
  for (const customer of hanging) await look(platform, customer)
  await vi.waitFor(async () => {
    expect(await begun()).toBeGreaterThanOrEqual(await startable('watch-schema'))
  }, patiently)

  await look(other, healthy)

  await vi.waitFor(async () => {
    expect(await waitMsOfLook(healthy.installationId)).toBeGreaterThan(0)
  }, patiently)
  expect(await ended()).toBe(0)
})

it('reads for a tenant in at most 1.5 times the time while the accounts of another do not answer', async () => {
  const start = async (tenant: Tenant, { groupRef }: Customer) => {
    const integration = tenant === other ? 'read' : 'subscribed'
    const path = `/read/v1/{p}/integrations/${integration}/objects/contacts`
    const { operationId } = await tenant.call<{ operationId: string }>('POST', path, { groupRef })
    return operationId
  }
  const isOver = (tenant: Tenant, operationId: string, interval: number) =>
    vi.waitFor(
      async () => {
        const path = `/v1/{p}/operations/${operationId}`
        expect((await tenant.call<Operation>('GET', path)).status).toBe('success')
      },
      { ...patiently, interval },
    )
  const msToRead = async () => {
    const begunAt = performance.now()
    await isOver(other, await start(other, healthy), 5)
    return performance.now() - begunAt
  }
  const ratio = await measureLeast(1.5, async () => {
    const alone: number[] = []
    const beside: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      // Most of the duration of a read is the provider's, even on a busy machine.
      await platform.hubspot.addFault({
        effect: 'slow',
        delayMs: 150,
        match: { account: healthyPortal, pathRegex: '/crm/' },
      })
      alone.push(await msToRead())
      const { begun } = await letHang()
      const reads = await Promise.all(hanging.map((customer) => start(platform, customer)))
      await vi.waitFor(
        async () => expect(await begun()).toBeGreaterThanOrEqual(hangingAccounts),
        patiently,
      )
      beside.push(await msToRead())
      await platform.hubspot.clearFaults()
      await Promise.all(reads.map((operationId) => isOver(platform, operationId, 50)))
    }
    return median(beside) / median(alone)
  })

  expect(ratio).toBeLessThan(1.5)
})

const writeFor = <Reply>(
  integration: 'subscribed' | 'read',
  { groupRef }: Customer,
  mode: 'asynchronous' | 'synchronous',
) =>
  platform.call<Reply>('POST', `/write/v1/{p}/integrations/${integration}/objects/contacts`, {
    ...{ groupRef, mode, type: 'create' },
    record: { lastname: groupRef },
  })

it('sends the writes of all other customers of a project while a dozen do not answer', async () => {
  const { begun, ended } = await letHang()
  for (let turn = 0; turn < 20; turn++) {
    await Promise.all(hanging.map((one) => writeFor('subscribed', one, 'asynchronous')))
  }
  await vi.waitFor(
    async () => expect(await begun()).toBeGreaterThanOrEqual(hangingAccounts),
    patiently,
  )

  const writes = await Promise.all(
    [...ownHealthy, ...ownHealthy].map((one) =>
      writeFor<{ operationId: string }>('read', one, 'asynchronous'),
    ),
  )

  for (const { operationId } of writes) {
    await vi.waitFor(async () => {
      const { status } = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
      expect(status).toBe('success')
    }, patiently)
  }
  expect(await ended()).toBe(0)
})

it('accepts synchronous writes of a project while those of others do not answer', async () => {
  const { begun, ended } = await letHang()
  const waiting = hanging.flatMap((one) =>
    Array.from({ length: 2 }, () => writeFor('subscribed', one, 'synchronous')),
  )
  await vi.waitFor(async () => {
    // More than the project has slots for calls, or for synchronous writes.
    expect(await begun()).toBeGreaterThan(8)
  }, patiently)

  const reply = await vi.waitFor(async () => {
    const written = await writeFor('read', getNth(ownHealthy, 0), 'synchronous')
    expect(written).toMatchObject({ result: { success: true } })
    return written
  }, patiently)

  expect(reply).toBeDefined()
  expect(await ended()).toBe(0)
  await platform.hubspot.clearFaults()
  await Promise.all(waiting)
})

it('reads for other customers of the project while a dozen do not answer', async () => {
  const { begun, ended } = await letHang()
  const start = ({ groupRef }: Customer, integration: string) =>
    platform.call<{ operationId: string }>(
      'POST',
      `/read/v1/{p}/integrations/${integration}/objects/contacts`,
      { groupRef },
    )
  await Promise.all(hanging.map((customer) => start(customer, 'subscribed')))
  await vi.waitFor(
    async () => expect(await begun()).toBeGreaterThanOrEqual(hangingAccounts),
    patiently,
  )

  for (const customer of ownHealthy) {
    const { operationId } = await start(customer, 'read')
    await vi.waitFor(async () => {
      const { status } = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
      expect(status).toBe('success')
    }, patiently)
  }
  expect(await ended()).toBe(0)
})
