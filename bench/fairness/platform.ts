/** The whole platform as `serve` starts it; reads of one tenant are timed beside those of others. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../packages/server/src/db/new-id.ts'
import { createTenant } from '../../packages/server/src/main/bootstrap.ts'
import { startPlatform } from '../../packages/server/src/main/platform.ts'
import { readSettings } from '../../packages/server/src/main/settings.ts'

const [providerPort, reads] = process.argv.slice(2).map(Number)

const platform = await startPlatform(
  readSettings({
    DATABASE_URL: process.env['DATABASE_URL'],
    PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_PORT: '0',
    PLATFORM_LOG_LEVEL: 'error',
  }),
  {
    providerOverrides: {
      salesforce: { baseURL: `http://127.0.0.1:${providerPort}`, modules: null, metadata: null },
    },
  },
)
const { database, services } = platform
const { everything } = database

/** A project of its own, whose customers are connected already. */
async function givenTenant(name: string) {
  const tenant = await createTenant(database, {
    org: name,
    project: name,
    owner: `owner@${name}.test`,
  })
  const projectId = tenant.projectId as `proj_${string}`
  const call = async (method: string, path: string, body: object): Promise<{ id: string }> => {
    const reply = await fetch(`${platform.url}/v1/projects/${name}${path}`, {
      method,
      headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(await reply.text())
    return (await reply.json()) as { id: string }
  }
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
    /** Installs for a new customer, which begins a backfill; returns the installation. */
    async install(kind = name): Promise<string> {
      const groupRef = `${kind}-${++customers}`
      const tokens = {
        accessToken: groupRef,
        issuedAt: Date.now(),
        expiresAt: Date.now() + 86_400_000,
      }
      const sealed = await services.secrets.seal(
        projectId,
        JSON.stringify({ kind: 'authorizationCode', tokens }),
      )
      await everything
        .insertInto('groups')
        .values({ projectId, groupRef, groupName: groupRef })
        .execute()
      await everything
        .insertInto('consumers')
        .values({ projectId, consumerRef: groupRef, consumerName: groupRef })
        .execute()
      await everything
        .insertInto('connections')
        .values({
          projectId,
          id: newId('conn'),
          provider: 'salesforce',
          groupRef,
          consumerRef: groupRef,
          authScheme: 'oauth2/authorizationCode',
          status: 'working',
          credentials: sealed,
          providerMetadata: '{}',
          accessExpireTime: new Date(tokens.expiresAt),
        })
        .execute()
      const { id } = await call('POST', '/integrations/crm/installations?skipSampling=true', {
        groupRef,
        config: { createdBy: 'bench', content: { read: { objects: { Contact: {} } } } },
      })
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
const besideBusy = await beside('busy', 10)
const figure = (value: number) => Number(value.toFixed(2))
process.send?.({
  'alone, s': figure(alone),
  'beside 12 that hang, s': figure(besideHanging),
  'beside 12 that hang, ×': figure(besideHanging / alone),
  'and 12 of its own that hang, s': figure(besideOwnHanging),
  'and 12 of its own that hang, ×': figure(besideOwnHanging / alone),
  'and 10 long backfills, s': figure(besideBusy),
  'and 10 long backfills, ×': figure(besideBusy / alone),
})
process.once('SIGTERM', () => void platform.stop().then(() => process.exit(0)))
