import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Connector, ProviderClient } from '@platform/connector'
import { catalogue, overlayCatalogue } from '@platform/connectors'
import { childrenIn } from './support/children.ts'

/**
 * Measures records per second that a connector reads from a local provider, and its memory: a
 * declarative one, compared with Salesforce's connector in code.
 * `node --expose-gc tools/bench/declarative.ts [records …]`
 */
const sizes = process.argv.slice(2).map(Number)

const { people } = overlayCatalogue(catalogue, {
  people: {
    authType: 'none',
    baseURL: 'https://people.example',
    objects: {
      people: {
        read: {
          path: '/v1/people',
          records: 'data',
          id: 'id',
          updated: { field: 'updated_at', format: 'rfc3339' },
          paging: {
            style: 'cursor',
            from: 'next',
            param: 'cursor',
            size: { param: 'limit', max: 2_000 },
          },
        },
      },
    },
  },
})

const read = [
  {
    label: 'declared',
    connector: people?.connector,
    objectName: 'people',
    fieldNames: ['name', 'email', 'phone', 'city'],
  },
  {
    label: 'coded (Salesforce)',
    connector: catalogue['salesforce']?.connector,
    objectName: 'Contact',
    fieldNames: ['LastName', 'Email', 'Phone', 'MailingCity'],
  },
]

console.log('connector             records   seconds  records/s  heap, MB (most)')
for (const records of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]) {
  for (const one of read) await measureReads(records, one)
}

async function measureReads(
  records: number,
  { label, connector, objectName, fieldNames }: (typeof read)[number],
): Promise<void> {
  if (!connector) throw new Error(`There is no connector for ${label}.`)
  const children = childrenIn(new URL('declarative/', import.meta.url), {})
  const { port } = await children.start<{ port: number }>('provider.ts', String(records))
  const client = createBenchClient(`http://127.0.0.1:${port}`)
  const beganAt = performance.now()
  const { count, heapBytes } = await readAllPages(connector, client, { objectName, fieldNames })
  const seconds = (performance.now() - beganAt) / 1000
  await children.stop()
  if (count !== records) throw new Error(`${label} gave ${count} of ${records} records.`)
  console.log(
    [
      label.padEnd(20),
      String(records).padStart(9),
      seconds.toFixed(2).padStart(9),
      Math.round(records / seconds)
        .toString()
        .padStart(10),
      (heapBytes / 1024 / 1024).toFixed(0).padStart(16),
    ].join(' '),
  )
}

async function readAllPages(
  connector: Connector,
  client: ProviderClient,
  request: { objectName: string; fieldNames: readonly string[] },
) {
  let cursor: string | undefined
  let count = 0
  let heapBytes = 0
  let pages = 0
  do {
    const page = await connector.read(client, { ...request, since: '2025-01-01T00:00:00Z', cursor })
    for (const { raw } of page.records) {
      for (const name of request.fieldNames) connector.fieldValue(raw, name)
    }
    count += page.records.length
    cursor = page.next
    if (++pages % 25 === 1) {
      globalThis.gc?.()
      heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed)
    }
  } while (cursor !== undefined)
  return { count, heapBytes }
}

function createBenchClient(baseUrl: string): ProviderClient {
  const agent = new Agent({ keepAlive: true })
  return {
    metadata: {},
    request: ({ path, query = {} }) =>
      new Promise((resolve, reject) => {
        const url = new URL(path, baseUrl)
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
        httpRequest(url, { agent }, (incoming) => {
          const { statusCode: status = 0, headers } = incoming
          text(incoming).then(
            (body) => resolve({ status, headers, body: JSON.parse(body) as unknown }),
            reject,
          )
        })
          .on('error', reject)
          .end()
      }),
  }
}
