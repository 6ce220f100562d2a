/** Simulates a Salesforce without changes. */
import { createServer } from 'node:http'

const nothing = JSON.stringify({ totalSize: 0, done: true, records: [] })

const http = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(nothing)
})
http.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (http.address() as { port: number }).port })
})
