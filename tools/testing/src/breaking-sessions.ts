import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { getPort } from '@platform/kernel/values'
import { message, split } from './postgres-messages.ts'

/** How a session ends: with an error of PostgreSQL, or by closing the connection, gracefully or not. */
export type Break = 'FATAL' | 'FIN' | 'RST'

/** Type of the messages that report the fourteen settings of a session, one after the other. */
const parameterStatus = 'S'.charCodeAt(0)

/**
 * A TCP proxy in front of PostgreSQL whose next session breaks after a number of server messages,
 * within the packet of the last one. Of the settings that a session reports, only the first counts.
 */
export async function givenBreakingSessions(connectionString: string) {
  const { host, port, database, user, password } = new pg.Client({ connectionString })
  const open = new Set<Socket>()
  let isAway = false
  let refused = 0
  let next: { after: number; how: Break; broke(): void } | undefined
  let sent = 0
  let killing: { at: number | string; isDelivered: boolean; killed(): void } | undefined
  let silencing: { text: string; silenced(): void } | undefined

  const proxy = createServer((near) => {
    if (isAway) {
      refused++
      near.on('error', () => {})
      return void near.resetAndDestroy()
    }
    const own = next
    next = undefined
    const far = connect(join(host, `.s.PGSQL.${port}`))
    for (const end of [near, far]) {
      open.add(end)
      end.on('error', () => {}).on('close', () => (near.destroy(), far.destroy(), open.delete(end)))
    }
    near.on('data', (bytes: Buffer) => {
      sent++
      const { at = Infinity } = killing ?? {}
      if (killing && (typeof at === 'string' ? bytes.includes(at) : sent >= at)) {
        const { isDelivered, killed } = killing
        killing = undefined
        isAway = true
        // PostgreSQL carries out what it has received, although nobody waits for the reply.
        if (isDelivered) far.end(bytes)
        open.delete(isDelivered ? far : near)
        near.removeAllListeners('close')
        endAll()
        near.destroy()
        killed()
      } else if (silencing && bytes.includes(silencing.text)) {
        silencing.silenced()
        silencing = undefined
        near.removeAllListeners('data').resume()
      } else far.write(bytes)
    })
    if (!own) return void far.pipe(near)

    let incomplete = Buffer.alloc(0)
    let heard = 0
    let last: number | undefined
    far.on('data', (bytes: Buffer) => {
      const { messages, rest } = split(Buffer.concat([incomplete, bytes]))
      incomplete = rest
      const passed: Buffer[] = []
      for (const one of messages) {
        if (heard === own.after) break
        passed.push(one)
        if (!(one[0] === parameterStatus && last === parameterStatus)) heard++
        last = one[0]
      }
      if (heard < own.after) return void near.write(Buffer.concat(passed))
      own.broke()
      far.removeAllListeners('data')
      if (own.how === 'FIN') near.end(Buffer.concat(passed))
      if (own.how === 'FATAL') near.end(Buffer.concat([...passed, terminated]))
      if (own.how === 'RST') near.write(Buffer.concat(passed), () => near.resetAndDestroy())
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const endAll = () => {
    for (const end of open) end.destroy()
  }
  onTestFinished(() => {
    proxy.close()
    endAll()
  })
  return {
    connectionString: `postgresql://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${getPort(proxy)}/${database}`,
    endAll,
    /** How many packets were sent to PostgreSQL. */
    sent: () => sent,
    /**
     * Ends all sessions and refuses new ones at a packet to PostgreSQL, counted from now on or with this text,
     * as the end of the client's process does; resolves then. `isDelivered`: whether PostgreSQL still
     * receives it.
     */
    killAt: (packet: number | string, isDelivered: boolean) =>
      new Promise<void>((killed) => {
        const at = typeof packet === 'string' ? packet : sent + packet
        killing = { at, isDelivered, killed }
      }),
    /** Ends all sessions and refuses new ones until it comes back. */
    goAway() {
      isAway = true
      endAll()
    },
    comeBack: () => void (isAway = false),
    /** How many sessions were refused. */
    refused: () => refused,
    /** Drops the next packet that contains the text, and all later ones of its session; resolves then. */
    silenceAt: (text: string) => new Promise<void>((silenced) => (silencing = { text, silenced })),
    /** Breaks the next session; returns a function that reports whether it happened. */
    breakNext(after: number, how: Break): () => boolean {
      let hasBroken = false
      next = { after, how, broke: () => (hasBroken = true) }
      return () => hasBroken
    },
  }
}

const terminated = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
)
