import * as contract from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenTenant, publicUrl } from '../testing/test-api.ts'
import { givenWorld, manifest, type World } from './world.ts'

let world: World
let unconcerned: Awaited<ReturnType<typeof givenTenant>>
beforeAll(async () => {
  world = await givenWorld()
  unconcerned = await givenTenant(world.api)
})
afterAll(() => world.close())

const times = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(index))

let address = 0
const guess = (email: string) =>
  world.api.http.inject({
    method: 'POST',
    url: '/auth/sign-in/email',
    remoteAddress: `203.0.113.${++address % 250}`,
    headers: { origin: publicUrl },
    payload: { email, password: 'wrong horse battery' },
  })

const deepest = `data${'.a'.repeat(60)}`

/** What one caller may do at the worst, all at once. */
const worst: Record<string, () => Promise<{ status: number } | { statusCode: number }>[]> = {
  'writes templates without end': () =>
    times(30, (index) =>
      world.send(contract.createDestination, {
        body: {
          name: `template-${index}`,
          type: 'kinesis',
          metadata: {
            region: 'eu-central-1',
            streamName: 'events',
            partitionKeyTemplate: `${deepest}${` || ${deepest}`.repeat(index * 50)}`,
          },
          secrets: { awsKeyId: 'AKIA', awsSecretKey: 'secret' },
        },
      }),
    ),

  'refreshes one connection again and again, at a provider that is slow': () =>
    times(30, () =>
      world.send(contract.getConnection, {
        params: { connectionId: world.ids['connectionId']! },
        query: { refresh: 'force' },
      }),
    ),

  'deploys one new name a dozen times at once': () =>
    times(12, () =>
      world.send(contract.batchUpsertIntegrations, {
        body: { sourceYaml: manifest.replace('name: crm', 'name: race') },
      }),
    ),

  'makes as much as there may be, and more': () =>
    times(150, (index) => world.send(contract.createTopic, { body: { name: `topic-${index}` } })),

  'guesses the passwords of one person and of nobody': () =>
    times(16, (index) => guess(index % 2 ? 'ana@acme.test' : `${index}@acme.test`)),

  'sends what is no request': () =>
    times(300, (index) =>
      world.api.http.inject({
        method: index % 2 ? 'POST' : 'GET',
        url: [
          '/assets/%2e%2e/x',
          '/callbacks/v1/oauth?state=%00&state=2',
          '/setup',
          '/%ff',
          '/auth/x',
        ][index % 5]!,
        headers: { 'content-type': 'application/json', 'x-api-key': 'x'.repeat(4000) },
        ...(index % 2 && { payload: '['.repeat(50_000) }),
      }),
    ),
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

/** How long another tenant's look takes meanwhile. */
async function looksWhile(work: Promise<unknown>): Promise<number[]> {
  let isDone = false
  const over = () => (isDone = true)
  void work.then(over, over)
  const tookMs: number[] = []
  do {
    const start = performance.now()
    const reply = await world.api.call('GET', `/v1/projects/${unconcerned.project.id}/topics`, {
      apiKey: unconcerned.full.key,
    })
    tookMs.push(performance.now() - start)
    expect(reply.status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 5))
  } while (!isDone)
  return tookMs
}

it.each(Object.entries(worst))('answers others at once while somebody %s', async (_, begin) => {
  await world.control.addFault({ effect: 'slow', delayMs: 800, match: { pathRegex: '/token$' } })
  const quiet = median(await looksWhile(new Promise((resolve) => setTimeout(resolve, 100))))

  const work = Promise.all(begin())
  const busy = median(await looksWhile(work))

  expect(busy).toBeLessThan(100 + quiet)
  const statuses = (await work).map((reply) =>
    'statusCode' in reply ? reply.statusCode : reply.status,
  )
  expect(Math.max(...statuses)).toBeLessThan(500)
})
