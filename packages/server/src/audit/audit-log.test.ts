import { createTopic } from '@platform/contract'
import { expect, it, onTestFinished } from 'vitest'
import { givenTenant, testApi } from '../testing/test-api.ts'
import { givenDatabase } from '../testing/test-database.ts'

it('changes nothing that it cannot record', async () => {
  const database = await givenDatabase()
  const api = await testApi(database, { areRepliesChecked: false })
  onTestFinished(() => api.close())
  const { project, full } = await givenTenant(api)
  const topics = createTopic.path.replace('{projectIdOrName}', project.id)
  const create = (name: string) => api.call('POST', topics, { apiKey: full.key, body: { name } })
  const refuseRecords = (how: string) =>
    database.asOwner((owner) => owner.query(`alter table audit_log ${how}`))

  await refuseRecords("add constraint none check (action <> 'createTopic') not valid")
  const refused = await create('unrecorded')
  await refuseRecords('drop constraint none')
  const taken = await create('recorded')

  expect([refused.status, taken.status]).toEqual([500, 201])
  const { body } = await api.call('GET', topics, { apiKey: full.key })
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['recorded'])
})
