import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const numRecords = /"numRecords":(\d+)/

/** Starts a webhook receiver that only counts records, each message once. */
export async function startCountingReceiver() {
  const seen = new Set<string>()
  let records = 0
  const server = createServer((request, response) => {
    let head = ''
    request.setEncoding('latin1').on('data', (chunk: string) => {
      if (head.length < 2000) head += chunk
    })
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      if (!seen.has(id)) records += Number(numRecords.exec(head)?.[1] ?? 0)
      seen.add(id)
      response.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    records: () => records,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
