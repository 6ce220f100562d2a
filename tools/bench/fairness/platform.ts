/** Starts a server like `serve`; reads and writes of one tenant are timed beside those of others. */
import { setTimeout as sleep } from 'node:timers/promises'
import { givenBenchProject, salesforceOn, startBenchPlatform } from '../support/platform.ts'

const [providerPort, reads, hangingAccounts = 0] = process.argv.slice(2).map(Number)

const platform = await startBenchPlatform({ providerOverrides: salesforceOn(providerPort) })
const { everything } = platform.database

/** Creates a project with connected customers. */
async function givenTenant(name: string) {
  const { call, connect, headers } = await givenBenchProject(platform, name)
  await call('POST', '/destinations', {
    name: 'webhook',
    type: 'webhook',
    metadata: { url: `http://127.0.0.1:${providerPort}/` },
  })
  await call('PUT', '/integrations:batch', {
    sourceYaml: `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          requiredFields: [{ fieldName: LastName }]
          backfill: { defaultPeriod: { fullHistory: true } }
    write:
      objects: [{ objectName: Contact }]
`,
  })

  let customers = 0
  return {
    /** Installs for a new customer, which starts a backfill; returns the installation. */
    async install(kind = name): Promise<string> {
      const groupRef = `${kind}-${++customers}`
      await connect(groupRef)
      const { id } = await call<{ id: string }>(
        'POST',
        '/integrations/crm/installations?skipSampling=true',
        {
          groupRef,
          config: {
            createdBy: 'bench',
            content: {
              read: { objects: { Contact: {} } },
              write: { objects: { Contact: { objectName: 'Contact' } } },
            },
          },
        },
      )
      return id
    },
    /** Writes a record for a customer; returns the operation of an asynchronous write. */
    async write(mode: 'synchronous' | 'asynchronous', groupRef: string): Promise<string> {
      const path = `/write/v1/projects/${name}/integrations/crm/objects/Contact`
      const body = { groupRef, mode, type: 'create', record: { LastName: groupRef } }
      const reply = await fetch(platform.url + path, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      })
      const { operationId } = (await reply.json()) as { operationId: string }
      if (!reply.ok) throw new Error(`A write was answered ${reply.status}.`)
      return operationId
    },
  }
}

const healthy = await givenTenant('healthy')

async function secondsToRead(): Promise<number> {
  const beganAt = performance.now()
  const installation = await healthy.install()
  for (;;) {
    const done = await everything
      .selectFrom('operations')
      .select('id')
      .where('installationId', '=', installation as `inst_${string}`)
      .where('status', '=', 'success')
      .executeTakeFirst()
    if (done) return (performance.now() - beganAt) / 1000
    await sleep(10)
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

async function medianOfReads(): Promise<number> {
  const seconds: number[] = []
  for (let n = 0; n < (reads ?? 1); n++) seconds.push(await secondsToRead())
  return median(seconds)
}

/** Number of writes per measurement. */
const writes = 15

async function secondsToWrite(mode: 'synchronous' | 'asynchronous'): Promise<number> {
  const seconds: number[] = []
  for (let n = 0; n < writes; n++) {
    const beganAt = performance.now()
    const operation = await healthy.write(mode, 'healthy-1')
    if (mode === 'asynchronous') await succeeded(operation)
    seconds.push((performance.now() - beganAt) / 1000)
  }
  return median(seconds)
}

async function succeeded(operation: string): Promise<void> {
  for (;;) {
    const { status } = await everything
      .selectFrom('operations')
      .select('status')
      .where('id', '=', operation as `op_${string}`)
      .executeTakeFirstOrThrow()
    if (status === 'success') return
    if (status === 'failure') throw new Error('A write failed.')
    await sleep(10)
  }
}

async function beside(name: string, others: number): Promise<number> {
  const tenant = await givenTenant(name)
  for (let n = 0; n < others; n++) await tenant.install()
  await sleep(1_000)
  return medianOfReads()
}

await secondsToRead()
const alone = await medianOfReads()
const writingAlone = await secondsToWrite('synchronous')
const writingLaterAlone = await secondsToWrite('asynchronous')
const besideHanging = await beside('hanging', 12)
for (let n = 0; n < 12; n++) await healthy.install('hanging')
await sleep(1_000)
const besideOwnHanging = await medianOfReads()
/** Projects of one organization each, whose accounts hang. */
const hangingProjects = 20
for (let n = 0; n < hangingProjects; n++) {
  const tenant = await givenTenant(`hanging-${n}`)
  for (let of = 1; of <= hangingAccounts / hangingProjects; of++) {
    await tenant.install('hanging')
    await tenant.write('asynchronous', `hanging-${of}`)
  }
}
await sleep(1_000)
const besideMany = await medianOfReads()
const writingBesideMany = await secondsToWrite('synchronous')
const writingLaterBesideMany = await secondsToWrite('asynchronous')
const besideBusy = await beside('busy', 10)
const figure = (value: number) => Number(value.toFixed(2))
process.send?.({
  'alone, s': figure(alone),
  'beside 12 that hang, s': figure(besideHanging),
  'beside 12 that hang, ×': figure(besideHanging / alone),
  'and 12 of its own that hang, s': figure(besideOwnHanging),
  'and 12 of its own that hang, ×': figure(besideOwnHanging / alone),
  [`and ${hangingAccounts} of ${hangingProjects} projects that hang, s`]: figure(besideMany),
  [`and ${hangingAccounts} of ${hangingProjects} projects that hang, ×`]: figure(
    besideMany / alone,
  ),
  'a synchronous write alone, s': figure(writingAlone),
  'a synchronous write beside all that hang, ×': figure(writingBesideMany / writingAlone),
  'an asynchronous write alone, s': figure(writingLaterAlone),
  'an asynchronous write beside all that hang, ×': figure(
    writingLaterBesideMany / writingLaterAlone,
  ),
  'and 10 long backfills, s': figure(besideBusy),
  'and 10 long backfills, ×': figure(besideBusy / alone),
})
