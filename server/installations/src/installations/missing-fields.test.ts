import type { ApiProblem, DeployedIntegration, ManifestRehearsal } from '@platform/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'
import { getFirst } from '@platform/kernel/values'

const manifest = (field = 'LastName', integration = 'crm') => `
specVersion: 1.0.0
integrations:
  - name: ${integration}
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          requiredFields:
            - fieldName: ${field}
            - fieldName: $['Owner']['Name']
          optionalFields:
            - fieldName: Title
`
const groups = ['globex', 'initech', 'umbrella']

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1, sourceYaml: manifest() })
  for (const group of groups) {
    await platform.connect(group)
    await platform.install(group, { Contact: {} })
  }
})
afterAll(() => platform.close())

beforeEach(async () => {
  await Promise.all([platform.control.clearFaults(), platform.control.clearRequests()])
})

const putIntegrations = <T>(sourceYaml: string, query = '') =>
  platform.call<T>('PUT', `/v1/{p}/integrations:batch${query}`, { sourceYaml })
const rehearse = (sourceYaml: string) =>
  putIntegrations<ManifestRehearsal>(sourceYaml, '?validateOnly=true')

/** Number of requests for the fields of the object in all accounts. */
const descriptions = async () =>
  (await platform.control.requests()).filter(({ url }) => url.includes('/Contact/describe')).length

const forget = (set = sql`describe_time = now() - interval '25 hours'`) =>
  sql`update known_fields set ${set}`.execute(platform.database.everything)

it('predicts failing installations of a misspelt field, with line and suggestion', async () => {
  const { findings, integrations } = await rehearse(manifest('LastNam'))

  expect(findings).toEqual([
    {
      rule: 'field-exists',
      severity: 'warning',
      message: '0 of 3 accounts have `LastNam`: 3 installations would fail.',
      suggestion: 'Did you mean `LastName`?',
      line: 11,
      column: 26,
      path: 'integrations[0].read.objects[0].requiredFields[0].fieldName',
    },
  ])
  expect(getFirst(integrations).effects).toContainEqual({
    objectName: 'Contact',
    effect: 'fails: the account has no field LastNam',
    installations: 3,
    groupRefs: expect.arrayContaining(groups),
  })
})

it('finds nothing if all accounts have the fields, except nested ones', async () => {
  expect((await rehearse(manifest('lastname'))).findings).toEqual([])
  expect((await rehearse(manifest('Title'))).findings).toEqual([])
})

it('warns about a field that no account has, even without installations', async () => {
  const { findings } = await rehearse(manifest('LastNam', 'other'))

  expect(findings).toMatchObject([{ message: '0 of 3 accounts have `LastNam`.' }])
})

it('reads the fields of an account once a day', async () => {
  await rehearse(manifest('LastNam'))
  await platform.control.clearRequests()

  await rehearse(manifest('LastNam'))
  // The existence of the object is checked at one account in any case.
  const sameDay = await descriptions()
  await forget()
  await platform.control.clearRequests()
  await rehearse(manifest('LastNam'))

  expect(sameDay).toBeLessThanOrEqual(1)
  expect(await descriptions()).toBeGreaterThanOrEqual(groups.length)
})

it('uses the last known fields while the provider is unavailable', async () => {
  await rehearse(manifest('LastNam'))
  await forget()
  await platform.control.addFault({ effect: 'unavailable', match: { pathRegex: '/describe' } })

  const { findings } = await rehearse(manifest('LastNam'))

  expect(findings).toMatchObject([{ message: expect.stringContaining('0 of 3 accounts') }])
})

it('rejects a deploy that would break installations unless forced', async () => {
  const before = await platform.call<{ latestRevision: { id: string } }>(
    'GET',
    '/v1/{p}/integrations/crm',
  )

  const refused = await putIntegrations<ApiProblem>(manifest('LastNam'))
  const same = await putIntegrations<DeployedIntegration[]>(manifest())
  const forced = await putIntegrations<DeployedIntegration[]>(manifest('LastNam'), '?force=true')
  // Existing failures do not block other changes.
  const later = await putIntegrations<DeployedIntegration[]>(
    manifest('LastNam').replace('Title', 'Email'),
  )
  const mended = await putIntegrations<DeployedIntegration[]>(manifest())

  expect(refused).toMatchObject({
    status: 409,
    type: expect.stringContaining('/deploy-breaks-installations'),
    causes: ['crm, Contact: 0 of 3 accounts have `LastNam`: 3 installations would fail.'],
  })
  expect(same).toMatchObject([{ change: 'unchanged', latestRevision: before.latestRevision }])
  expect([forced, later, mended].map((reply) => getFirst(reply).change)).toEqual([
    'updated',
    'updated',
    'updated',
  ])
})

it('rejects a single revision and a rollback that would break installations', async () => {
  type Deployed = { latestRevision: { id: string } } & ApiProblem
  const { latestRevision: good } = await platform.call<Deployed>('GET', '/v1/{p}/integrations/crm')
  const revise = <T>(query = '') =>
    platform.call<T>('POST', `/v1/{p}/integrations/crm/revisions${query}`, {
      sourceYaml: manifest('LastNam'),
    })
  const goBack = (to: string, query = '') =>
    platform.call<Deployed>('POST', `/v1/{p}/integrations/crm/revisions/${to}:rollback${query}`)
  const findLatestRevision = async () =>
    (await platform.call<Deployed>('GET', '/v1/{p}/integrations/crm')).latestRevision.id
  const breaks = {
    status: 409,
    type: expect.stringContaining('/deploy-breaks-installations'),
    causes: ['crm, Contact: 0 of 3 accounts have `LastNam`: 3 installations would fail.'],
  }

  const refused = await revise<ApiProblem>()
  const afterRefusal = await findLatestRevision()
  const { id: broken } = await revise<{ id: string }>('?force=true')
  const mended = await goBack(good.id)
  const refusedBack = await goBack(broken)
  const forcedBack = await goBack(broken, '?force=true')
  await goBack(good.id)

  expect(refused).toMatchObject(breaks)
  expect(afterRefusal).toBe(good.id)
  expect(mended.latestRevision).toBeDefined()
  expect(refusedBack).toMatchObject(breaks)
  expect(forcedBack.latestRevision).toBeDefined()
})

it('does not check accounts for a deploy without new fields', async () => {
  await forget()
  await platform.control.clearRequests()

  await putIntegrations(
    manifest().replace('optionalFields', "schedule: '0 3 * * *'\n          optionalFields"),
  )

  expect(await descriptions()).toBe(0)
})
