import type { ReceiveToken } from '@platform/contract/receive-token'
import type { Client } from '../client.ts'

const path = '/v1/projects/{projectIdOrName}/destinations/{destination}/consumers/{consumer}'

const leaseSeconds = 60
/** Leases are extended while their messages are handled. */
const extendEveryMs = 20_000
/** Seconds that the platform waits for the next message. */
const waitSeconds = 30
const maxDelaySeconds = 60

interface Leased {
  cursor: string
  leaseId: string
  attempt: number
  message: unknown
  eventId: string
  createTime: string
}

export interface LeasedReceiver {
  /**
   * Leases messages and begins to handle them, as soon as fewer than the maximum are being handled. Returns their
   * number.
   */
  next(): Promise<number>
  /** Waits for the messages that are being handled. */
  end(): Promise<void>
}

/** Handles several messages at a time; several processes share those of one consumer. */
export function openLeases(
  client: Client,
  { project, destination }: ReceiveToken,
  {
    consumer,
    concurrency,
    signal,
    isWaiting,
    handle,
    onError,
  }: {
    consumer: string
    concurrency: number
    signal: AbortSignal | undefined
    isWaiting: boolean
    handle: (leased: Leased) => Promise<void> | void
    onError: (error: unknown, retryInMs: number) => void
  },
): LeasedReceiver {
  const params = { projectIdOrName: project, destination, consumer }
  const running = new Map<Leased, Promise<void>>()

  const settle = (body: {
    done?: Leased[]
    released?: (Leased & { delaySeconds: number })[]
    extended?: Leased[]
  }) => {
    const toLease = ({ cursor, leaseId }: Leased) => ({ cursor, leaseId })
    return client.post(`${path}:settle`, {
      params,
      body: {
        done: (body.done ?? []).map(toLease),
        released: (body.released ?? []).map(({ delaySeconds, ...one }) => ({
          ...toLease(one),
          delaySeconds,
        })),
        extended: (body.extended ?? []).map((one) => ({ ...toLease(one), leaseSeconds })),
      },
    })
  }

  const handleOne = async (leased: Leased) => {
    try {
      await handle(leased)
    } catch (error) {
      const delaySeconds = Math.min(2 ** (leased.attempt - 1), maxDelaySeconds)
      onError(error, delaySeconds * 1000)
      await settle({ released: [{ ...leased, delaySeconds }] })
      return
    }
    await settle({ done: [leased] })
  }

  const begin = (leased: Leased) => {
    const extending = setInterval(() => {
      // If it fails, the lease may end, and the message is handled again.
      settle({ extended: [leased] }).catch(() => undefined)
    }, extendEveryMs)
    const ended = handleOne(leased)
      // The lease ends by itself, and the message is handled again.
      .catch((error: unknown) => onError(error, leaseSeconds * 1000))
      .finally(() => {
        clearInterval(extending)
        running.delete(leased)
      })
    running.set(leased, ended)
  }

  return {
    async next() {
      if (running.size >= concurrency) await Promise.race(running.values())
      const { messages } = await client.post(`${path}:lease`, {
        params,
        body: {
          limit: Math.min(concurrency - running.size, 100),
          leaseSeconds,
          wait: isWaiting ? waitSeconds : 0,
        },
        ...(signal && { signal }),
      })
      for (const leased of messages) begin(leased)
      return messages.length
    },
    async end() {
      await Promise.all(running.values())
    },
  }
}
