// @module-tag bounded-replies
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { jsonCpuMs, measureLeast, measureLongestTurn } from '@platform/testing/bystander'
import { givenPlatform } from '@platform/testing/test-platform'
import { getPort } from '@platform/kernel/values'

/** An account with one contact, which has this many members besides its ID. */
function accountWith(members: number) {
  const contact = Object.fromEntries(Array.from({ length: members }, (_, n) => [`member ${n}`, n]))
  return { _results: [{ id: 'crd_1', ...contact }], _pagination: { next: null } }
}

it('rejects a record with hundreds of thousands of fields immediately', async () => {
  const usual = accountWith(10)
  const large = accountWith(200_000)
  let reply = JSON.stringify(usual)
  const provider = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(reply)
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => provider.close().closeAllConnections())
  const baseURL = `http://127.0.0.1:${getPort(provider)}`
  const { call } = await givenPlatform({
    contacts: 1,
    env: { PLATFORM_PROVIDERS: JSON.stringify({ front: { baseURL } }) },
  })
  for (const groupRef of ['globex', 'initech', 'hooli']) {
    const whose = { provider: 'front', groupRef, consumerRef: 'hank' }
    await call('POST', '/v1/{p}/connections:generate', { ...whose, apiKey: 'secret' })
  }
  const describe = (groupRef: string) =>
    call<{ status?: number; detail?: string; fields?: object }>(
      'GET',
      `/v1/{p}/providers/front/objects/contacts/metadata?groupRef=${groupRef}`,
    )

  const { fields = {} } = await describe('globex')
  reply = JSON.stringify(large)
  const share = await measureLeast(1, async () => {
    const unitMs = jsonCpuMs(large)
    const { done, longestMs } = await measureLongestTurn(() =>
      Promise.all(['globex', 'initech', 'hooli'].map(describe)),
    )
    for (const problem of done) {
      const detail = expect.stringContaining('10000 fields')
      expect(problem).toMatchObject({ status: 502, detail })
    }
    return longestMs / unitMs
  })

  expect(Object.keys(fields)).toContain('member 9')
  expect(share).toBeLessThan(1)
})
