import { globSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionJobs } from '../connections/jobs.ts'
import * as sessions from '../connections/session/store.ts'
import { downloadJobs } from '../downloads/jobs.ts'
import { storeDownload } from '../downloads/downloads.ts'
import { httpJobs } from '../http/jobs.ts'
import type { Services } from '../services.ts'
import { givenTenant, testApi, type TestApi } from '../testing/test-api.ts'
import { testDatabase } from '../testing/test-database.ts'
import { acrossTenants } from './across-tenants.ts'
import { newId } from './new-id.ts'

type Tenant = Awaited<ReturnType<typeof givenTenant>>

const root = new URL('..', import.meta.url)
const outside =
  /database\??\.(everything|connect\(|dedicated\(|poolConfig)|everything(: \w+)? \}(: Database| = database)/

it('lists every file that looks across tenants, with its reason, and no other', () => {
  const files = globSync('**/*.ts', { cwd: root.pathname }).filter(
    (file) => !/\.test\.ts$|testing|^conventions\/|^db\/|crash-emitter/.test(file),
  )

  const found = files.filter((file) => outside.test(readFileSync(new URL(file, root), 'utf8')))

  expect(found.toSorted()).toEqual(Object.keys(acrossTenants).toSorted())
})

describe('with two tenants who have data', () => {
  let api: TestApi
  let tenants: [Tenant, Tenant]
  const services = { publicUrl: '', downloadKey: Buffer.alloc(32) } as Services
  const past = new Date(Date.now() - 2 * 86_400_000)
  const future = new Date(Date.now() + 3_600_000)
  const hashOf = (text: string) => createHash('sha256').update(text).digest()

  beforeAll(async () => {
    api = await testApi(await testDatabase())
    tenants = [await givenTenant(api), await givenTenant(api)]
  })
  afterAll(async () => {
    await api.close()
    await api.database.close()
  })

  async function givenSession(index: 0 | 1, state: string, expireTime = future) {
    const tenant = tenants[index]
    const projectId = tenant.project.id
    const db = api.database.tenant(projectId)
    const { body: app } = await api.call('POST', `/v1/projects/${projectId}/provider-apps`, {
      apiKey: tenant.full.key,
      body: { provider: 'hubspot', externalRef: state, clientId: 'id', clientSecret: 'secret' },
    })
    const id = newId('csn')
    await sessions.insertConnectSession(db, {
      id,
      projectId,
      provider: 'hubspot',
      providerAppId: app.id,
      connectionId: null,
      groupRef: 'globex',
      groupName: null,
      consumerRef: 'hank',
      consumerName: null,
      providerWorkspaceRef: null,
      providerMetadata: '{}',
      stateHash: hashOf(state),
      browserHash: hashOf('browser'),
      codeVerifier: null,
      origin: null,
      error: null,
      expireTime,
    })
    return { find: () => sessions.findConnectSession(db, id) }
  }

  it('takes the session of one state, and leaves that of the other tenant waiting', async () => {
    const mine = await givenSession(0, 'state-a')
    const theirs = await givenSession(1, 'state-b')

    await sessions.takeConnectSession(api.database.everything, {
      stateHash: hashOf('state-a'),
      browserHash: hashOf('browser'),
    })

    expect(await mine.find()).toMatchObject({ status: 'exchanging' })
    expect(await theirs.find()).toMatchObject({ status: 'pending' })
  })

  it('forgets old sessions, and leaves those of the other tenant that are not', async () => {
    const mine = await givenSession(0, 'state-c', past)
    const theirs = await givenSession(1, 'state-d')
    const before = await theirs.find()

    await connectionJobs(api.database, services)['delete-expired-connect-sessions']()

    expect(await mine.find()).toBeUndefined()
    expect(await theirs.find()).toEqual(before)
  })

  it('deletes downloads that have expired, and leaves those of the other tenant that have not', async () => {
    const [mine, theirs] = tenants
    const dbOf = ({ project }: Tenant) => api.database.tenant(project.id)
    for (const tenant of tenants) {
      await storeDownload(services, dbOf(tenant), { projectId: tenant.project.id, body: '{}' })
    }
    await dbOf(mine).updateTable('downloads').set({ expireTime: past }).execute()

    await downloadJobs(api.database)['delete-expired-downloads']()

    const left = (tenant: Tenant) => dbOf(tenant).selectFrom('downloads').selectAll().execute()
    expect(await left(mine)).toEqual([])
    expect(await left(theirs)).toHaveLength(1)
  })

  it('deletes stored replies that have expired, and leaves those of the other tenant that have not', async () => {
    const repliesOf = (index: 0 | 1) =>
      api.database.everything
        .selectFrom('idempotencyKeys')
        .selectAll()
        .where('projectId', '=', tenants[index].project.id)
        .execute()
    for (const { project, full } of tenants) {
      const headers = { 'idempotency-key': 'same' }
      const body = { name: 'same' }
      const path = `/v1/projects/${project.id}/topics`
      await api.call('POST', path, { apiKey: full.key, headers, body })
    }
    await api.database.everything
      .updateTable('idempotencyKeys')
      .set({ createTime: past })
      .where('projectId', '=', tenants[0].project.id)
      .execute()

    await httpJobs(api.database, { replies: 1 })['delete-expired-replies']()

    expect(await repliesOf(0)).toEqual([])
    expect(await repliesOf(1)).toHaveLength(1)
  })
})
