/** Starts a server like `serve`; reads of one tenant are timed beside those of others. */
import { setTimeout as sleep } from 'node:timers/promises'
import { givenBenchProject, salesforceOn, startBenchPlatform } from '../platform.ts'

const [providerPort, reads, hangingAccounts = 0] = process.argv.slice(2).map(Number)

const platform = await startBenchPlatform({ providerOverrides: salesforceOn(providerPort) })
const { everything } = platform.database

/** Creates a project with connected customers. */
async function givenTenant(name: string) {
  const { call, connect } = await givenBenchProject(platform, name)
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
          config: { createdBy: 'bench', content: { read: { objects: { Contact: {} } } } },
        },
      )
      return id
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

async function medianOfReads(): Promise<number> {
  const seconds: number[] = []
  for (let n = 0; n < (reads ?? 1); n++) seconds.push(await secondsToRead())
  return seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? NaN
}

async function beside(name: string, others: number): Promise<number> {
  const tenant = await givenTenant(name)
  for (let n = 0; n < others; n++) await tenant.install()
  await sleep(1_000)
  return medianOfReads()
}

await secondsToRead()
const alone = await medianOfReads()
const besideHanging = await beside('hanging', 12)
for (let n = 0; n < 12; n++) await healthy.install('hanging')
await sleep(1_000)
const besideOwnHanging = await medianOfReads()
/** Projects of one organization each, whose accounts hang. */
const hangingProjects = 20
for (let n = 0; n < hangingProjects; n++) {
  const tenant = await givenTenant(`hanging-${n}`)
  for (let of = 0; of < hangingAccounts / hangingProjects; of++) await tenant.install('hanging')
}
await sleep(1_000)
const besideMany = await medianOfReads()
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
  'and 10 long backfills, s': figure(besideBusy),
  'and 10 long backfills, ×': figure(besideBusy / alone),
})
