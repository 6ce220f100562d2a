/**
 * Simulates a Salesforce that answers after a delay. A share of the queries finds one changed
 * record. Also receives webhooks, and counts both.
 * Arguments: the delay in milliseconds, the share in percent, and the address to listen on.
 */
import { createServer } from 'node:http'

const [delayMs = 100, percent = 2] = process.argv.slice(2, 4).map(Number)
const host = process.argv[4] ?? '127.0.0.1'
const nothing = JSON.stringify({ totalSize: 0, done: true, records: [] })
const counts = { queries: 0, changed: 0, messages: 0 }

const oneRecord = (n: number) => {
  const id = `003${String(n).padStart(15, '0')}`
  const attributes = { type: 'Contact', url: `/services/data/v60.0/sobjects/Contact/${id}` }
  const SystemModstamp = new Date().toISOString().replace('Z', '+0000')
  const record = {
    attributes,
    Id: id,
    LastName: `Person ${n}`,
    Name: `Person ${n}`,
    SystemModstamp,
  }
  return JSON.stringify({ totalSize: 1, done: true, records: [record] })
}

const http = createServer((request, response) => {
  const reply = (body: string) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  if (request.url === '/counts') return reply(JSON.stringify(counts))
  if (request.method === 'POST') {
    counts.messages++
    request.resume()
    return response.writeHead(204).end()
  }
  counts.queries++
  const isChanged = (counts.queries * percent) % 100 < percent
  if (isChanged) counts.changed++
  setTimeout(() => reply(isChanged ? oneRecord(counts.queries) : nothing), delayMs)
})
http.listen(0, host, () => {
  process.send?.({ port: (http.address() as { port: number }).port })
})
