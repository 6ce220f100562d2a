import type {
  ApiProblem,
  Installation,
  Log,
  MappingPreview,
  Operation,
  SearchReply,
} from '@platform/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'

const reading = (name: string, provider: string, more: string) => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:
        - objectName: ${provider === 'hubspot' ? 'contacts' : 'Contact'}
          destination: webhook
          deleted: true
          schedule: '0 0 1 1 *'
${more}
`
const computing = `
          requiredFields:
            - fieldName: LastName
              mapToName: surname
            - mapToName: stage
          filterExpression: surname != 'Hidden' && (Title == null || length(Title) * 2 < 1000)
          computedFields:
            - mapToName: fullName
              expression: trim(FirstName & ' ' & surname)
            - mapToName: $['derived']['domain']
              expression: lower(substring_after(Email, '@'))
            - mapToName: score
              expression: Title * 2
            - mapToName: stageName
              expression: stage || 'none'
            - mapToName: ownerName
              expression: Owner.Name
`
const subscribing = `
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
`
const manifest = `
specVersion: 1.0.0
integrations:
${reading('crm', 'salesforce', computing)}
${reading('heard', 'salesforce', computing)}${subscribing}
${reading(
  'hub',
  'hubspot',
  `
          requiredFields:
            - fieldName: email
          filterExpression: ends_with(email, 'KEPT.example')
          computedFields:
            - mapToName: isKept
              expression: ends_with(email, '@kept.example')`,
)}
`

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: manifest })
  await Promise.all([platform.connect(), platform.connect('globex', 'hubspot')])
})
afterAll(() => platform.close())

const chosen = { Contact: { selectedFieldMappings: { stage: 'Department' } } }
const install = (integration: string, objects: object = chosen) =>
  platform.call<Installation>(
    'POST',
    `/v1/{p}/integrations/${integration}/installations?skipSampling=true`,
    { groupRef: 'globex', config: { content: { read: { objects } } } },
  )

const toText = (logs: readonly Log[]) => logs.map(({ message }) => message.msg).join('\n')

async function readAll(integration: string, objectName = 'Contact') {
  const { operationId } = await platform.call<{ operationId: string }>(
    'POST',
    `/read/v1/{p}/integrations/${integration}/objects/${objectName}`,
    { groupRef: 'globex' },
  )
  const path = `/v1/{p}/operations/${operationId}`
  await vi.waitFor(async () => {
    expect((await platform.call<Operation>('GET', path)).status).toBe('success')
  }, patiently)
  const log = toText(await platform.call<Log[]>('GET', `${path}/logs`))
  const { result } = await platform.call<Operation>('GET', path)
  const entries = () =>
    platform.messages
      .filter((message) => message.operationId === operationId)
      .flatMap((message) => message.result ?? [])
  await vi.waitFor(
    () => expect(entries()).toHaveLength(Number(/\d+/.exec(result ?? '')?.[0])),
    patiently,
  )
  return { log, entries: entries() }
}

it('computes fields from the values of each record, and reads on where it cannot', async () => {
  await install('crm')
  const create = (fields: Record<string, string>) =>
    platform.control.createRecord('Contact', fields)
  const good = await create({
    FirstName: 'Ada',
    LastName: 'Lovelace',
    Email: 'Ada@Example.org',
    Title: '21',
    Department: 'Won',
  })
  const bad = await create({ LastName: 'Secret', Title: 'Chief Walrus' })
  const hidden = await create({ LastName: 'Hidden' })

  const { entries, log } = await readAll('crm')

  const find = (id: string) => entries.find((entry) => entry.id === id)?.mappedFields
  expect(find(good.id)).toMatchObject({
    fullName: 'Ada Lovelace',
    derived: { domain: 'example.org' },
    score: 42,
    stageName: 'Won',
  })
  expect(find(bad.id)).toMatchObject({
    fullName: 'Secret',
    derived: { domain: null },
    score: null,
    stageName: 'none',
  })
  expect(find(hidden.id)).toBeUndefined()
  expect(log).toContain(`The computed field score is empty in 2 records`)
  expect(log).toContain('a text is not a number')
  expect(log).not.toContain('Walrus')
  expect(log).toContain('1 more do not match the filter.')
})

it('computes from properties of HubSpot, which are texts', async () => {
  await install('hub', { contacts: {} })
  await platform.hubspot.createRecord('contacts', { email: 'a@kept.example' })
  await platform.hubspot.createRecord('contacts', { email: 'b@other.example' })

  const { entries } = await readAll('hub', 'contacts')

  expect(entries.map(({ fields, mappedFields }) => [fields?.['email'], mappedFields])).toEqual([
    ['a@kept.example', { isKept: true }],
  ])
})

it('computes and filters changes and searches like reads', async () => {
  const { id } = await install('heard')
  const path = `/v1/{p}/integrations/heard/installations/${id}`
  await vi.waitFor(async () => {
    const { subscription } = await platform.call<Installation>('GET', path)
    expect(subscription).toMatchObject({ state: 'active' })
  }, patiently)
  const changes = () =>
    platform.messages
      .filter((message) => message.action === 'subscribe' && message.installationId === id)
      .flatMap((message) => message.result ?? [])

  await platform.control.createRecord('Contact', { LastName: 'Hidden' })
  const shown = await platform.control.createRecord('Contact', {
    FirstName: 'Grace',
    LastName: 'Hopper',
    Title: 'Rear Admiral',
  })
  await vi.waitFor(() => expect(changes()).toHaveLength(1), patiently)
  const { result } = await platform.call<SearchReply>(
    'POST',
    '/search/v1/{p}/integrations/heard?groupRef=globex',
    { objectName: 'Contact', fieldFilters: [{ fieldName: 'Id', operator: 'eq', value: shown.id }] },
  )

  const computed = { fullName: 'Grace Hopper', score: null }
  expect(changes()[0]).toMatchObject({ id: shown.id, mappedFields: computed })
  expect(result).toEqual([
    expect.objectContaining({ mappedFields: expect.objectContaining(computed) }),
  ])
  const { results } = await platform.call<{ results: Operation[] }>('GET', `${path}/operations`)
  const logs = await Promise.all(
    results.map((operation) =>
      platform.call<Log[]>('GET', `/v1/{p}/operations/${operation.id}/logs`),
    ),
  )
  expect(logs.map(toText).join('\n')).toContain('1 Contact by score (a text is not a number)')
})

it('rejects a search by a computed field, which the provider does not have', async () => {
  await platform.connect('initech')
  const config = { content: { read: { objects: chosen } } }
  await platform.call('POST', '/v1/{p}/integrations/crm/installations?skipSampling=true', {
    ...{ groupRef: 'initech', config },
  })

  const reply = await platform.call<ApiProblem>(
    'POST',
    '/search/v1/{p}/integrations/crm?groupRef=initech',
    {
      objectName: 'Contact',
      fieldFilters: [
        { fieldName: 'Id', operator: 'eq', value: 'x' },
        { fieldName: 'fullName', operator: 'eq', value: 'x' },
      ],
    },
  )

  expect(reply).toMatchObject({
    status: 400,
    issues: [{ name: 'fieldFilters[1].fieldName', detail: expect.stringContaining('computed') }],
  })
})

it('shows computed fields of a live record, and which expression fails', async () => {
  // Objects appear with the first look at the installation.
  const installation = await vi.waitFor(async () => {
    const [latest] = await platform.call<Installation[]>(
      'GET',
      '/v1/{p}/integrations/crm/installations',
    )
    expect(latest?.objects).toHaveProperty('Contact')
    return latest
  }, patiently)
  const path = `/v1/{p}/integrations/crm/installations/${installation?.id}/objects/Contact:preview`

  const preview = await platform.call<MappingPreview>('POST', path, {
    sourceYaml: manifest
      .replaceAll("surname != 'Hidden'", "surname == 'Nobody'")
      .replaceAll('expression: Title * 2', 'expression: surname * 2'),
  })

  expect(preview.after).toMatchObject({
    matchesFilter: false,
    mappedFields: { score: null },
    expressionErrors: [{ name: 'score', message: 'a text is not a number' }],
  })
  expect(preview.before).toMatchObject({ matchesFilter: true })
  expect(installation?.objects['Contact']?.filter).toMatchObject({
    expression: expect.stringContaining('surname'),
    conditions: [],
  })
})
