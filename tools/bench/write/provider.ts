/** Simulates a provider that answers every call after 50 ms with the created record. */
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPort } from '../../../server/kernel/src/values/net.ts'

const answersAfterMs = 50

let created = 0
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    void sleep(answersAfterMs).then(() => {
      const id = `003${String(++created).padStart(15, '0')}`
      const isBatch = request.url?.includes('/composite/')
      const result = { id, success: true, errors: [] }
      response
        .writeHead(200, { 'content-type': 'application/json', date: new Date().toUTCString() })
        .end(JSON.stringify(isBatch ? [result] : result))
    })
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: getPort(server) }))
