import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { FairSlots } from '@platform/kernel/admission'
import { openDatabase } from '@platform/kernel/db/database'
import { SharedRuns } from '@platform/kernel/values'
import { expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import type { CrashEmitterOptions } from '../../../../sending/src/engine/testing/crash-emitter.ts'
import { givenMortalPostgres, givenSetUp } from '../../../../sending/src/engine/testing.ts'
import { givenPull } from '../testing.ts'
import { createBodiesInDatabase } from '../message-log/bodies.ts'
import { commitPullConsumer, createPullConsumer } from './pull-consumers.ts'
import { pullMessages } from './pull-messages.ts'

const kills = Number(process.env['CRASH_KILLS'] ?? 2)
const postgresKills = Number(process.env['CRASH_POSTGRES_KILLS'] ?? 1)
const messages = Number(process.env['CRASH_MESSAGES'] ?? 100)
const consumers = ['first', 'second', 'third', 'fourth']

it(
  `loses no message and keeps the order for ${consumers.length} consumers through kills`,
  { timeout: 600_000 + (kills + postgresKills) * (15_000 + messages * 10) },
  async () => {
    const postgres = await givenMortalPostgres()
    const masterKey = randomBytes(32).toString('base64')
    const { connectionString } = postgres
    const setUp = await givenSetUp(
      connectionString,
      masterKey,
      async (notifications, projectId) => {
        const { id } = await givenPull(notifications, projectId)
        const db = notifications.database.tenant(projectId)
        for (const name of consumers) {
          const consumer = { destination: id, projectId, name, from: 'first' }
          await createPullConsumer(notifications, db, consumer)
        }
        return id
      },
    )
    const accepted = new Set<string>()
    const start = async (mode: CrashEmitterOptions['mode']) => {
      const options: CrashEmitterOptions = { connectionString, masterKey, ...setUp, mode }
      const child = fork(
        new URL('../../../../sending/src/engine/testing/crash-emitter.ts', import.meta.url),
        [JSON.stringify(options)],
        { execPath: process.execPath, execArgv: [] },
      )
      child.on('message', ({ accepted: ids = [] }: { accepted?: string[] }) => {
        for (const id of ids) accepted.add(id)
      })
      await once(child, 'message')
      return child
    }
    const emitSome = async () => {
      const before = accepted.size
      await vi.waitFor(() => expect(accepted.size).toBeGreaterThan(before + messages), patiently)
    }
    const kill = async (child: ChildProcess) => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    const stopping = new AbortController()
    const readers = consumers.map((name) =>
      startReader(connectionString, { ...setUp, name, signal: stopping.signal }),
    )

    for (let count = 0; count < kills; count++) {
      const child = await start('loud')
      await emitSome()
      await sleep(Math.random() * 600)
      await kill(child)
    }
    for (let count = 0; count < postgresKills; count++) {
      const child = await start('loud')
      await emitSome()
      await postgres.killAndRestart()
      await emitSome()
      await kill(child)
    }
    const last = await start('quiet')
    for (const { seen } of readers) {
      await vi.waitFor(() => {
        const read = new Set(seen.values())
        expect([...accepted].filter((id) => !read.has(id))).toEqual([])
      }, patiently)
    }
    await kill(last)
    stopping.abort()
    await Promise.all(readers.map(({ ended }) => ended))

    const common = Math.min(...readers.map(({ seen }) => seen.size))
    for (const { seen } of readers) {
      for (let position = 1; position <= common; position++)
        expect([position, seen.get(position)]).toEqual([position, readers[0]?.seen.get(position)])
    }
    const repeated = common - new Set(readers[0]?.seen.values()).size
    console.log(`${accepted.size} accepted, ${common} read, ${repeated} stored twice after a kill`)
    for (const { passedOver, crashes } of readers) {
      expect(passedOver()).toEqual([])
      expect(crashes()).toBeGreaterThan(0)
    }
  },
)

/**
 * Reads as processes do that end at any time, with and without having committed. Collects the event at each
 * position, and positions that were followed by an earlier one without a crash in between.
 */
function startReader(
  connectionString: string,
  {
    projectId,
    destination,
    name,
    signal,
  }: Pick<CrashEmitterOptions, 'projectId' | 'destination'> & { name: string; signal: AbortSignal },
) {
  const seen = new Map<number, string>()
  const passedOver: string[] = []
  let crashes = 0

  /** Reads until it crashes or PostgreSQL is away. */
  const live = async () => {
    const database = await openDatabase(connectionString, { maxConnections: 2 })
    const db = database.tenant(projectId)
    const services = {
      bodies: createBodiesInDatabase(database),
      announcements: {
        announce() {},
        listen: () => () => {},
        stop() {},
        isStopped: () => false,
      },
      looks: new SharedRuns(),
      waiting: new FairSlots({ slots: 1 }),
    }
    let after: string | undefined
    try {
      while (!signal.aborted) {
        const part = await pullMessages(services, db, {
          destination,
          consumer: name,
          after,
          limit: 1 + Math.floor(Math.random() * 40),
          wait: 0,
          tenant: { org: 'org', project: projectId },
          signal,
          access: { check: async () => {} },
          reserve: async () => {},
        })
        let position = Number(after ?? 0)
        for (const { cursor, eventId } of part.messages) {
          const known = seen.get(Number(cursor))
          if (Number(cursor) <= position || (known !== undefined && known !== eventId))
            passedOver.push(`${cursor} after ${position}`)
          position = Number(cursor)
          seen.set(position, eventId)
        }
        after = part.cursor
        if (part.messages.length === 0) await sleep(20)
        if (Math.random() < 0.1) return
        if (Math.random() < 0.5)
          await commitPullConsumer(db, { destination, consumer: name, cursor: after })
      }
    } finally {
      await database.close()
    }
  }

  const run = async () => {
    while (!signal.aborted) {
      await live().catch(() => sleep(50))
      crashes++
    }
  }
  return { seen, passedOver: () => passedOver, crashes: () => crashes, ended: run() }
}
