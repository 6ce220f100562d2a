// @module-tag audit
import { createTopic } from '@platform/contract'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { earliestId, newId } from '@platform/kernel/db/new-id'
import { givenTenant, testApi } from '@platform/testing/test-api'
import { rowsRead } from '@platform/testing/rows-read'
import { givenDatabase } from '@platform/testing/test-database'
import { selectRecords } from './store.ts'

it('changes nothing if the audit record fails', async () => {
  const database = await givenDatabase()
  const api = await testApi(database, { areRepliesChecked: false })
  onTestFinished(() => api.close())
  const { project, full } = await givenTenant(api)
  const topics = createTopic.path.replace('{projectIdOrName}', project.id)
  const create = (name: string) => api.call('POST', topics, { apiKey: full.key, body: { name } })
  const rejectRecords = (how: string) =>
    database.asOwner((owner) => owner.query(`alter table audit_log ${how}`))

  await rejectRecords("add constraint none check (action <> 'createTopic') not valid")
  const refused = await create('unrecorded')
  await rejectRecords('drop constraint none')
  const taken = await create('recorded')

  expect([refused.status, taken.status]).toEqual([500, 201])
  const { body } = await api.call('GET', topics, { apiKey: full.key })
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['recorded'])
})

it('finds changes by time or kind without reading all rows', async () => {
  const database = await givenDatabase()
  const orgId = 'org_1'
  const count = 3_000
  const first = Date.now() - count * 60_000
  const timeAt = (n: number) => new Date(first + n * 60_000).toISOString()
  const requestIdAt = (n: number) => earliestId('req', Date.parse(timeAt(n)))
  const ids = Array.from({ length: count }, (_, n) => earliestId('aud', Date.parse(timeAt(n))))
  await sql`
    insert into audit_log (id, time, org_id, project_id, actor_kind, actor_id, action, target, request_id)
    select id, ${new Date(first)}::timestamptz + (n - 1) * interval '1 minute', ${orgId},
           case when n = 9 then 'proj_2' else 'proj_1' end, 'operator',
           case when n % 2000 = 4 then 'bo' else 'ana' end,
           case when n % 1000 = 7 then 'deleteProject' else 'createTopic' end,
           case n when 11 then '/v1/projects/acme' when 12 then '/v1/projects/acme/topics/t'
                  when 13 then '/v1/projects/acme:restore' when 14 then '/v1/projects/acme-crm'
                  when 15 then '/v1/groups/' || repeat('a', 5000)
                  when 16 then '/v1/groups/' || repeat('a', 4999) || 'b'
                  else '/v1/projects/other/topics' end,
           case when n = 5 then 'our-own-7' else replace(id, 'aud_', 'req_') end
      from unnest(${ids}::text[]) with ordinality _ (id, n)`.execute(database.everything)
  await database.asOwner((owner) => owner.query('analyze audit_log'))
  const look = async (filter: Parameters<typeof selectRecords>[2]) => {
    const { found, read } = await rowsRead(database, orgId, {
      tables: /^audit_log$/,
      look: (db) => selectRecords(db, orgId, filter).orderBy('id', 'desc').limit(51).execute(),
    })
    return { found, isFast: read < 100 }
  }

  expect(await look({ to: timeAt(10) })).toEqual({ found: 10, isFast: true })
  expect(await look({ from: timeAt(2_990) })).toEqual({ found: 10, isFast: true })
  expect(await look({ from: timeAt(1_500), to: timeAt(1_520) })).toEqual({
    found: 20,
    isFast: true,
  })
  expect(await look({ action: 'deleteProject' })).toEqual({ found: 3, isFast: true })
  expect(await look({ actor: 'bo' })).toEqual({ found: 2, isFast: true })
  expect(await look({ projectId: 'proj_2' })).toEqual({ found: 1, isFast: true })
  expect(await look({ projectId: 'proj_1', actor: 'ana' })).toEqual({ found: 51, isFast: true })
  expect(await look({ target: '/v1/projects/acme' })).toEqual({ found: 3, isFast: true })
  expect(await look({ target: '/v1/projects/acme/' })).toEqual({ found: 3, isFast: true })
  expect(await look({ target: '/v1/projects' })).toEqual({ found: 51, isFast: true })
  expect(await look({ target: '/v1/nothing' })).toEqual({ found: 0, isFast: true })
  expect(await look({ target: `/v1/groups/${'a'.repeat(5000)}` })).toEqual({
    found: 1,
    isFast: true,
  })
  const ofRequest = await look({ requestId: requestIdAt(1_500) })
  expect(ofRequest).toEqual({ found: 1, isFast: true })
  expect(await look({ requestId: newId('req') })).toEqual({ found: 0, isFast: true })
  expect(await look({ requestId: 'our-own-7', to: timeAt(10) })).toEqual({ found: 1, isFast: true })
})
