/** Forwards TCP connections to the Unix socket of its argument, in a process of its own. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

const [, , path = ''] = process.argv
const server = createServer((near) => {
  const far = connect(path)
  near.setNoDelay(true).on('error', () => far.destroy())
  far.on('error', () => near.destroy())
  near.pipe(far).pipe(near)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
