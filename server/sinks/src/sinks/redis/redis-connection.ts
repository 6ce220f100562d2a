import type { Socket } from 'node:net'
import { BareConnection, describeOtherProtocol } from '../bare-connection.ts'

/** A line of a reply is no longer; texts of replies here are short. */
const maxLineBytes = 16 * 1024

/**
 * A server that does not know a command repeats its words: the password, or a message.
 * https://github.com/redis/redis/blob/7.2.0/src/server.c (`commandCheckExistence`)
 */
const repeatedWords = /,? with args beginning with:.*$/is

/** The server rejected a command, in its own words. */
export class RedisError extends Error {
  override name = 'RedisError'
}

interface PendingCommand {
  resolve(reply: string | RedisError): void
  reject(reason: Error): void
}

/** A signed-in connection to Redis. https://redis.io/docs/latest/develop/reference/protocol-spec/ */
export class RedisConnection extends BareConnection {
  readonly #pending: PendingCommand[] = []

  /** Signs in. The socket is destroyed if that fails. */
  static async begin(
    socket: Socket,
    login: { username?: string; password: string } | undefined,
    signal: AbortSignal,
  ): Promise<RedisConnection> {
    const connection = new RedisConnection(socket)
    const end = () => connection.destroy(signal.reason as Error)
    signal.addEventListener('abort', end)
    try {
      signal.throwIfAborted()
      const words = login && [...(login.username ? [login.username] : []), login.password]
      const [reply] = await Promise.all(connection.run([words ? ['AUTH', ...words] : ['PING']]))
      if (reply instanceof RedisError) throw reply
      return connection
    } catch (error) {
      connection.destroy(error as Error)
      throw error
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  /** Sends the commands together; resolves to the reply to each, or its error, in order. */
  run(commands: readonly (readonly string[])[]): Promise<string | RedisError>[] {
    this.mustBeUsable()
    const replies = commands.map(() => {
      const { promise, resolve, reject } = Promise.withResolvers<string | RedisError>()
      this.#pending.push({ resolve, reject })
      return promise
    })
    this.writeTogether(() => {
      for (const command of commands) this.write(formatCommand(command))
    })
    return replies
  }

  protected override read(bytes: Buffer): number {
    const kind = String.fromCharCode(bytes[0] ?? 0)
    if (bytes.length === 0) return 0
    if (!'+-:$'.includes(kind)) throw describeOtherProtocol(bytes, 'Redis')
    const end = bytes.indexOf('\r\n')
    if (end === -1) {
      if (bytes.length > maxLineBytes) throw describeOtherProtocol(bytes, 'Redis')
      return 0
    }
    const line = bytes.toString('utf8', 1, end)
    if (kind !== '$') {
      this.#reply(kind === '-' ? new RedisError(line.replace(repeatedWords, '')) : line)
      return end + 2
    }
    const length = Number(line)
    if (!Number.isInteger(length) || length < 0 || length > maxLineBytes) {
      throw describeOtherProtocol(bytes, 'Redis')
    }
    const total = end + 2 + length + 2
    if (bytes.length < total) return 0
    this.#reply(bytes.toString('utf8', end + 2, end + 2 + length))
    return total
  }

  protected override fail(reason: Error): void {
    for (const { reject } of this.#pending.splice(0)) reject(reason)
  }

  #reply(reply: string | RedisError): void {
    const pending = this.#pending.shift()
    if (!pending) throw new Error('The server sent a reply that nobody asked for.')
    pending.resolve(reply)
  }
}

const formatCommand = (words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`
