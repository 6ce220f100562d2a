import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port for what must know its own before it listens. It is below those that systems hand out, so
 * that no connection of another test gets it meanwhile, and above those that `fetch` refuses.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, 32_000)
    const server = createServer()
    const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      // Somebody listens there.
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
