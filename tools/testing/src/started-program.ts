import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends the program, with what it has started, when this process ends, however it does. */
const whileWeLive =
  'exec 3<&0; "$@" </dev/null & program=$!; (trap "" TERM HUP; cat <&3 >/dev/null; kill -KILL -$program 2>/dev/null || kill -KILL $program) & wait $program'

export interface StartedProgram {
  /** Kills it, and waits until it has ended. */
  stop(): Promise<void>
  /** Resolves when it has ended by itself. */
  ended: Promise<unknown>
}

/** Starts a program that ends with this process; resolves when it listens on the port. */
export async function startServerProgram(
  [program, ...args]: readonly [string, ...string[]],
  { port, env = {} }: { port: number; env?: Record<string, string> },
): Promise<StartedProgram> {
  const server = spawn('/bin/sh', ['-c', whileWeLive, 'sh', program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => (printed = (printed + text).slice(-4000)))
  }
  const ended = once(server, 'exit')
  server.unref()
  while (!(await acceptsConnections(port))) {
    if (server.exitCode !== null) throw new Error(`${program} ended: ${printed}`)
    await sleep(50)
  }
  return {
    ended,
    async stop() {
      server.stdin.end()
      await ended
      // What it had started itself may end a moment later.
      while (await acceptsConnections(port)) await sleep(20)
    },
  }
}

const acceptsConnections = (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  // Nothing listens there yet.
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
