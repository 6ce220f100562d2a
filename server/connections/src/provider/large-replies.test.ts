// @module-tag bounded-replies
import { once } from 'node:events'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { salesforceAt } from '@platform/sandbox'
import { expect, it, onTestFinished, vi } from 'vitest'
import { median, unconcernedMs } from '@platform/testing/bystander'
import { measureSlowness } from '@platform/testing/machine-speed'
import { givenPlatform } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'

/**
 * A Salesforce in a thread of its own, which describes Contact in 60 MB and Account in just under 8,
 * and has one page of records of that size.
 */
const provider = `
  const { createServer } = require('node:http')
  const { parentPort } = require('node:worker_threads')
  const MB = 1024 * 1024
  const long = 'x'.repeat(1000)
  const many = (entryOf) => Array.from({ length: 7 * 1024 }, (_, n) => JSON.stringify(entryOf(n))).join()
  const described = (fields) => Buffer.from('{"name":"Any","label":"Any","fields":[' + fields + ']}')
  const medium = described(many((n) => ({ name: 'Field' + n, label: long, type: 'string',
    picklistValues: [], referenceTo: [] })))
  const huge = Buffer.alloc(60 * MB, JSON.stringify({ name: 'Field', label: long }) + ',')
  const records = many((n) => ({ Id: '003' + String(n).padStart(15, '0'), LastName: long,
    SystemModstamp: '2026-01-01T00:00:00.000+0000', Email: n + '@acme.test' }))
  const page = Buffer.from('{"totalSize":7168,"done":true,"records":[' + records + ']}')
  const server = createServer(({ url }, reply) => {
    reply.setHeader('content-type', 'application/json')
    if (url.includes('/sobjects/Account')) reply.end(medium)
    // Without a length, so that only the received bytes show the size.
    else if (url.includes('/sobjects/Contact')) { reply.write('{"fields":['); reply.end(huge) }
    else if (url.includes('count')) reply.end('{"totalSize":1,"done":true,"records":[]}')
    else reply.end(page)
  }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

async function givenLargeProvider(): Promise<string> {
  const worker = new Worker(provider, { eval: true })
  onTestFinished(async () => void (await worker.terminate()))
  const [port] = (await once(worker, 'message')) as [number]
  return `http://127.0.0.1:${port}`
}

/**
 * What others have to wait for at the longest until this is over: how long the server takes to say
 * that it lives, and how much of the processor it uses between two looks at what has arrived, which
 * is the same however busy the machine is.
 */
async function delaysWhile(url: string, work: Promise<unknown>) {
  let isDone = false
  const over = () => (isDone = true)
  void work.then(over, over)
  const asking = async () => {
    const tookMs: number[] = []
    while (!isDone) {
      const start = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      tookMs.push(performance.now() - start)
      await setTimeout(5)
    }
    return tookMs
  }
  const looking = async () => {
    let longest = 0
    while (!isDone) {
      const before = process.threadCpuUsage()
      await setImmediate()
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, (user + system) / 1000)
    }
    return longest
  }
  const [tookMs, heldMs] = await Promise.all([asking(), looking()])
  return { medianMs: median(tookMs), longestMs: Math.max(...tookMs), heldMs }
}

it('does not block others during replies of 60 MB and just under 8 MB', async () => {
  const providerUrl = await givenLargeProvider()
  const { url, call, install, messages } = await givenPlatform({
    env: { PLATFORM_PROVIDERS: JSON.stringify(salesforceAt(providerUrl)) },
  })
  for (let n = 0; n < 6; n++) {
    await call('POST', '/v1/{p}/connections:generate', {
      provider: 'salesforce',
      groupRef: `group-${n}`,
      consumerRef: 'hank',
      oauth2AuthorizationCode: { accessToken: { token: 'x' } },
    })
  }
  const describe = (objectName: string, groups: number[]) =>
    Promise.all(
      groups.map((n) =>
        call<{ status?: number; detail?: string; fields?: object }>(
          'GET',
          `/v1/{p}/providers/salesforce/objects/${objectName}/metadata?groupRef=group-${n}`,
        ),
      ),
    )

  const slowness = measureSlowness()
  const quiet = await delaysWhile(url!, setTimeout(300))
  const huge = describe('Contact', [0, 1, 2, 3, 4, 5])
  const whileHuge = await delaysWhile(url!, huge)
  const medium = describe('Account', [0, 1])
  const whileMedium = await delaysWhile(url!, medium)
  const reading = install('group-0').then(() =>
    vi.waitFor(() => expect(messages.length).toBeGreaterThan(20), patiently),
  )
  const whileReading = await delaysWhile(url!, reading)
  await reading
  const slower = await slowness.stop()

  for (const reply of await huge) {
    expect(reply).toMatchObject({ status: 502, detail: expect.stringContaining('8388608 bytes') })
  }
  for (const { fields } of await medium) expect(Object.keys(fields!).length).toBe(7 * 1024)
  for (const { medianMs } of [whileHuge, whileMedium, whileReading]) {
    expect(medianMs).toBeLessThan(unconcernedMs * slower + quiet.medianMs)
  }
  expect(whileHuge.heldMs).toBeLessThan(100 * slower)
})
