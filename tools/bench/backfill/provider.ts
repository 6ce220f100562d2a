import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '@platform/sandbox'

/**
 * Simulates a Salesforce with this number of contacts, as a separate process that answers queries
 * at maximum speed; the sandbox handles sign-in. Prints its URLs.
 */
const total = Number(process.argv[2])
const size = 2_000
const number = /-(\d+)$/

const makeContact = (n: number) =>
  `{"attributes":{"type":"Contact","url":"/services/data/v60.0/sobjects/Contact/${n}"},"Id":"${String(n).padStart(18, '0')}","LastName":"Person ${n}","Email":"person-${n}@acme.example","SystemModstamp":"2026-01-01T00:00:00.000+0000"}`

const sandbox = await startSandbox()

const server = createServer((request, response) => {
  const url = request.url ?? '/'
  if (!url.includes('/query')) {
    void forwardRequest(request).then(({ status, headers, text }) => {
      response.writeHead(status, headers).end(text)
    })
    return
  }
  const from = Number(number.exec(url)?.[1] ?? 0)
  const count = Math.max(0, Math.min(size, total - from))
  const records = Array.from({ length: count }, (_, n) => makeContact(from + n)).join(',')
  const next =
    from + size < total
      ? `"done":false,"nextRecordsUrl":"/services/data/v60.0/query/01gLOCATOR-${from + size}"`
      : '"done":true'
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(`{"totalSize":${total},${next},"records":[${records}]}`)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ salesforceUrl: ownUrl(), hubspotUrl: sandbox.hubspotUrl }))
})

const ownUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Forwards the request to the sandbox. */
async function forwardRequest(request: IncomingMessage) {
  const { method = 'GET', url = '/', headers } = request
  const body = method === 'GET' ? undefined : await buffer(request)
  const reply = await fetch(new URL(url, sandbox.salesforceUrl), {
    method,
    redirect: 'manual',
    headers: Object.fromEntries(
      ['authorization', 'content-type', 'cookie'].flatMap((name) =>
        headers[name] ? [[name, String(headers[name])]] : [],
      ),
    ),
    ...(body && { body }),
  })
  const ours = (text: string) => text.replaceAll(sandbox.salesforceUrl, ownUrl())
  return {
    status: reply.status,
    headers: Object.fromEntries(
      ['content-type', 'location', 'set-cookie'].flatMap((name) => {
        const value = reply.headers.get(name)
        return value === null ? [] : [[name, ours(value)]]
      }),
    ),
    text: ours(await reply.text()),
  }
}
