import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Schemas } from '@platform/client'
import { expect, it, onTestFinished } from 'vitest'
import { bundlePrograms } from '../testing/src/bundled-programs.ts'
import { givenPlatform } from '../testing/src/test-platform.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { dataFolder, eventually, freePorts, startProgram, whenReady } from './support/program.ts'

const objectNames = ['Account', 'Contact', 'Lead', 'Opportunity', 'Case']
const fieldNames = Array.from({ length: 100 }, (_, n) => `Extra_${n}`)
const metadataApi = '/services/Soap/m/'

const definitions = fieldNames.map((name) => ({
  fieldName: name,
  displayName: name,
  valueType: 'string',
}))
const fieldsYaml = objectNames
  .flatMap((objectName) => [
    `${objectName}:`,
    ...definitions.map((definition) => `  - ${JSON.stringify(definition)}`),
  ])
  .join('\n')

type Upserted = Schemas['UpsertMetadataResponse']

it('completes 500 fields from the command line after the server was killed half-way', async () => {
  const masterKey = randomBytes(32).toString('base64')
  const platform = await givenPlatform({ env: { PLATFORM_MASTER_KEY: masterKey } })
  const { control } = platform
  const [other, folder] = await Promise.all([startOther(platform, masterKey), dataFolder()])
  onTestFinished(async () => {
    other.process.kill('SIGKILL')
    await folder.remove()
  })
  await platform.connect()
  await platform.install()
  const path = join(folder.path, 'fields.yaml')
  await writeFile(path, fieldsYaml)
  const apply = (baseUrl: string, ...options: string[]) =>
    runCli(['fields', 'apply', path, '--integration=crm', '--group=globex', ...options], {
      PLATFORM_BASE_URL: baseUrl,
      PLATFORM_API_KEY: platform.apiKey,
      PLATFORM_PROJECT: 'test',
    })
  const callsSoFar = async () =>
    (await control.requests()).filter(({ url }) => url.includes(metadataApi)).length

  const planned = await apply(other.baseUrl, '--dry-run')
  const readingCalls = await callsSoFar()
  await control.clearRequests()
  await control.addFault({ effect: 'slow', delayMs: 20, match: { pathRegex: metadataApi } })
  const interrupted = apply(other.baseUrl)
  await eventually(async () => (await callsSoFar()) > readingCalls + 20)
  other.process.kill('SIGKILL')
  const { exitCode, stderr } = await interrupted
  await control.clearFaults()
  const { stdout } = await apply(must(platform.url, 'address'), '--json')
  const completed = actionsIn(JSON.parse(stdout) as Upserted)
  const again = actionsIn(
    await platform.call<Upserted>('PUT', '/v1/{p}/integrations/crm/object-metadata', {
      groupRef: 'globex',
      fields: Object.fromEntries(objectNames.map((name) => [name, definitions])),
    }),
  )

  expect(planned).toMatchObject({ exitCode: 0, stderr: '' })
  expect(planned.stdout.match(/^create /gm)).toHaveLength(500)
  expect(exitCode).toBe(2)
  expect(stderr).toContain('Could not reach the server')
  expect(stderr).toContain('Repeat the command once the server is back')
  // Fields created before are only made visible to the connected user now, which Salesforce
  // distinguishes.
  expect(completed.create).toBeGreaterThan(0)
  expect(completed.create).toBeLessThanOrEqual(300)
  expect((completed.create ?? 0) + (completed.update ?? 0)).toBe(500)
  expect(again).toEqual({ none: 500 })
  for (const objectName of objectNames) {
    const { fields } = await platform.call<Schemas['ObjectMetadata']>(
      'GET',
      `/v1/{p}/providers/salesforce/objects/${objectName}/metadata?groupRef=globex`,
    )
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(fieldNames.map((name) => `${name}__c`)),
    )
  }
})

/** Starts a server in a separate process on the same database. */
async function startOther(
  { databaseUrl, providerOverrides }: Awaited<ReturnType<typeof givenPlatform>>,
  masterKey: string,
) {
  const [port] = await freePorts(1)
  const baseUrl = `http://127.0.0.1:${port}`
  const { serve, env } = await bundlePrograms()
  const program = startProgram(serve, {
    args: ['--role=api'],
    env: {
      ...env,
      DATABASE_URL: databaseUrl,
      PLATFORM_MASTER_KEY: masterKey,
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_PORT: String(port),
      PLATFORM_PROVIDERS: JSON.stringify(providerOverrides),
    },
  })
  await whenReady(baseUrl, program)
  return { ...program, baseUrl }
}

async function runCli(args: string[], settings: Record<string, string>) {
  const { cli, env } = await bundlePrograms()
  const { PATH, HOME, TMPDIR } = process.env
  return new Promise<{ exitCode: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [cli, ...args],
      { env: { PATH, HOME, TMPDIR, ...env, ...settings }, maxBuffer: 2 ** 24 },
      (_, stdout, stderr) => resolve({ exitCode: child.exitCode, stdout, stderr }),
    )
  })
}

/** Returns how often each action was done. */
function actionsIn({ fields }: Upserted): Record<string, number> {
  const outcomes = Object.values(fields).flatMap((byName) => Object.values(byName))
  const byAction = Map.groupBy(outcomes, ({ action }) => action)
  return Object.fromEntries([...byAction].map(([action, all]) => [action, all.length]))
}
