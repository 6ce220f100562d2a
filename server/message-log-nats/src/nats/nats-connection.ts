import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { NatsConnection, Server } from '@nats-io/transport-node'
import { checkFiles, explainConnectionError, noNodeAnswers } from './connection-errors.ts'
import type { LogUrl } from './log-url.ts'
import { MessageLogError } from '@platform/delivery/notifications/message-log/message-log'

/**
 * How long one request waits for its reply before it is sent again: briefly at first, because the
 * leader that got it may be gone, then longer, because the nodes may be slow.
 */
const attemptMs = (elapsedMs: number) => (elapsedMs < 10_000 ? 1_000 : 5_000)
/** How long after an attempt a rejected request is sent again. */
const rejectedMs = 500
/** How long a node may take to accept a connection. */
const dialMs = 2_000
/** Pings, one per second, that a node may leave unanswered. */
const unansweredPings = 2

/** A connection to one of the nodes. Requests are repeated at other nodes if one is silent. */
export interface ReliableConnection {
  connection: NatsConnection
  /**
   * Sends a request until it gets a reply or the time is over. The request may be carried out
   * several times. Errors that `isFinal` are thrown at once.
   */
  send<T>(
    request: (options: { timeout: number }) => Promise<T>,
    options: { forMs: number; isFinal(error: unknown): boolean },
  ): Promise<T>
  close(): Promise<void>
}

/** Connects to one of the nodes and remains connected to any of them until it is closed. */
export async function connectToNats(
  setting: string,
  url: LogUrl,
  { forMs }: { forMs: number },
): Promise<ReliableConnection> {
  await checkFiles(setting, url)
  const connection = await connectRepeatedly(setting, url, performance.now() + forMs)
  const { servers } = url.options
  // The client forgets the nodes that refused its first connection, such as one that was starting.
  if (connection.getServers().length < servers.length) connection.setServers(servers)
  return new WatchedConnection(connection, url.addresses)
}

async function connectRepeatedly(
  setting: string,
  url: LogUrl,
  until: number,
): Promise<NatsConnection> {
  const { addresses, options, credentialsFile } = url
  const { connect, credsAuthenticator } = await import('@nats-io/transport-node')
  const chooseNode = createNodeChoice()
  for (;;) {
    try {
      return await connect({
        ...options,
        ...(credentialsFile && {
          authenticator: credsAuthenticator(() => readFileSync(credentialsFile)),
        }),
        name: 'platform',
        timeout: dialMs,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 200,
        // The client itself tries the node of its first connection again before all others.
        reconnectToServer: chooseNode,
        // A node that is cut off would report that there are no others.
        ignoreClusterUpdates: true,
        // Credentials may be replaced at the nodes before they are replaced here.
        ignoreAuthErrorAbort: true,
        // A node that stands still does not close its connections: see `watch`.
        pingInterval: 1000,
        maxPingOut: Number.MAX_SAFE_INTEGER,
        noAsyncTraces: true,
      })
    } catch (error) {
      const refusal = explainConnectionError(error, { setting, addresses })
      if (refusal) throw refusal
      if (performance.now() >= until) throw noNodeAnswers(error, setting, url)
      await pause(200, until)
    }
  }
}

/** Chooses the node that was not tried for the longest time, also after the clock was set back. */
function createNodeChoice() {
  /** Number of the last try of each node. */
  const tries = new Map<string, number>()
  let lastTry = 0
  return (nodes: readonly Server[]): Server | null => {
    const [node] = nodes.toSorted((a, b) => (tries.get(a.listen) ?? 0) - (tries.get(b.listen) ?? 0))
    if (!node) return null
    tries.set(node.listen, ++lastTry)
    return node
  }
}

class WatchedConnection implements ReliableConnection {
  readonly connection: NatsConnection
  private readonly addresses: string
  private isConnected = true
  private isClosed = false
  private lastReplyAt = performance.now()
  private lastMoveAt = -Infinity
  /** Ends the requests whose reply will not arrive, because their connection has ended. */
  private readonly underWay = new Set<() => void>()
  /** Continues the requests that wait for a connection. */
  private readonly waiting = new Set<() => void>()
  private readonly watched: Promise<void>

  constructor(connection: NatsConnection, addresses: string) {
    this.connection = connection
    this.addresses = addresses
    this.watched = this.watch()
  }

  async send<T>(
    request: (options: { timeout: number }) => Promise<T>,
    { forMs, isFinal }: { forMs: number; isFinal(error: unknown): boolean },
  ): Promise<T> {
    const beganAt = performance.now()
    const deadline = beganAt + forMs
    let cause: unknown
    while (!this.isClosed && performance.now() < deadline) {
      if (!this.isConnected) await this.untilConnected(deadline)
      if (this.isClosed || !this.isConnected) break
      const attemptAt = performance.now()
      const maxMs = attemptMs(attemptAt - beganAt)
      try {
        const timeout = Math.ceil(Math.min(maxMs, deadline - attemptAt))
        const reply = await this.whileConnected(request({ timeout }))
        this.lastReplyAt = performance.now()
        return reply
      } catch (error) {
        if (isFinal(error)) throw error
        cause = error
        this.moveIfSilent(beganAt)
        await pause(attemptAt + rejectedMs - performance.now(), deadline)
      }
    }
    if (cause instanceof MessageLogError && !this.isClosed) throw cause
    throw new MessageLogError(
      'unreachable',
      this.isClosed
        ? 'The message log is closed.'
        : `The message log at ${this.addresses} did not answer within ${forMs / 1000} seconds. Most of its nodes must run and reach each other.`,
      { cause },
    )
  }

  async close(): Promise<void> {
    this.isClosed = true
    callAll(this.underWay)
    callAll(this.waiting)
    await this.connection.close()
    await this.watched
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.isConnected = false
        callAll(this.underWay)
      } else if (status.type === 'reconnect') {
        this.isConnected = true
        callAll(this.waiting)
      } else if (status.type === 'ping' && status.pendingPings > unansweredPings) {
        this.move()
      }
    }
  }

  private untilConnected(deadline: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()))
    this.waiting.add(resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      this.waiting.delete(resolve)
    })
  }

  private whileConnected<T>(reply: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const end = () => reject(new Error('The connection to the node has ended.'))
    this.underWay.add(end)
    reply.then(resolve, reject)
    return promise.finally(() => this.underWay.delete(end))
  }

  /**
   * Moves to the next node after an attempt without any reply. A node that is cut off from the
   * others stays connected but cannot answer; replies to other requests show that this one is not.
   */
  private moveIfSilent(since: number): void {
    const now = performance.now()
    const silentSince = Math.max(since, this.lastReplyAt)
    const quietMs = now - Math.max(silentSince, this.lastMoveAt)
    if (!this.isConnected || quietMs < attemptMs(now - silentSince)) return
    this.lastMoveAt = now
    this.move()
  }

  /**
   * Leaves the node for the next one. Closes the socket as well: the client waits until all bytes
   * are written, which never happens if the node stands still and does not read.
   */
  private move(): void {
    const { protocol } = this.connection as unknown as ClientInternals
    const socket = protocol?.transport?.socket
    void this.connection.reconnect()
    socket?.destroy()
  }
}

function callAll(functions: Set<() => void>): void {
  const called = [...functions]
  functions.clear()
  for (const one of called) one()
}

/** Not part of the types of the client. */
interface ClientInternals {
  protocol?: { transport?: { socket?: Socket } }
}

const pause = (ms: number, deadline: number) =>
  new Promise((resolve) =>
    setTimeout(resolve, Math.max(0, Math.min(ms, deadline - performance.now()))),
  )
