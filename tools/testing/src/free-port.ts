import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/*
 * Ports are reserved in blocks. A block belongs to the process that listens on its first port while
 * it lives, so two processes (even of different runs) never get the same port.
 */

/** Ports are below those that systems hand out and above those that `fetch` refuses. */
const lowest = 10_100
const blockSize = 20
const blocks = 1_095

let unused: Promise<number[]> = Promise.resolve([])

/** Returns a port for a server that must know its port in advance; no other test gets it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const ports = unused
    const port = (await ports).shift()
    if (port !== undefined && (await isFree(port))) return port
    if (port === undefined && ports === unused) unused = reserveBlock().then(listPorts)
  }
}

/** Reserves a block of ports until this process ends; its number is below 1,095. */
export async function reserveBlock(): Promise<number> {
  for (;;) {
    const block = randomInt(blocks)
    const guard = createServer((socket) => socket.destroy())
    const isOurs = await listens(guard, lowest + block * blockSize)
    if (!isOurs) continue
    guard.unref()
    return block
  }
}

const listPorts = (block: number): number[] =>
  Array.from({ length: blockSize - 1 }, (_, index) => lowest + block * blockSize + 1 + index)

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isItsOwn = await listens(server, port)
  if (isItsOwn) await once(server.close(), 'close')
  return isItsOwn
}

const listens = (server: ReturnType<typeof createServer>, port: number): Promise<boolean> =>
  once(server.listen(port, '127.0.0.1'), 'listening').then(
    () => true,
    // Another process listens there.
    () => false,
  )
