/** Baseline: a minimal forwarder on the same client, with a fixed provider and no credentials. */
import { createServer } from 'node:http'
import { Pool } from 'undici'

const [providerPort] = process.argv.slice(2)
const pool = new Pool(`http://127.0.0.1:${providerPort}`, { connections: 64 })

const http = createServer((request, response) => {
  void pool
    .request({ path: request.url!.slice('/proxy'.length) || '/', method: 'GET' })
    .then((answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.body.pipe(response)
    })
})
http.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (http.address() as { port: number }).port })
})
