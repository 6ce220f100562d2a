import { createServer } from 'node:http'

/** Simulates a provider of people, both for a declarative entry and in Salesforce's format. */
const total = Number(process.argv[2])
const beganMs = Date.parse('2026-01-01T00:00:00Z')
const timeAt = (number: number) => new Date(beganMs + number * 1000).toISOString()
const person = (number: number) =>
  `{"id":${number},"name":"Person ${number}","email":"person-${number}@acme.example","phone":"+49 30 ${number}","city":"Berlin","updated_at":"${timeAt(number)}"}`
const makeContact = (number: number) =>
  `{"attributes":{"type":"Contact","url":"/services/data/v60.0/sobjects/Contact/${number}"},"Id":"${String(number).padStart(18, '0')}","LastName":"Person ${number}","Email":"person-${number}@acme.example","Phone":"+49 30 ${number}","MailingCity":"Berlin","SystemModstamp":"${timeAt(number).replace('Z', '+0000')}"}`

const makeList = (from: number, size: number, write: (number: number) => string) =>
  Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, n) => write(from + n)).join(
    ',',
  )

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://provider.test')
  response.setHeader('content-type', 'application/json')
  if (url.pathname === '/v1/people') {
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const size = Number(url.searchParams.get('limit') ?? 100)
    const next = from + size < total ? `"${from + size}"` : 'null'
    response.end(`{"data":[${makeList(from, size, person)}],"next":${next}}`)
    return
  }
  const from = Number(/-(\d+)$/.exec(url.pathname)?.[1] ?? 0)
  const size = 2_000
  const isLast = from + size >= total
  const next = isLast
    ? ''
    : `,"nextRecordsUrl":"/services/data/v60.0/query/01gLOCATOR-${from + size}"`
  response.end(
    `{"totalSize":${total},"done":${isLast}${next},"records":[${makeList(from, size, makeContact)}]}`,
  )
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
