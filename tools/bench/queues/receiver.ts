/** Accepts batches of SQS at once and checks nothing, so that the sender is what is measured. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, reply) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { Entries } = JSON.parse(Buffer.concat(parts).toString()) as { Entries: { Id: string }[] }
    const Successful = Entries.map(({ Id }) => ({ Id, MessageId: Id, MD5OfMessageBody: '' }))
    reply.setHeader('content-type', 'application/x-amz-json-1.0')
    reply.end(JSON.stringify({ Successful }))
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
