import * as contract from '@platform/contract'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, expect, it } from 'vitest'

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
          requiredFields:
            - fieldName: LastName
          keepRecords: true
          delivery:
            mode: onRequest
        - objectName: Account
          destination: webhook
          requiredFields:
            - fieldName: Name
    write:
      objects:
        - objectName: Contact
        - objectName: Account
`

let platform: Awaited<ReturnType<typeof testPlatform>>
let installationId: string

beforeAll(async () => {
  platform = await testPlatform({ sourceYaml })
  await platform.connect()
  const objects = { Contact: {}, Account: {} }
  const write = { objects: { Contact: { objectName: 'Contact' } } }
  const { id } = await platform.call<{ id: string }>(
    'POST',
    '/v1/{p}/integrations/crm/installations?skipSampling=true',
    { groupRef: 'globex', config: { content: { read: { objects }, write } } },
  )
  installationId = id
})

afterAll(() => platform.close())

interface Trial {
  method: string
  path: string
  body?: object
  /** Whether other names are those of the account, which only the provider knows. */
  isOfAccount?: true
}

const ofGroup = { groupRef: 'globex' }

/** A request of every operation that names an object of an integration. */
const trials: Record<string, (object: string) => Trial> = {
  pauseInstallation: (object) => ({
    method: 'POST',
    path: `/read/v1/{p}/integrations/{integrationId}/installations/{installationId}:pause`,
    body: { objects: [object] },
  }),
  unpauseInstallation: (object) => ({
    method: 'POST',
    path: `/read/v1/{p}/integrations/{integrationId}/installations/{installationId}:unpause`,
    body: { objects: [object] },
  }),
  triggerRead: (object) => ({
    method: 'POST',
    path: `/read/v1/{p}/integrations/{integrationId}/objects/${object}`,
    body: ofGroup,
  }),
  deliverResults: (object) => ({
    method: 'POST',
    path: `/read/v1/{p}/integrations/{integrationId}/objects/${object}:deliverResults`,
    body: { ...ofGroup, pages: 1 },
  }),
  getBackfillProgress: (object) => ({
    method: 'GET',
    path: `/v1/{p}/integrations/{integrationId}/installations/{installationId}/objects/${object}/backfill-progress`,
  }),
  listKeptRecords: (object) => ({
    method: 'GET',
    path: `/v1/{p}/integrations/{integrationId}/installations/{installationId}/objects/${object}/records`,
  }),
  previewMapping: (object) => ({
    method: 'POST',
    path: `/v1/{p}/integrations/{integrationId}/installations/{installationId}/objects/${object}:preview`,
    body: { sourceYaml },
  }),
  sampleRecords: (object) => ({
    method: 'GET',
    path: `/v1/{p}/integrations/{integrationId}/objects/${object}/sample?groupRef=globex&fieldNames=LastName`,
  }),
  getObjectMetadataForInstallation: (object) => ({
    method: 'GET',
    path: `/v1/{p}/integrations/{integrationId}/objects/${object}/metadata?groupRef=globex`,
    isOfAccount: true,
  }),
  patchObjectConfigContent: (object) => ({
    method: 'PATCH',
    path: `/v1/{p}/integrations/{integrationId}/objects/${object}/config-content?skipSampling=true`,
    body: {
      ...ofGroup,
      action: 'read',
      changes: [{ op: 'add', path: '/backfill', value: { defaultPeriod: { days: 30 } } }],
    },
  }),
  writeRecords: (object) => ({
    method: 'POST',
    path: `/write/v1/{p}/integrations/{integrationId}/objects/${object}`,
    body: {
      ...ofGroup,
      type: 'create',
      record: { LastName: 'Lopez' },
      associations: [],
    },
  }),
  searchRecords: (object) => ({
    method: 'POST',
    path: '/search/v1/{p}/integrations/{integrationId}?groupRef=globex',
    body: {
      objectName: object,
      fieldFilters: [{ fieldName: 'LastName', operator: 'eq', value: 'Lopez' }],
    },
  }),
  upsertMetadataForInstallation: (object) => ({
    method: 'PUT',
    path: '/v1/{p}/integrations/{integrationId}/object-metadata?dryRun=true',
    body: {
      ...ofGroup,
      fields: {
        [object]: [{ fieldName: 'Level__c', displayName: 'Level', valueType: 'string' }],
      },
    },
    isOfAccount: true,
  }),
}

const send = ({ method, path, body }: Trial) => {
  const filled = path.replace('{integrationId}', 'crm').replace('{installationId}', installationId)
  return platform.call<{ type?: string; detail?: string }>(method, filled, body)
}

it('tries every operation that names an object of an integration', () => {
  const named = Object.values(contract).flatMap((one) => {
    const isOperation = typeof one === 'object' && 'id' in one && 'path' in one
    return isOperation && /\{integrationId\}.*\{objectName\}/.test(one.path) ? [one.id] : []
  })

  expect(Object.keys(trials)).toEqual(expect.arrayContaining(named))
})

it.each(Object.keys(trials))(
  'accepts the name of the provider and of the builder in %s',
  async (id) => {
    const replies = []
    for (const object of ['Contact', 'person']) replies.push(await send(trials[id]!(object)))

    expect(replies.map((reply) => reply?.type)).toEqual([undefined, undefined])
  },
)

it.each(Object.entries(trials).filter(([, trial]) => !trial('x').isOfAccount))(
  'lists the objects for an unknown name in %s',
  async (_id, trial) => {
    const reply = await send(trial('nobody'))

    expect(JSON.stringify(reply)).toContain('Contact (your name: person)')
  },
)
