import type { DeployedIntegration, Installation, ManifestRehearsal } from '@platform/contract'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const contact = ({ required = '', schedule = '0 0 1 1 *' } = {}) => `
        - objectName: Contact
          mapToName: person
          destination: webhook
          schedule: '${schedule}'
          requiredFields:
            - fieldName: LastName
${required}
          backfill: { defaultPeriod: { days: 30 } }`
const manifest = (crm: string) => `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:${crm}
  - name: other
    provider: salesforce
    read:
      objects:${contact()}
`
const stage = '            - mapToName: stage'

let platform: Awaited<ReturnType<typeof testPlatform>>
const paths: Record<string, string> = {}
beforeAll(async () => {
  platform = await testPlatform({ contacts: 3, sourceYaml: manifest(contact()) })
  const [topic] = await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics')
  await platform.call('POST', '/v1/{p}/notification-event-topic-routes', {
    topicId: topic?.id,
    eventType: 'installation.incomplete',
  })
  for (const group of ['globex', 'initech']) {
    await platform.connect(group)
    const { id } = await platform.install(group, { Contact: {} })
    paths[group] = `/v1/{p}/integrations/crm/installations/${id}`
  }
  await platform.connect('umbrella')
  const { id: otherId } = await platform.call<Installation>(
    'POST',
    '/v1/{p}/integrations/other/installations',
    { groupRef: 'umbrella', config: { content: { read: { objects: { Contact: {} } } } } },
  )
  paths['bystander'] = `/v1/{p}/integrations/other/installations/${otherId}`
  await platform.connect('off')
  const { id: offId } = await platform.install('off', { Contact: { disabled: true } })
  paths['off'] = `/v1/{p}/integrations/crm/installations/${offId}`
  await vi.waitFor(() => expect(listMessages('read.backfill.done')).toHaveLength(3), patiently)
})
afterAll(() => platform.close())

const listMessages = (type: string) =>
  platform.messages.filter(({ notificationType }) => notificationType === type)
const listIncomplete = () =>
  listMessages('installation.incomplete').map(({ data }) => data as Record<string, unknown>)

const deploy = <T = DeployedIntegration[]>(sourceYaml: string, query = '') =>
  platform.call<T>('PUT', `/v1/{p}/integrations:batch${query}`, { sourceYaml })
const read = (name: string) => platform.call<Installation>('GET', must(paths[name], name))
const map = (name: string, objects: object) =>
  platform.call<Installation>('PATCH', `${must(paths[name], name)}?skipSampling=true`, {
    updateMask: Object.keys(objects).map((object) => `config.content.read.objects.${object}`),
    installation: { config: { content: { read: { objects } } } },
  })

it('reports a newly required mapping until it is chosen, then reads what was sent without it', async () => {
  const next = manifest(contact({ required: stage }))
  const { integrations: foreseen } = await deploy<ManifestRehearsal>(next, '?validateOnly=true')
  const deployed = await deploy(next)

  const lacks = {
    objectName: 'Contact',
    effect: 'lacks stage until the end user maps it',
    installations: 2,
    groupRefs: expect.arrayContaining(['globex', 'initech']),
  }
  expect(foreseen[0]?.effects).toContainEqual(lacks)
  expect(deployed).toMatchObject([
    { name: 'crm', effects: [lacks] },
    { name: 'other', effects: [] },
  ])

  const missing = {
    state: 'failing',
    since: expect.any(String),
    reason: 'The mapping stage of Contact is missing.',
    remedy: expect.stringContaining('selectedFieldMappings'),
  }
  await vi.waitFor(async () => {
    expect(await read('globex')).toMatchObject({
      health: missing,
      healthStatus: 'unhealthy',
      objects: { Contact: { state: 'active', health: missing, missingMappings: ['stage'] } },
    })
  }, patiently)
  for (const name of ['bystander', 'off']) {
    expect(await read(name), name).toMatchObject({ health: { state: 'healthy' } })
  }
  await vi.waitFor(() => expect(listIncomplete()).toHaveLength(2), patiently)
  expect(listIncomplete()).toContainEqual(
    expect.objectContaining({
      groupRef: 'globex',
      objectName: 'person',
      rawObjectName: 'Contact',
      mappedObjectName: 'person',
      missingMappings: ['stage'],
    }),
  )

  // Another revision with the same mapping is not announced again.
  await deploy(manifest(contact({ required: stage, schedule: '0 0 2 1 *' })))
  await platform.control.createRecord('Contact', { LastName: 'Late', Title: 'Boss' })
  const saved = await map('globex', { Contact: { selectedFieldMappings: { stage: 'Title' } } })

  expect(saved).toMatchObject({ health: { state: 'healthy' } })
  expect(saved.objects['Contact']).not.toHaveProperty('missingMappings')
  await vi.waitFor(() => {
    const [done] = listMessages('read.triggered.done')
    expect(done?.data).toMatchObject({ groupRef: 'globex', fromTimestamp: expect.any(String) })
    const records = platform.messages
      .filter(({ action, readType }) => action === 'read' && readType === 'triggered')
      .flatMap(({ result = [] }) => result)
    expect(records).toContainEqual(expect.objectContaining({ mappedFields: { stage: 'Boss' } }))
  }, patiently)
  expect(await read('globex')).toMatchObject({ health: { state: 'healthy' } })
  expect(await read('initech')).toMatchObject({ health: { state: 'failing' } })
  expect(listIncomplete()).toHaveLength(2)
})

it('recovers without another read once the mapping is no longer required', async () => {
  await deploy(manifest(contact()))

  await vi.waitFor(async () => {
    expect(await read('initech')).toMatchObject({ health: { state: 'healthy' } })
  }, patiently)
  expect(listMessages('read.triggered.done')).toHaveLength(1)
})
