/**
 * Simulates a Salesforce with different accounts: the token determines whether one answers, and its
 * number of records.
 */
import { createServer } from 'node:http'

const pageSize = 200
const answersAfterMs = 100
const totals = { healthy: 2_000, busy: 10_000_000 }

const makeContact = (n: number) =>
  `{"attributes":{"type":"Contact","url":"/services/data/v60.0/sobjects/Contact/${n}"},"Id":"${String(n).padStart(18, '0')}","LastName":"Person ${n}","SystemModstamp":"2026-01-01T00:00:00.000+0000"}`

let created = 0

const http = createServer((request, response) => {
  const account = request.headers.authorization ?? ''
  // Also receives deliveries, whose bodies must be read.
  request.resume()
  if (account.includes('hanging')) return
  if (request.method === 'POST' && !request.url?.startsWith('/services/')) {
    response.writeHead(204).end()
    return
  }
  if (request.method === 'POST') {
    const result = { id: String(++created).padStart(18, '0'), success: true, errors: [] }
    const isBatch = request.url?.includes('/composite/')
    const reply = JSON.stringify(isBatch ? [result] : result)
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply)
    }, answersAfterMs)
    return
  }
  const total = account.includes('busy') ? totals.busy : totals.healthy
  const from = Number(/-(\d+)$/.exec(request.url ?? '')?.[1] ?? 0)
  const count = Math.min(pageSize, total - from)
  const records = Array.from({ length: count }, (_, n) => makeContact(from + n)).join(',')
  const next =
    from + pageSize < total
      ? `"done":false,"nextRecordsUrl":"/services/data/v60.0/query/01gLOCATOR-${from + pageSize}"`
      : '"done":true'
  const text = `{"totalSize":${total},${next},"records":[${records}]}`
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }, answersAfterMs)
})
http.keepAliveTimeout = 60_000
http.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (http.address() as { port: number }).port })
})
