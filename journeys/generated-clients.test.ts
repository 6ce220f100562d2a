import { createClient } from '@platform/client'
import type { Delivery } from '@platform/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testPlatform } from '../packages/testing/src/test-platform.ts'
import { getFirst, must } from '../packages/kernel/src/values/must.ts'
import { generatedClients } from './support/generated-clients.ts'

// Clients generated from openapi.json read why a delivery failed, whose type once had the wrong
// name.

let platform: Awaited<ReturnType<typeof testPlatform>>
let url: string
let deliveryId: Delivery['id']

const why = {
  succeeded: false,
  class: 'connection',
  detail: expect.stringContaining('ECONNREFUSED'),
}

/** A message that cannot be delivered, because nothing listens there. */
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1 })
  url = must(platform.url, 'address')
  await platform.call('PATCH', '/v1/{p}/destinations/webhook', {
    updateMask: ['metadata.url'],
    destination: { metadata: { url: 'http://127.0.0.1:9/' } },
  })
  await platform.connect()
  deliveryId = await vi.waitFor(async () => {
    const deliveries = await platform.call<Delivery[]>('GET', '/v1/{p}/deliveries')
    const { id } = getFirst(deliveries)
    getFirst(await platform.call<object[]>('GET', `/v1/{p}/deliveries/${id}/attempts`))
    return id
  })
})
afterAll(() => platform.close())

it('reads why an attempt failed by the client of TypeScript', async () => {
  const client = createClient({ baseUrl: url, apiKey: platform.apiKey })

  const attempts = await client.get(
    '/v1/projects/{projectIdOrName}/deliveries/{deliveryId}/attempts',
    { params: { projectIdOrName: 'test', deliveryId } },
  )

  const { succeeded, error } = getFirst(attempts)
  expect({ succeeded, ...error }).toEqual(why)
})

const isEveryClient = process.env['CLIENTS'] === 'all'

it.runIf(isEveryClient).for(generatedClients)(
  'reads why an attempt failed by the client of $language',
  { concurrent: true },
  async ({ language, install, make }, { skip }) => {
    const missing = await install().then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (missing !== undefined) {
      console.log(
        `Generated clients: ${language} is left out, as its generator cannot be had here. ${missing}`,
      )
      skip(missing)
    }
    const program = await make()

    const printed = await program([url, platform.apiKey, 'test', deliveryId])

    expect(getFirst(JSON.parse(printed) as object[])).toEqual(why)
    console.log(`Generated clients: ${language} ran.`)
  },
)
