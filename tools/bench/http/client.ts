import { connect, type Socket } from 'node:net'

/** A request of a generator, sent in a single write to save CPU time. */
export interface Request {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
}

/** A connection with one request at a time. */
export interface HttpConnection {
  /** Resolves to the status when the reply is complete. */
  send(request: Request): Promise<number>
  close(): void
}

/**
 * A minimal HTTP client for load: on one machine, an HTTP library would take as much CPU time as
 * the measured server. Supports replies with a `content-length`.
 */
export async function openConnection(origin: string): Promise<HttpConnection> {
  const { hostname, port, host } = new URL(origin)
  const socket = await connectTo(Number(port), hostname)
  let answered: ((status: number) => void) | undefined
  let broke: ((error: Error) => void) | undefined
  let buffered: Buffer = Buffer.alloc(0)

  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    const headEnd = buffered.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = buffered.toString('latin1', 0, headEnd)
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    if (buffered.length < headEnd + 4 + length) return
    buffered = Buffer.alloc(0)
    answered?.(Number(head.slice(9, 12)))
  })
  socket.on('error', (error) => broke?.(error))
  socket.on('close', () => broke?.(new Error('The server closed the connection.')))

  const formatHead = ({ method, path, headers }: Request) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}`
  }

  return {
    send: (request) =>
      new Promise<number>((resolve, reject) => {
        answered = resolve
        broke = reject
        const { body } = request
        const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
        socket.write(`${formatHead(request)}${length}\r\n${body ?? ''}`)
      }),
    close: () => socket.destroy(),
  }
}

function connectTo(port: number, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}
