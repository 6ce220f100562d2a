import { execFile } from 'node:child_process'
import { symlink, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@platform/client'
import type { Delivery, Installation } from '@platform/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as given from '../../packages/cli/src/testing/given.ts'
import { isLong } from '../testing/src/long-tests.ts'
import { patiently } from '../testing/src/patiently.ts'
import { testPlatform } from '../testing/src/test-platform.ts'
import { getFirst, must } from '../../server/kernel/src/values/must.ts'
import { generatedClients } from './support/generated-clients.ts'

// Clients generated from openapi.json read why a delivery failed, whose type once had the wrong
// name. Types generated from platform.yaml fit the messages that the platform delivers.

const root = fileURLToPath(new URL('../..', import.meta.url))

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          schedule: '0 0 1 1 *'
          deleted: true
          associations: [Account]
          requiredFields:
            - fieldName: LastName
            - fieldName: Email
              mapToName: email
            - fieldName: MailingCity
              mapToName: $['address']['city']
            - fieldName: $['Account']['Name']
              mapToName: company
            - mapToName: source
          optionalFields:
            - fieldName: Title
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
        - objectName: Account
          destination: webhook
          schedule: '0 0 1 1 *'
          optionalFieldsAuto: all
          requiredFields:
            - fieldName: Name
            - fieldName: NumberOfEmployees
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
          updateEvent: {enabled: always, watchFieldsAuto: all}
          deleteEvent: {enabled: always}
  - name: hub
    provider: hubspot
    read:
      objects:
        - objectName: companies
          destination: webhook
          schedule: '0 0 1 1 *'
          optionalFieldsAuto: all
          requiredFields:
            - fieldName: name
            - fieldName: numberofemployees
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`

let platform: Awaited<ReturnType<typeof testPlatform>>
let url: string
let deliveryId: Delivery['id']

const why = {
  succeeded: false,
  class: 'connection',
  detail: expect.stringContaining('ECONNREFUSED'),
}

/** A message that cannot be delivered, because nothing listens there. */
beforeAll(async () => {
  platform = await testPlatform({ contacts: 3, sourceYaml })
  url = must(platform.url, 'address')
  await platform.call('PATCH', '/v1/{p}/destinations/webhook', {
    updateMask: ['metadata.url'],
    destination: { metadata: { url: 'http://127.0.0.1:9/' } },
  })
  await platform.connect()
  deliveryId = await vi.waitFor(async () => {
    const deliveries = await platform.call<Delivery[]>('GET', '/v1/{p}/deliveries')
    const { id } = getFirst(deliveries)
    getFirst(await platform.call<object[]>('GET', `/v1/{p}/deliveries/${id}/attempts`))
    return id
  })
})
afterAll(() => platform.close())

it('reads why an attempt failed by the client of TypeScript', async () => {
  const client = createClient({ baseUrl: url, apiKey: platform.apiKey })

  const attempts = await client.get(
    '/v1/projects/{projectIdOrName}/deliveries/{deliveryId}/attempts',
    { params: { projectIdOrName: 'test', deliveryId } },
  )

  const { succeeded, error } = getFirst(attempts)
  expect({ succeeded, ...error }).toEqual(why)
})

it.runIf(isLong).for(generatedClients)(
  'reads why an attempt failed by the client of $language',
  { concurrent: true },
  async ({ language, install, make }, { skip }) => {
    const missing = await install().then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (missing !== undefined) {
      console.log(
        `Generated clients: ${language} is left out, as its generator cannot be had here. ${missing}`,
      )
      skip(missing)
    }
    const program = await make()

    const printed = await program([url, platform.apiKey, 'test', deliveryId])

    expect(getFirst(JSON.parse(printed) as object[])).toEqual(why)
    console.log(`Generated clients: ${language} ran.`)
  },
)

/** Connects a customer, and returns the messages with records of a backfill, of changes and of a later read. */
async function deliverMessages() {
  const tenant = await platform.anotherTenant('typed')
  await tenant.connect('initech')
  const objects = {
    Contact: {
      selectedFields: { Title: true },
      selectedFieldMappings: { source: 'LeadSource' },
      selectedValueMappings: { source: { Web: 'online' } },
    },
    Account: { selectedFieldsAuto: 'all' },
  }
  const { id } = await tenant.install('initech', objects)
  await tenant.connect('initech', 'hubspot')
  await tenant.call('POST', '/v1/{p}/integrations/hub/installations', {
    groupRef: 'initech',
    config: { content: { read: { objects: { companies: { selectedFieldsAuto: 'all' } } } } },
  })
  const listMessages = () =>
    platform.messages.filter(({ action, groupRef }) => action && groupRef === 'initech')
  const waitFor = (wanted: Partial<(typeof platform.messages)[number]>, type?: string) =>
    vi.waitFor(() => {
      const entries = listMessages()
        .filter((message) => expect.objectContaining(wanted).asymmetricMatch(message))
        .flatMap(({ result }) => result ?? [])
      expect(entries.map(({ subscribeEventType }) => subscribeEventType)).toContain(type)
    }, patiently)
  await vi.waitFor(async () => {
    const path = `/v1/{p}/integrations/crm/installations/${id}`
    const { subscription } = await tenant.call<Installation>('GET', path)
    expect(subscription).toMatchObject({ state: 'active' })
  }, patiently)
  await waitFor({ action: 'read', objectName: 'person' })
  await waitFor({ action: 'read', objectName: 'Account' })
  await waitFor({ action: 'read', objectName: 'companies' })

  const contact = { LastName: 'Lind', Email: 'lind@acme.example', LeadSource: 'Web' }
  const { id: recordId } = await platform.control.createRecord('Contact', contact)
  await waitFor({ action: 'subscribe' }, 'create')
  await platform.control.updateRecord('Contact', recordId, { Title: 'Buyer' })
  await waitFor({ action: 'subscribe' }, 'update')
  await platform.control.deleteRecord('Contact', recordId)
  await waitFor({ action: 'subscribe' }, 'delete')
  await tenant.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
    ...{ groupRef: 'initech', mode: 'async' },
  })
  await waitFor({ action: 'read' }, 'delete')
  return { messages: listMessages(), apiKey: tenant.apiKey }
}

/** A receiver that uses the names of the manifest. */
const receiver = `import { verifyWebhook } from '@platform/client/webhooks'
import type { Messages } from './platform-types.ts'

export function listNames(body: string, headers: Record<string, string>, secret: string): string[] {
  const message = verifyWebhook<Messages>({ body, headers, secret })
  if ('notificationType' in message) return [message.data.projectId]
  if (message.provider === 'hubspot') {
    return (message.result ?? []).map(({ fields }) => String(fields.name))
  }
  if (message.objectName === 'Account') {
    return (message.result ?? []).map(({ fields }) => String(fields.Name))
  }
  return (message.result ?? []).map((entry) =>
    entry.subscribeEventType === 'delete' ? entry.id : String(entry.mappedFields?.email),
  )
}
// Without types, the message is the same as before.
export const read = (message: ReturnType<typeof verifyWebhook>): unknown =>
  'action' in message ? message.result?.[0]?.mappedFields : message.data
`

it('types of platform.yaml fit the delivered messages', { timeout: 600_000 }, async () => {
  const { messages, apiKey } = await deliverMessages()
  const cwd = await given.folder({
    'receiver.ts': receiver,
    'delivered.ts': `import type { Messages } from './platform-types.ts'

export const delivered: Messages[] = ${JSON.stringify(messages)}
`,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true },
        ...{ target: 'es2024', module: 'nodenext', allowImportingTsExtensions: true },
        ...{ resolveJsonModule: true, types: ['node'] },
      },
      files: ['receiver.ts', 'delivered.ts'],
    }),
  })
  await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'))
  const env = { PLATFORM_BASE_URL: url, PLATFORM_PROJECT: 'typed', PLATFORM_API_KEY: apiKey }
  /** Returns the errors of the compiler with the types of this manifest. */
  const compileWith = async (manifest: string, ...options: string[]) => {
    await writeFile(join(cwd, 'platform.yaml'), manifest)
    const written = await given.runCli(['types', ...options], { cwd, env })
    expect(written).toMatchObject({ exitCode: 0, stderr: '' })
    const tsc = join(root, 'node_modules/.bin/tsc')
    const compiled = promisify(execFile)(tsc, ['-p', '.', '--singleThreaded'], { cwd })
    return compiled.then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    )
  }

  expect(messages.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['read', 'subscribe']),
  )
  expect(await compileWith(sourceYaml)).toBe('')
  expect(await compileWith(sourceYaml, '--group', 'initech')).toBe('')
  const types = await readFile(join(cwd, 'platform-types.ts'), 'utf8')
  expect(types).toMatch(/^ {2}NumberOfEmployees: number \| null$/m)
  expect(types).toMatch(/^ {2}numberofemployees: string \| null$/m)
  expect(types).toMatch(/^ {2}source: "online" \| ".+ \| null$/m)

  const renamed = sourceYaml.replace('mapToName: email', 'mapToName: mail')
  const errors = await compileWith(renamed)
  expect(errors).toMatch(/^delivered\.ts.+ error /m)
  expect(errors).toMatch(/^receiver\.ts.+'email' does not exist/m)

  await writeFile(join(cwd, 'platform.yaml'), sourceYaml)
  await given.runCli(['types', '--json-schema', '--group', 'initech'], { cwd, env })
  const schema = JSON.parse(await readFile(join(cwd, 'platform-types.json'), 'utf8')) as object
  const isMessage = new Ajv2020({ strict: false }).compile(schema)
  for (const message of messages) {
    expect(isMessage(message), JSON.stringify(isMessage.errors)).toBe(true)
  }
  expect(isMessage({ ...messages[0], objectName: 'Lead' })).toBe(false)
})
