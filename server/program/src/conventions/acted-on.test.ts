import * as contract from '@platform/contract'
import { catalogue } from '@platform/connectors'
import { sandboxApps } from '@platform/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  toJsonObject,
  openapiDocument,
  type Json,
  type JsonObject,
} from '@platform/contract/openapi'
import { must } from '@platform/kernel/values'
import {
  chooseFields,
  givenWorld,
  worldManifest,
  operations,
  type World,
} from '@platform/testing/world'

const document = openapiDocument()

function findBodySchema({ path, method }: contract.OperationDefinition): Json {
  const operation = toJsonObject(
    toJsonObject(toJsonObject(document['paths'])[path])[method.toLowerCase()],
  )
  const content = toJsonObject(toJsonObject(operation['requestBody'])['content'])
  return toJsonObject(content['application/json'])['schema'] ?? null
}

/** The body with an additional member in each object whose members the schema lists. */
function withOneMore(schema: Json, body: unknown, place = ''): [string, unknown][] {
  const forms = listForms(schema)
  if (Array.isArray(body)) {
    const items = forms.flatMap((form) => form['items'] ?? [])
    const [first, ...others] = body
    return items
      .flatMap((item) => withOneMore(item, first, `${place}[0]`))
      .map(([at, odd]) => [at, [odd, ...others]])
  }
  if (typeof body !== 'object' || body === null) return []
  const at = (name: string) => (place === '' ? name : `${place}.${name}`)
  const isOpen = forms.some(({ additionalProperties }) => additionalProperties)
  const isNamed = forms.some((form) => 'properties' in form)
  const own: [string, unknown][] =
    isNamed && !isOpen ? [[at('nobodyReads'), { ...body, nobodyReads: true }]] : []
  const deeper = Object.entries(body).flatMap(([name, value]) =>
    forms
      .flatMap((form) => toJsonObject(form['properties'])[name] ?? [])
      .slice(0, 1)
      .flatMap((schemaOf) => withOneMore(schemaOf, value, at(name)))
      .map(([where, odd]): [string, unknown] => [where, { ...body, [name]: odd }]),
  )
  return [...own, ...deeper]
}

function listForms(schema: Json): JsonObject[] {
  const given = toJsonObject(schema)
  const { $ref } = given
  if (typeof $ref === 'string') {
    return listForms(
      toJsonObject(toJsonObject(document['components'])['schemas'])[$ref.split('/').at(-1) ?? ''] ??
        null,
    )
  }
  const forms = ['oneOf', 'anyOf', 'allOf'].flatMap((word) => given[word] ?? [])
  return [given, ...forms.flat().flatMap(listForms)]
}

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

it.each(
  operations
    .filter(({ forLinks }) => !forLinks)
    .map((operation) => [operation.id, operation] as const),
)('%s rejects an unknown query parameter', async (_id, operation) => {
  const reply = await world.send(operation, { query: { groupReff: 'x' } })

  expect(reply.status).toBe(400)
  expect(reply.body.issues).toMatchObject([{ in: 'query', name: 'groupReff' }])
  if (operation.query?.shape['groupRef']) {
    expect(reply.body.issues[0].detail).toContain('`groupRef`')
  }
})

it.each(
  operations
    .filter(({ method, body }) => method !== 'GET' && !body)
    .map((operation) => [operation.id, operation] as const),
)('%s rejects a body', async (_id, operation) => {
  const reply = await world.send(operation, { body: { objects: ['Contact'] } })

  expect(reply.status).toBe(400)
  expect(reply.body.issues).toMatchObject([
    { in: 'body', detail: 'This operation does not accept a body.' },
  ])
})

it.each(
  operations.filter(({ body }) => body).map((operation) => [operation.id, operation] as const),
)('%s rejects unknown members of its body', async (_id, operation) => {
  const bodies = withOneMore(findBodySchema(operation), world.bodyOf(operation))
  expect(bodies).not.toEqual([])

  for (const [place, body] of bodies) {
    const reply = await world.send(operation, { body })

    expect([place, reply.status]).toEqual([place, 400])
    expect(reply.body.issues).toMatchObject([{ in: 'body', name: place }])
  }
})

it('suggests the intended member', async () => {
  const { body } = await world.send(contract.createTopic, { body: { name: 'meant', nmae: 'y' } })

  expect(body.issues[0].detail).toContain('Did you mean `name`?')
})

it('accepts a record as it was read in an update, and rejects unknown members', async () => {
  const { body: read } = await world.must(contract.getProject)
  const update = (project: object) =>
    world.send(contract.updateProject, { body: { updateMask: ['appName'], project } })

  expect(await update(read)).toMatchObject({ status: 200 })
  const { status, body } = await update({ ...read, appNmae: 'slip' })
  expect([status, body.issues]).toMatchObject([400, [{ name: 'project.appNmae' }]])
  expect(body.issues[0].detail).toContain('`appName`')
})

it.each([
  [contract.replayDeliveries, { destination: 'webhook' }],
  [contract.triggerRead, { groupRef: 'globex', since: '2026-01-15T00:00:00Z' }],
  [contract.pauseInstallation, { object: ['Contact'] }],
  [contract.unpauseInstallation, { object: ['Contact'] }],
])('$id rejects a misspelled filter instead of doing more', async (operation, body) => {
  const reply = await world.send(operation, { body })

  const [name] = Object.keys(body).slice(-1)
  expect(reply.status).toBe(400)
  expect(reply.body.issues).toMatchObject([{ in: 'body', name }])
})

it.each(
  operations
    .filter(({ query }) => query?.shape['pageToken'])
    .map((operation) => [operation.id, operation] as const),
)('%s lists', async (_id, operation) => {
  // People see these records only if the customer allows it.
  const isForServers = operation.id === contract.listKeptRecords.id
  const sent = isForServers ? { as: { apiKey: world.tenant.full.key } } : {}

  expect(await world.send(operation, sent)).toMatchObject({ status: 200 })
})

/** A provider that can only be called through the proxy. */
const [withoutObjects] = must(
  Object.entries(catalogue).find(
    ([
      ,
      {
        info: { support, modules },
      },
    ]) => {
      return support.proxy && !support.read && !support.write && !modules
    },
  ),
  'provider without objects',
)

describe('a manifest', () => {
  const deploy = (sourceYaml: string, query = {}) =>
    world.send(contract.batchUpsertIntegrations, { query, body: { sourceYaml } })
  const revisions = async () => {
    const { body } = await world.must(contract.listRevisions, { params: { integrationId: 'crm' } })
    return (body as { id: string }[]).map(({ id }) => id)
  }
  const subscribing = `
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
`

  it.each([
    [
      'provider-capability-subscribe',
      (worldManifest.trimEnd() + subscribing).replace(
        'provider: salesforce',
        `provider: ${withoutObjects}`,
      ),
    ],
    [
      'provider-capability-read',
      worldManifest
        .replace('provider: salesforce', `provider: ${withoutObjects}`)
        .replace(/\n {4}write:[^]*/, ''),
    ],
    [
      'provider-capability-write',
      `specVersion: 1.0.0\nintegrations:\n  - name: calls\n    provider: ${withoutObjects}\n    write: { objects: [{ objectName: calls }] }\n`,
    ],
  ])('is rejected if it declares unsupported features: %s', async (rule, sourceYaml) => {
    const before = await revisions()

    const { status, body } = await deploy(sourceYaml)

    expect([status, getKind(body)]).toEqual([422, 'manifest-invalid'])
    expect(JSON.stringify(body)).toContain(rule)
    expect(await revisions()).toEqual(before)
  })

  it('reports the result for each integration and stores concurrent deploys', async () => {
    const makeNamed = (schedule: string) =>
      worldManifest.replace('name: crm', 'name: raced').replace("'0 0 1 1 *'", `'${schedule}'`)
    const made = await deploy(makeNamed('1 * * * *'))
    const same = await deploy(makeNamed('1 * * * *'))

    const schedules = ['2 * * * *', '3 * * * *', '4 * * * *']
    const replies = await Promise.all(schedules.map((schedule) => deploy(makeNamed(schedule))))
    const alike = await Promise.all(schedules.map(() => deploy(makeNamed('5 * * * *'))))
    const { body: kept } = await world.must(contract.listRevisions, {
      params: { integrationId: 'raced' },
    })

    expect(alike.map(({ body }) => body[0].change).toSorted()).toEqual([
      ...['unchanged', 'unchanged', 'updated'],
    ])
    expect([made, same, ...replies].map(({ body }) => body[0].change)).toEqual([
      ...['created', 'unchanged'],
      ...['updated', 'updated', 'updated'],
    ])
    const getSchedule = ({ content }: { content: { read: { objects: { schedule: string }[] } } }) =>
      content.read.objects[0]?.schedule
    // Each reply contains the caller's own deployment, not a later one.
    expect(replies.map(({ body }) => getSchedule(body[0].latestRevision))).toEqual(schedules)
    expect(kept.map(getSchedule).toSorted()).toEqual(['1 * * * *', ...schedules, '5 * * * *'])
  })

  it('cannot change the provider of an installed integration', async () => {
    const before = await revisions()
    const moved = worldManifest
      .replace('provider: salesforce', 'provider: hubspot')
      .replace(/\n {4}write:[^]*/, '')

    const { status, body } = await deploy(moved)
    const rehearsed = await deploy(moved, { validateOnly: 'true' })

    expect([status, getKind(body)]).toEqual([422, 'manifest-invalid'])
    expect(body.issues).toMatchObject([
      { rule: 'provider-changed', path: 'integrations[0].provider' },
    ])
    expect(rehearsed.body.findings[0]).toMatchObject({ rule: 'provider-changed', line: 5 })
    expect(await revisions()).toEqual(before)
  })

  it('is checked against connected accounts without deploying', async () => {
    const { body } = await deploy(
      worldManifest.replace('objectName: Contact', 'objectName: Contct'),
      {
        validateOnly: 'true',
      },
    )

    expect(body.findings).toMatchObject([
      {
        rule: 'object-exists',
        severity: 'warning',
        message: expect.stringContaining('Contct'),
        suggestion: 'Did you mean `Contact`?',
      },
    ])
  })

  it('is compared with the previous revision', async () => {
    const makeScheduled = (schedule: string) =>
      worldManifest.replace("'0 0 1 1 *'", `'${schedule}'`)
    const makeCompared = (schedule: string) =>
      makeScheduled(schedule).replace('name: crm', 'name: compared')
    const deployWith = async (schedule: string): Promise<string> =>
      (await deploy(makeCompared(schedule))).body[0].latestRevision.id
    const [before, after] = [await deployWith('1 * * * *'), await deployWith('2 * * * *')]

    const compare = (revisionId: string, query = {}) =>
      world.must(contract.compareRevisions, {
        params: { integrationId: 'compared', revisionId },
        query,
      })

    const path = 'read.objects[Contact].schedule'
    expect((await compare(after, { with: before })).body.changes).toEqual([
      { path, before: '1 * * * *', after: '2 * * * *' },
    ])
    // The changes of a rollback.
    expect((await compare(before)).body.changes).toEqual([
      { path, before: '2 * * * *', after: '1 * * * *' },
    ])
  })

  it('is listed in outline on request', async () => {
    await deploy(worldManifest.trimEnd().replace('name: crm', 'name: outlined') + subscribing)
    const readOutline = async (query = {}) => {
      const { body } = await world.must(contract.listIntegrations, { query })
      return contract.Integration.array()
        .parse(body)
        .find(({ name }) => name === 'outlined')
    }

    const [whole, brief] = [await readOutline(), await readOutline({ brief: 'true' })]

    expect(brief?.latestRevision.content).toMatchObject({
      provider: 'salesforce',
      read: { objects: [{ objectName: 'Contact' }] },
      subscribe: { objects: [{ objectName: 'Contact', destination: 'webhook' }] },
    })
    expect(brief?.latestRevision.content.read?.objects).toEqual([{ objectName: 'Contact' }])
    const { body: one } = await world.must(contract.getIntegration, {
      params: { integrationIdOrName: 'outlined' },
    })
    expect(whole).toEqual(one)
    expect({ ...brief?.latestRevision, content: {} }).toEqual({
      ...one.latestRevision,
      content: {},
    })
  })

  it('is shortened in the audit log on request', async () => {
    await deploy(worldManifest.replace('name: crm', 'name: logged'))
    const readLogged = async (query = {}) => {
      const about = { action: 'batchUpsertIntegrations', ...query }
      const { body } = await world.must(contract.listAuditLog, { query: about })
      return contract.AuditRecord.array().parse(body)[0]?.after
    }

    expect(await readLogged({ brief: 'true' })).toEqual([{ name: 'logged', change: 'created' }])
    expect(await readLogged()).toMatchObject([
      { name: 'logged', latestRevision: { content: { read: { objects: [{}] } } } },
    ])
  })

  it('without a file: findings refer to paths instead of lines', async () => {
    const metadata = { url: 'https://acme.example/' }
    const { body: fleeting } = await world.must(contract.createDestination, {
      body: { name: 'fleeting', type: 'webhook', metadata },
    })
    const sourceYaml = worldManifest
      .replace('name: crm', 'name: going-back')
      .replace('destination: webhook', 'destination: fleeting')
    const [{ latestRevision }] = (await deploy(sourceYaml)).body
    await world.must(contract.deleteDestination, {
      params: { destination: fleeting.id },
      query: { force: 'true' },
    })

    const back = await world.send(contract.rollBackRevision, {
      params: { integrationId: 'going-back', revisionId: latestRevision.id },
    })
    const { specVersion, content } = latestRevision
    const created = await world.send(contract.createIntegration, {
      body: { name: 'created', provider: 'salesforce', latestRevision: { specVersion, content } },
    })

    const place = 'read.objects[0].destination'
    expect(back.body.issues).toMatchObject([
      { in: 'path', name: place, rule: 'destination-not-found' },
    ])
    expect(created.body.issues).toMatchObject([
      { in: 'body', name: `latestRevision.content.${place}`, rule: 'destination-not-found' },
    ])
    for (const { body } of [back, created]) {
      expect(body.detail).toMatch(/destination: .+`fleeting`/)
      expect(body.issues[0]).not.toHaveProperty('line')
    }
  })

  it('that is only validated changes nothing and is not audited', async () => {
    const deployments = async () =>
      (await world.must(contract.listAuditLog, { query: { action: 'batchUpsertIntegrations' } }))
        .body
    const before = [await revisions(), await deployments()]
    const changed = worldManifest.replace("'0 0 1 1 *'", "'30 * * * *'")

    const { body } = await deploy(changed, { validateOnly: 'true', destructive: 'true' })

    expect(body.integrations).toMatchObject([{ name: 'crm', change: 'update', installations: 1 }])
    expect([await revisions(), await deployments()]).toEqual(before)
  })
})

it('the catalogue reports subscriptions only if this server supports them', async () => {
  const { body } = await world.must(contract.getProvider, { params: { provider: 'salesforce' } })

  expect(body.support).toMatchObject({ read: true, write: true, subscribe: true })
})

it('the catalogue reports the actions and change detection of an object', async () => {
  const listObjects = async (provider: string) =>
    (await world.must(contract.getProviderObjects, { params: { provider } })).body

  expect(await listObjects('front')).toMatchObject({
    contacts: {
      displayName: 'Contacts',
      read: { changes: 'time' },
      writes: ['create', 'update'],
    },
    channels: { read: { changes: 'snapshot' } },
  })
  expect(await listObjects('salesforce')).toEqual({})
})

it('an installation rejects choices that its integration does not offer', async () => {
  const content = {
    ...chooseFields(),
    provider: 'hubspot',
    write: {
      objects: {
        Lead: { objectName: 'Lead' },
        Contact: {
          objectName: 'Contact',
          selectedValueDefaults: { Title: { value: 'Chief', applyOnUpdate: 'always' } },
          selectedFieldSettings: {
            Phone: { writeOnUpdate: 'never' },
            Title: { default: { stringValue: 'Chief' } },
          },
        },
      },
    },
    proxy: { enabled: true },
    subscribe: {
      objects: {
        Contact: {
          objectName: 'Contact',
          destination: 'webhook',
          inheritFieldsAndMappings: true,
        },
      },
    },
  }
  const names = [
    'provider',
    'write.objects.Lead',
    'write.objects.Contact.selectedValueDefaults',
    'write.objects.Contact.selectedFieldSettings.Title.default',
    'proxy.enabled',
    'subscribe.objects.Contact',
  ]
  const expected = names.map((name) => ({ in: 'body', name: `config.content.${name}` }))
  await world.connect('initech')

  const created = await world.send(contract.createInstallation, {
    body: { groupRef: 'initech', config: { content } },
  })
  const updated = await world.send(contract.updateInstallation, {
    body: { updateMask: ['config.content'], installation: { config: { content } } },
  })

  for (const { status, body } of [created, updated]) {
    expect(status).toBe(400)
    expect(body.issues).toMatchObject(expected)
  }
})

it('a provider app adds its own parameters to the sign-in page, except those of the flow', async () => {
  await world.must(contract.updateProviderApp, {
    body: {
      updateMask: ['metadata'],
      providerApp: {
        metadata: { authQueryParams: { optional_scope: ['a', 'b'], state: ['mine'] } },
      },
    },
  })

  const { text } = await world.must(contract.oauthConnect, {
    body: {
      projectIdOrName: world.tenant.project.id,
      provider: 'salesforce',
      groupRef: 'globex',
      consumerRef: 'hank',
    },
  })
  const started = await world.api.call('GET', new URL(text).pathname)
  const { searchParams } = new URL(String(started.headers['location']))

  expect(searchParams.getAll('optional_scope')).toEqual(['a', 'b'])
  expect(searchParams.getAll('state')).toHaveLength(1)
  expect(searchParams.get('state')).not.toBe('mine')
  expect(searchParams.get('client_id')).toBe(sandboxApps.salesforce.clientId)
})

const getKind = (body: { type: string }) => body.type.split('/').at(-1)
