import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { NatsConnection, Server } from '@nats-io/transport-node'
import { checkFiles, explainConnectionError, noNodeAnswers } from './connection-errors.ts'
import type { LogUrl } from './log-url.ts'
import { MessageLogError } from './message-log.ts'

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
  const { addresses, options, credentialsFile } = url
  await checkFiles(setting, url)
  const { connect, credsAuthenticator } = await import('@nats-io/transport-node')
  const until = performance.now() + forMs
  /** Number of the last try of each node. */
  const tries = new Map<string, number>()
  let lastTry = 0
  const connection = await repeat()
  // The client forgets the nodes that refused its first connection, such as one that was starting.
  if (connection.getServers().length < options.servers.length) {
    connection.setServers(options.servers)
  }

  let isConnected = true
  let isClosed = false
  let lastReplyAt = performance.now()
  let lastMoveAt = -Infinity
  /** Ends the requests whose reply will not arrive, because their connection has ended. */
  const underWay = new Set<() => void>()
  /** Continues the requests that wait for a connection. */
  const waiting = new Set<() => void>()
  const callAll = (functions: Set<() => void>) => {
    const called = [...functions]
    functions.clear()
    for (const one of called) one()
  }
  const watched = watch()

  return {
    connection,
    async send(request, { forMs: limitMs, isFinal }) {
      const beganAt = performance.now()
      const deadline = beganAt + limitMs
      let cause: unknown
      while (!isClosed && performance.now() < deadline) {
        if (!isConnected) await untilConnected(deadline)
        if (isClosed || !isConnected) break
        const attemptAt = performance.now()
        const longestMs = attemptMs(attemptAt - beganAt)
        try {
          const timeout = Math.ceil(Math.min(longestMs, deadline - attemptAt))
          const reply = await whileConnected(request({ timeout }))
          lastReplyAt = performance.now()
          return reply
        } catch (error) {
          if (isFinal(error)) throw error
          cause = error
          moveIfSilent(beganAt)
          await pause(attemptAt + rejectedMs - performance.now(), deadline)
        }
      }
      if (cause instanceof MessageLogError && !isClosed) throw cause
      throw new MessageLogError(
        'unreachable',
        isClosed
          ? 'The message log is closed.'
          : `The message log at ${addresses} did not answer within ${limitMs / 1000} seconds. Most of its nodes must run and reach each other.`,
        { cause },
      )
    },
    async close() {
      isClosed = true
      callAll(underWay)
      callAll(waiting)
      await connection.close()
      await watched
    },
  }

  async function repeat(): Promise<NatsConnection> {
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
          reconnectToServer: leastRecent,
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

  /** Returns the node that was not tried for the longest time, also after the clock was set back. */
  function leastRecent(nodes: readonly Server[]): Server | null {
    const [node] = nodes.toSorted((a, b) => (tries.get(a.listen) ?? 0) - (tries.get(b.listen) ?? 0))
    if (!node) return null
    tries.set(node.listen, ++lastTry)
    return node
  }

  async function watch(): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        isConnected = false
        callAll(underWay)
      } else if (status.type === 'reconnect') {
        isConnected = true
        callAll(waiting)
      } else if (status.type === 'ping' && status.pendingPings > unansweredPings) {
        move()
      }
    }
  }

  function untilConnected(deadline: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()))
    waiting.add(resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(resolve)
    })
  }

  function whileConnected<T>(reply: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const end = () => reject(new Error('The connection to the node has ended.'))
    underWay.add(end)
    reply.then(resolve, reject)
    return promise.finally(() => underWay.delete(end))
  }

  /**
   * Moves to the next node after an attempt without any reply. A node that is cut off from the
   * others stays connected but cannot answer; replies to other requests show that this one is not.
   */
  function moveIfSilent(since: number): void {
    const now = performance.now()
    const silentSince = Math.max(since, lastReplyAt)
    if (!isConnected || now - Math.max(silentSince, lastMoveAt) < attemptMs(now - silentSince)) {
      return
    }
    lastMoveAt = now
    move()
  }

  /**
   * Leaves the node for the next one. Closes the socket as well: the client waits until all bytes
   * are written, which never happens if the node stands still and does not read.
   */
  function move(): void {
    const { protocol } = connection as unknown as ClientInternals
    const socket = protocol?.transport?.socket
    void connection.reconnect()
    socket?.destroy()
  }
}

/** Not part of the types of the client. */
interface ClientInternals {
  protocol?: { transport?: { socket?: Socket } }
}

const pause = (ms: number, deadline: number) =>
  new Promise((resolve) =>
    setTimeout(resolve, Math.max(0, Math.min(ms, deadline - performance.now()))),
  )
