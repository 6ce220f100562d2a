import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ConfigContent, Installation, ManifestIntegration } from '@platform/contract'
import { consumerToken } from '@platform/testing/test-api'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mustBeValidConfig } from '../integrations/check-config.ts'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: LastName
            - fieldName: Email
              mapToName: email
          optionalFields:
            - fieldName: Title
            - mapToName: stage
          backfill: { defaultPeriod: { days: 30 } }
        - objectName: Account
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields: [{ fieldName: Name }]
          backfill: { defaultPeriod: { days: 30 } }
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
          updateEvent: { watchFieldsAuto: all }
    write:
      objects:
        - objectName: Contact
          valueDefaults: { allowAnyFields: true }
`

type ReadObjects = NonNullable<ConfigContent['read']>['objects']
type Contact = NonNullable<ReadObjects[string]>

let platform: Awaited<ReturnType<typeof testPlatform>>
let installation: { id: `inst_${string}` }
let signing: { key: KeyObject; kid: string }
beforeAll(async () => {
  platform = await testPlatform({ contacts: 3, sourceYaml })
  await platform.connect('globex')
  await platform.connect('initech')
  installation = await platform.install('globex', { Contact: {} })
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kid } = await platform.call<{ kid: string }>('POST', '/v1/{p}/jwt-keys', {
    label: 'test',
    algorithm: 'ES256',
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
  })
  signing = { key: privateKey, kid }
})
afterAll(() => platform.close())

interface Reply {
  id?: `inst_${string}`
  status?: number
  detail?: string
  issues?: { name: string }[]
}

const callers: Record<string, (groupRef: string) => Promise<Record<string, string>>> = {
  'an API key': async () => ({ 'x-api-key': platform.apiKey }),
  'the public frontend key': async () => ({ 'x-api-key': platform.frontendApiKey }),
  'the JWT of an end user': async (groupRef) => ({
    authorization: `Bearer ${await consumerToken(signing.key, { alg: 'ES256', kid: signing.kid }, { groupRef, consumerRef: 'hank' })}`,
  }),
}

async function send(
  method: string,
  path: string,
  { body, groupRef, caller }: { body: object; groupRef: string; caller: string },
): Promise<Reply> {
  const reply = await fetch(`${platform.url}/v1/projects/test/integrations/crm/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await callers[caller]!(groupRef)) },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as Reply
}

const create = (content: ConfigContent, caller = 'an API key') => {
  const body = { groupRef: 'initech', config: { content } }
  return send('POST', 'installations?skipSampling=true', { body, groupRef: 'initech', caller })
}
const update = (content: ConfigContent, caller = 'an API key') => {
  const body = { updateMask: ['config.content'], installation: { config: { content } } }
  const path = `installations/${installation.id}?skipSampling=true&groupRef=globex`
  return send('PATCH', path, { body, groupRef: 'globex', caller })
}
const patch = (contact: Contact) =>
  platform.call<Reply>(
    'PATCH',
    '/v1/{p}/integrations/crm/objects/Contact/config-content?skipSampling=true',
    {
      groupRef: 'globex',
      action: 'read',
      changes: Object.entries(contact).map(([name, value]) => ({
        op: 'add',
        path: `/${name}`,
        value,
      })),
    },
  )

const invalid: [string, Contact, string, RegExp][] = [
  ['a schedule with seconds', { schedule: '* * * * * *' }, 'schedule', /6 fields.*five/],
  ['words as a schedule', { schedule: 'every hour' }, 'schedule', /five/],
  ['a schedule that never runs', { schedule: '0 0 30 2 *' }, 'schedule', /never runs/],
  ['a frequent schedule', { schedule: '*/5 * * * *' }, 'schedule', /minimum interval is 10 min/],
  ['an unknown time zone', { timezone: 'Mars/Base' }, 'timezone', /not the name of a time zone/],
  [
    'a backfill of millions of years',
    { backfill: { defaultPeriod: { days: 1e9 } } },
    'backfill.defaultPeriod',
    /at most 36500/,
  ],
  [
    'a backfill without a period',
    { backfill: { defaultPeriod: {} } },
    'backfill.defaultPeriod',
    /exactly one/,
  ],
  ['a missing destination', { destination: 'nowhere' }, 'destination', /no destination nowhere/],
  [
    'a field that is not offered',
    { selectedFields: { Titel: true } },
    'selectedFields.Titel',
    /does not offer the field Titel of Contact. Did you mean `Title`/,
  ],
  [
    'an unknown mapping',
    { selectedFieldMappings: { stge: 'LeadSource' } },
    'selectedFieldMappings.stge',
    /no mapping stge of Contact. Did you mean `stage`/,
  ],
  [
    'values of an unknown mapping',
    { selectedValueMappings: { origin: { a: 'b' } } },
    'selectedValueMappings.origin',
    /no mapping origin/,
  ],
  [
    'a broken field path',
    { selectedFieldMappings: { stage: "$['a" } },
    'selectedFieldMappings.stage',
    /not a valid field path/,
  ],
  [
    'another field for a mapping of the manifest',
    { selectedFieldMappings: { email: 'Phone' } },
    'selectedFieldMappings.email',
    /reads email of Contact from Email/,
  ],
  [
    'an own mapping in place of one of the manifest',
    { dynamicMappingsInput: [{ mapToName: 'email', fieldName: 'Phone' }] },
    'dynamicMappingsInput[0].fieldName',
    /reads email of Contact from Email/,
  ],
  [
    'a filter that compares with an object',
    { fieldFilters: [{ fieldName: 'Title', operator: 'eq', value: { a: 1 } }] },
    'fieldFilters[0].value',
    /text, a number or a boolean/,
  ],
  [
    'a filter of backfills by a broken path',
    {
      backfill: {
        defaultPeriod: { days: 1 },
        fieldFilters: [{ fieldName: "$['a", operator: 'eq', value: 1 }],
      },
    },
    'backfill.fieldFilters[0].fieldName',
    /not a valid field path/,
  ],
]

it.each(invalid)('rejects %s, whoever sets it', async (_what, contact, path, detail) => {
  const content = { read: { objects: { Contact: contact } } }
  const name = `config.content.read.objects.Contact.${path}`
  for (const caller of Object.keys(callers)) {
    for (const save of [create, update]) {
      expect(await save(content, caller), caller).toMatchObject({
        status: 400,
        detail: expect.stringMatching(detail),
        issues: [{ name }],
      })
    }
  }
  expect(await patch(contact)).toMatchObject({ status: 400, issues: [{ name }] })
})

it('rejects changes for a destination that does not exist', async () => {
  const Contact = { objectName: 'Contact', inheritFieldsAndMappings: true, destination: 'nowhere' }

  expect(await update({ subscribe: { objects: { Contact } } })).toMatchObject({
    status: 400,
    issues: [{ name: 'config.content.subscribe.objects.Contact.destination' }],
  })
})

type Changes = NonNullable<ConfigContent['subscribe']>['objects'][string]
type Writes = NonNullable<NonNullable<ConfigContent['write']>['objects']>[string]

const invalidChanges: [string, Partial<Changes>, string, RegExp][] = [
  [
    'turns off what the manifest always sends',
    { createEvent: { enabled: 'never' } },
    'createEvent.enabled',
    /always sends created records of Contact/,
  ],
  [
    'turns on what the manifest does not send',
    { deleteEvent: { enabled: 'always' } },
    'deleteEvent.enabled',
    /does not send deleted records of Contact/,
  ],
  [
    'asks for events that are not offered',
    { otherEvents: ['UNDELETE'] },
    'otherEvents[0]',
    /does not offer the event UNDELETE/,
  ],
  [
    'watches a nested field',
    { updateEvent: { enabled: 'always', requiredWatchFields: ["$['a']['b']"] } },
    'updateEvent.requiredWatchFields[0]',
    /nested field cannot be watched/,
  ],
  [
    'watches some fields and all',
    {
      updateEvent: {
        enabled: 'always',
        requiredWatchFields: ['Title'],
        watchFieldsAuto: 'all',
      },
    },
    'updateEvent',
    /one of/,
  ],
]

it.each(invalidChanges)(
  'rejects a subscription that %s, whoever sets it',
  async (_what, changes, path, detail) => {
    const Contact = {
      objectName: 'Contact',
      inheritFieldsAndMappings: true,
      destination: 'webhook',
      ...changes,
    }
    const content = { read: { objects: { Contact: {} } }, subscribe: { objects: { Contact } } }
    const name = `config.content.subscribe.objects.Contact.${path}`
    for (const caller of Object.keys(callers)) {
      for (const save of [create, update]) {
        expect(await save(content, caller), caller).toMatchObject({
          status: 400,
          detail: expect.stringMatching(detail),
          issues: [{ name }],
        })
      }
    }
  },
)

it.each<[string, Writes['selectedFieldSettings']]>([
  ['two default values', { Title: { default: { stringValue: 'a', integerValue: 1 } } }],
  ['a default without a value', { Title: { default: {} } }],
])('rejects %s of a field', async (_what, selectedFieldSettings) => {
  const Contact = { objectName: 'Contact', selectedFieldSettings: selectedFieldSettings! }
  const content = { read: { objects: { Contact: {} } }, write: { objects: { Contact } } }
  const name = 'config.content.write.objects.Contact.selectedFieldSettings.Title.default'

  for (const caller of Object.keys(callers)) {
    expect(await update(content, caller)).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/exactly one/),
      issues: [{ name }],
    })
  }
})

it('names the first hundred of many mistakes', async () => {
  const selectedFields = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [`Wrong${index}`, true]),
  )

  const { status, issues } = await update({ read: { objects: { Contact: { selectedFields } } } })

  expect({ status, issues: issues?.length }).toEqual({ status: 400, issues: 100 })
})

it('rejects the deployment and the installation of an object that can only be written', async () => {
  const source = `
specVersion: 1.0.0
integrations:
  - name: letters
    provider: brevo
    read:
      objects:
        - objectName: couponCollections
          destination: webhook
`
  const detail = expect.stringMatching(/`couponCollections` of Brevo can be written but not read/)
  const manifest: ManifestIntegration = {
    name: 'letters',
    provider: 'brevo',
    read: { objects: [{ objectName: 'couponCollections', destination: 'webhook' }] },
  }
  const content = { read: { objects: { couponCollections: {} } } }
  const { services, database, projectId } = platform

  const deployed = await platform.call<Reply>('PUT', '/v1/{p}/integrations:batch', {
    sourceYaml: source,
  })
  // As deployed by a version without this rule.
  const installed = mustBeValidConfig(services, database.tenant(projectId), {
    content,
    latest: manifest,
    isByEndUser: false,
  })

  expect(deployed).toMatchObject({ status: 422, detail })
  await expect(installed).rejects.toMatchObject({
    details: { issues: [{ name: 'config.content.read.objects.couponCollections', detail }] },
  })
})

describe('schedules and periods to choose from', () => {
  const offering = sourceYaml
    .replace(
      "schedule: '0 0 1 1 *'",
      "schedule: '0 0 1 1 *'\n          scheduleChoices: ['0 0 2 1 *']",
    )
    .replace('{ days: 30 } }', '{ days: 30 }, periodChoices: [{ fullHistory: true }] }')
  const contact = (config: Contact) => ({ read: { objects: { Contact: config } } })
  const full = { backfill: { defaultPeriod: { fullHistory: true } } }
  const year = { backfill: { defaultPeriod: { days: 365 } } }
  const byUser = 'the JWT of an end user'
  beforeAll(() => platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml: offering }))
  afterAll(() => platform.call('PUT', '/v1/{p}/integrations:batch', { sourceYaml }))

  it.each([byUser, 'the public frontend key'])('limit %s', async (caller) => {
    const offered = await update(contact({ schedule: '0 0 2 1 *', ...full }), caller)
    const others = await update(contact({ schedule: '0 0 3 1 *', ...year }), caller)

    expect(offered.id).toBe(installation.id)
    expect(others.issues?.map(({ name }) => name)).toEqual([
      'config.content.read.objects.Contact.schedule',
      'config.content.read.objects.Contact.backfill.defaultPeriod',
    ])
  })

  it('do not limit a server, whose choice the customer can keep', async () => {
    const chosen = await update(contact({ schedule: '0 0 3 1 *', ...year }))
    const kept = await update(
      contact({ schedule: '0 0 3 1 *', ...year, selectedFields: { Title: true } }),
      byUser,
    )

    expect([chosen.id, kept.id]).toEqual([installation.id, installation.id])
  })
})

it('accepts what the manifest offers', async () => {
  expect(
    await update({
      read: {
        objects: {
          Contact: {
            schedule: '*/30 * * * *',
            destination: 'webhook',
            selectedFields: { Title: true, Gone__c: false },
            selectedFieldMappings: { stage: 'LeadSource', email: 'Email', origin: 'Department' },
            selectedValueMappings: { stage: { Web: 'web' } },
            dynamicMappingsInput: [{ mapToName: 'origin' }],
            backfill: { defaultPeriod: { days: 36_500 } },
            fieldFilters: [{ fieldName: 'Title', operator: 'eq', value: false }],
          },
        },
      },
      subscribe: {
        objects: {
          Contact: {
            objectName: 'Contact',
            inheritFieldsAndMappings: true,
            destination: 'webhook',
            createEvent: { enabled: 'always' },
            updateEvent: { enabled: 'never' },
          },
        },
      },
    }),
  ).toMatchObject({ id: installation.id })
})

const read = () =>
  platform.call<Installation>('GET', `/v1/{p}/integrations/crm/installations/${installation.id}`)

/** Saves a configuration like a version without these rules, and lets its job apply it. */
async function store(objects: ReadObjects): Promise<void> {
  const { everything } = platform.database
  const content = JSON.stringify({ read: { objects } })
  await everything.executeQuery(
    sql`update configs set content = ${content}::jsonb
         where id = (select config_id from installations where id = ${installation.id})`.compile(
      everything,
    ),
  )
  await everything.executeQuery(
    sql`select graphile_worker.add_job('installation-saved',
      json_build_object('projectId', ${platform.projectId}::text, 'installationId', ${installation.id}::text))`.compile(
      everything,
    ),
  )
}

let groups = 0

it.each<[string, Contact, string]>([
  ['words as a schedule', { schedule: 'every hour' }, 'schedule'],
  ['a schedule that never runs', { schedule: '0 0 30 2 *' }, 'schedule'],
  ['a schedule with seconds', { schedule: '* * * * * *' }, 'schedule'],
  ['a frequent schedule', { schedule: '* * * * *' }, 'schedule'],
  ['an unknown time zone', { timezone: 'Mars/Base' }, 'timezone'],
  ['a backfill of millions of years', { backfill: { defaultPeriod: { days: 1e9 } } }, 'backfill'],
])('reads beside a stored configuration with %s, and reports it', async (_what, Contact, at) => {
  const group = `group-${++groups}`
  await platform.connect(group)
  installation = await platform.install(group, {})

  await store({ Contact, Account: {} })

  await vi.waitFor(async () => {
    const { objects, health, healthStatus } = await read()
    expect(objects).toMatchObject({
      Account: { state: 'active', health: { state: 'healthy' }, lastRunTime: expect.any(String) },
      Contact: {
        state: 'active',
        lastRunTime: expect.any(String),
        health: {
          state: 'failing',
          reason: expect.stringContaining('Invalid configuration of Contact'),
          remedy: expect.stringContaining(at),
        },
      },
    })
    expect({ state: health.state, healthStatus }).toEqual({
      state: 'failing',
      healthStatus: 'unhealthy',
    })
    // The manifest's schedule applies, or the minimum interval.
    const nextRunTime = Date.parse(objects['Contact']?.nextRunTime ?? '')
    expect(nextRunTime).toBeGreaterThan(Date.now())
    const { everything } = platform.database
    const { rows } = await everything.executeQuery<{ left: number }>(
      sql`select count(*)::int as left from graphile_worker.jobs
           where task_identifier = 'installation-saved'`.compile(everything),
    )
    expect(rows).toEqual([{ left: 0 }])
  }, patiently)
})

it('saves other objects beside one that was stored invalid', async () => {
  await store({ Contact: { schedule: 'every hour', selectedFields: { Gone: true } }, Account: {} })

  const kept = await platform.call<Reply>(
    'PATCH',
    `/v1/{p}/integrations/crm/installations/${installation.id}?skipSampling=true`,
    {
      updateMask: ['config.content.read.objects.Account.schedule'],
      installation: {
        config: { content: { read: { objects: { Account: { schedule: '0 */2 * * *' } } } } },
      },
    },
  )

  expect(kept).toMatchObject({ id: installation.id })
})
