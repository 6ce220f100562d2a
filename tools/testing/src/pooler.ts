import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { closeClient } from '@platform/kernel/db/client'
import { getPort, must } from '@platform/kernel/values'
import { message, split } from './postgres-messages.ts'

interface Given {
  /** Whether connections of the user share PostgreSQL sessions, per transaction. */
  poolsByTransaction(user: string): boolean
  /** Which free session is used next: as in PgBouncer by default, or with `server_round_robin`. */
  next: 'last' | 'first'
  /** PostgreSQL sessions per user, opened at start. */
  servers: number
}

const goodbye = 'X'.charCodeAt(0)

type Server = { client: pg.Client; stream: Socket }

/**
 * A pooler in front of PostgreSQL that behaves like PgBouncer: it understands messages and the end
 * of transactions.
 */
export async function givenPooler(
  connectionString: string,
  { poolsByTransaction, next, servers }: Given,
): Promise<{ connectionString: string }> {
  const {
    host,
    port,
    database = '',
    user: owner = '',
    password: ownersPassword = '',
  } = new pg.Client({ connectionString })
  const opened: pg.Client[] = []
  const pools = new Map<string, Promise<Server[]>>()

  async function openServer(user: string, password: string): Promise<Server> {
    const client = new pg.Client({ host, port, database, user, password })
    client.on('error', () => {})
    opened.push(client)
    await client.connect()
    const stream = client.connection.stream as Socket
    stream.removeAllListeners('data')
    return { client, stream }
  }

  async function serve(socket: Socket): Promise<void> {
    socket.on('error', () => {})
    const { user = '' } = parseParameters(await readStartup(socket))
    socket.write(message('R', Buffer.from([0, 0, 0, 3])))
    const password = (await readStartup(socket)).subarray(5, -1).toString()
    const begin = () =>
      Promise.all(Array.from({ length: servers }, () => openServer(user, password)))
    if (!pools.has(user)) pools.set(user, begin())
    const free = await must(pools.get(user), 'pool')
    const isShared = poolsByTransaction(user)
    let server: Server | undefined
    let waiting = Buffer.alloc(0)
    let isOpening = false

    const forward = async () => {
      if (isOpening) return
      if (!server) {
        isOpening = true
        server = (next === 'last' ? free.pop() : free.shift()) ?? (await openServer(user, password))
        isOpening = false
        server.stream.on('data', answer)
      }
      const bytes = waiting
      waiting = Buffer.alloc(0)
      server.stream.write(bytes)
    }
    const answer = (bytes: Buffer) => {
      // ReadyForQuery, outside of a transaction.
      const isOver = bytes.subarray(-6).equals(Buffer.from('Z\0\0\0\u0005I'))
      if (isOver && isShared) letGo()
      socket.write(bytes)
    }
    const letGo = () => {
      if (!server) return
      server.stream.off('data', answer)
      free.push(server)
      server = undefined
    }
    // A session is reset for the next client.
    socket.on('close', () => {
      const left = server
      if (!left) return
      left.stream.off('data', answer).once('data', () => free.push(left))
      left.stream.write(message('Q', Buffer.from('discard all\0')))
    })
    const unnamed = withoutNames()
    let incomplete = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      if (bytes[0] === goodbye) return socket.end()
      const { messages, rest } = split(Buffer.concat([incomplete, bytes]))
      incomplete = rest
      waiting = Buffer.concat([waiting, ...messages.map(unnamed)])
      void forward()
    })
    const hello = [message('R', Buffer.alloc(4)), message('K', Buffer.from('whoknows'))]
    socket.write(Buffer.concat([...hello, message('Z', Buffer.from('I'))]))
  }

  const pooler = createServer((socket) => void serve(socket))
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  onTestFinished(async () => {
    pooler.close()
    await Promise.all(opened.map(closeClient))
  })
  const credentials = [owner, ownersPassword]
    .map((text) => encodeURIComponent(text ?? ''))
    .join(':')
  return {
    connectionString: `postgresql://${credentials}@127.0.0.1:${getPort(pooler)}/${database}`,
  }
}

async function readStartup(socket: Socket): Promise<Buffer> {
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return bytes
}

/** Prepares a connection's named statements in each session that it gets. */
function withoutNames(): (given: Buffer) => Buffer {
  const statements = new Map<string, Buffer>()
  return (given) => {
    const type = String.fromCharCode(given[0] ?? 0)
    const body = given.subarray(5)
    const end = body.indexOf(0)
    if (type === 'P' && end > 0) {
      const statement = message('P', body.subarray(end))
      statements.set(body.toString('utf8', 0, end), statement)
      return statement
    }
    if (type !== 'B') return given
    const endOfName = body.indexOf(0, end + 1)
    const statement = statements.get(body.toString('utf8', end + 1, endOfName))
    if (!statement) return given
    const portal = body.subarray(0, end + 1)
    return Buffer.concat([
      statement,
      message('B', Buffer.concat([portal, body.subarray(endOfName)])),
    ])
  }
}

function parseParameters(startup: Buffer): Record<string, string> {
  const parts = startup.toString('latin1', 8).split('\0')
  return Object.fromEntries(
    parts.flatMap((name, at) => (at % 2 === 0 && name ? [[name, parts[at + 1] ?? '']] : [])),
  )
}
