import type pg from 'pg'
import { repeatUntil } from '../values/sleep.ts'
import { closeClient } from './client.ts'
import type { Database } from './database.ts'

/** A connection that listens on a channel and is reopened when it breaks. */
export interface Listening {
  isOpen(): boolean
  /** Resolves once the connection is open, or an attempt to open it has failed. */
  attempted(): Promise<void>
  stop(): Promise<void>
}

export interface Listener {
  heard(payload: string): void
  /** The connection has been opened or reopened; earlier notifications may have been missed. */
  opened?(): void
  /** The connection broke; notifications are missed until it is reopened. */
  lost?(): void
  failed?(error: unknown): void
}

/** Delay before a broken connection is reopened. */
const reopenAfterMs = 500

export function startListening(
  database: Pick<Database, 'dedicated'>,
  channel: string,
  { heard, opened, lost, failed }: Listener,
): Listening {
  const stopping = new AbortController()
  let isOpen = false
  let attempt = Promise.withResolvers<void>()

  const listenUntilLost = async () => {
    let client: pg.Client | undefined
    try {
      client = await database.dedicated()
      const ended = waitForEnd(client, stopping.signal)
      client.on('notification', ({ payload = '' }) => heard(payload))
      await client.query(`listen ${channel}`)
      isOpen = true
      opened?.()
      attempt.resolve()
      await ended
    } catch (error) {
      if (!stopping.signal.aborted) failed?.(error)
    }
    attempt.resolve()
    attempt = Promise.withResolvers()
    if (isOpen) {
      isOpen = false
      lost?.()
    }
    await closeClient(client)
  }

  const working = repeatUntil(stopping.signal, async () => {
    await listenUntilLost()
    return reopenAfterMs
  })
  const ended = working.ended.then(() => attempt.resolve())

  return {
    isOpen: () => isOpen,
    async attempted() {
      if (isOpen) return
      working.wake()
      await attempt.promise
    },
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

const waitForEnd = (client: pg.Client, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    client.on('end', resolve).on('error', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })
