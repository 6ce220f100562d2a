import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { capture } from '@platform/kernel/values'

let api: TestApi
beforeAll(async () => {
  api = await testApi(await testDatabase(), { canSendMail: false })
})
afterAll(async () => {
  await api.close()
  await api.database.close()
})

it('records who read a secret, without the secret', { tags: 'audit' }, async () => {
  const { full, project, org, owner } = await givenTenant(api)
  const destinations = `/v1/projects/${project.id}/destinations`
  const { body } = await api.call('POST', destinations, {
    apiKey: full.key,
    body: { name: 'hook', type: 'webhook', metadata: { url: 'http://127.0.0.1:9/hook' } },
  })

  await api.call('GET', `${destinations}/${body.id}`, { apiKey: full.key })
  const revealed = await api.call('GET', `${destinations}/${body.id}?includeSecrets=true`, {
    apiKey: full.key,
  })

  const log = await api.call('GET', `/v1/orgs/${org.id}/audit-log`, { token: owner.token })
  const reads = log.body.filter(({ action }: { action: string }) => action === 'getDestination')
  const secret = capture(/(whsec_[\w+/=]+)/, JSON.stringify(revealed.body.secrets))
  expect(reads).toMatchObject([
    { actor: { kind: 'api-key', id: full.id, label: full.label }, projectId: project.id },
  ])
  expect(log.text).not.toContain(secret)
})

it(
  'encrypts replies stored for an Idempotency-Key, also of organizations',
  { tags: 'encrypted-secrets' },
  async () => {
    const owner = await api.builder()
    const org = await api.org({ ownerId: owner.id })
    const invite = () =>
      api.call('POST', `/v1/orgs/${org.id}/invites`, {
        token: owner.token,
        headers: { 'idempotency-key': 'once' },
        body: { email: 'bo@guest.test' },
      })

    const [first, again] = [await invite(), await invite()]

    const kept = await api.database.everything
      .selectFrom('idempotencyKeys')
      .select('reply')
      .where('scope', '=', owner.id)
      .execute()
    expect(first.body.link).toContain('invited=bo')
    expect(again.body).toEqual(first.body)
    expect(kept.map(({ reply }) => reply?.includes('invited=bo'))).toEqual([false])
  },
)
