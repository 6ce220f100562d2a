import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '@platform/kernel/db/database'
import { startEmbeddedPostgres } from '@platform/kernel/db/postgres'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { getFirst } from '@platform/kernel/values'
import { findNatsServer, startNatsCluster } from '@platform/testing/nats-cluster'
import { copyPreparedData } from '@platform/testing/prepared-data'
import { openJetStreamLog } from '@platform/message-log-nats/jetstream-log'
import { beginToUse, findForeignStreams, insertEntries } from './log-store.ts'
import { createLogUpkeep } from './log-upkeep.ts'
import { createLoggedBodies } from './logged-bodies.ts'
import type { MessageLog } from './message-log.ts'
import { createStreamClaims } from './stream-claims.ts'
import { logOptions } from './testing.ts'

const program = await findNatsServer()
const silent = pino({ level: 'silent' })

/** Nodes of a busy machine elect a leader again, and nobody answers meanwhile; jobs are then repeated. */
const whenThereIsALeader = <T>(work: () => Promise<T>): Promise<T> =>
  vi.waitFor(work, { timeout: 100_000, interval: 200 })

async function givenFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'claims-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function givenLog(natsServer: string) {
  const cluster = await startNatsCluster({ program: natsServer, folder: await givenFolder() })
  onTestFinished(() => cluster.close())
  const options = logOptions(cluster)
  const log = await openJetStreamLog(options)
  onTestFinished(() => log.close())
  /** Purges subjects of streams as the commands of a message say. */
  const purgeAsDescribed = async (message: string) => {
    const commands = [...message.matchAll(/nats stream purge (\S+) --subject=(\S+) --force/g)]
    const connection = await connect({ servers: cluster.servers, user: 'app', pass: 'app:pass' })
    const manager = await jetstreamManager(connection)
    for (const [, stream = '', filter = ''] of commands) {
      await manager.streams.purge(stream, { filter })
    }
    await connection.close()
    return commands.length
  }
  return { log, stream: `${options.name}-0`, purgeAsDescribed }
}

/** Returns a database with claimed streams and a physical copy of it, both of which run. */
async function givenCopy(log: MessageLog, stream: string) {
  const folders = [await givenFolder(), await givenFolder()] as const
  await copyPreparedData(folders[0])
  const before = await open(folders[0])
  await beginToUse(before.database.everything, [stream])
  await createLogUpkeep({
    ...{ log, retentionDays: 30, logger: silent },
    database: before.database,
  }).sweep()
  await before.stop()
  for (const name of ['postgres', 'postgres.password']) {
    await cp(join(folders[0], name), join(folders[1], name), {
      recursive: true,
      preserveTimestamps: true,
    })
  }
  const original = await open(folders[0])
  onTestFinished(() => original.stop())
  const copy = await open(folders[1])
  onTestFinished(() => copy.stop())
  return { original, copy }
}

async function open(folder: string) {
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const database = await openDatabase(postgres.connectionString, { maxConnections: 4 })
  const stop = async () => {
    await database.close()
    await postgres.stop()
  }
  return { database, stop }
}

describe.skipIf(program instanceof Error)('a physical copy of a database', () => {
  it('deletes nothing from the streams that the original uses', async () => {
    const { log, stream } = await givenLog(String(program))
    const { original, copy } = await givenCopy(log, stream)
    let nowMs = 0
    const createUpkeep = ({ database }: typeof original) =>
      createLogUpkeep({
        ...{ log, retentionDays: 30, logger: silent, database },
        now: () => nowMs,
      })
    const [ofOriginal, ofCopy] = [createUpkeep(original), createUpkeep(copy)]
    const projectId = newId('proj')
    const messages = [{ id: newId('evt'), body: '{}' }]
    const { place } = getFirst(await log.append({ projectId, id: 'page', messages }))
    await inTransaction(original.database.tenant(projectId), (tx) =>
      insertEntries(tx, projectId, {
        places: [place],
        groupRef: undefined,
        consumerRef: undefined,
      }),
    )
    const everything = { olderThanMs: -60_000 }

    await ofOriginal.sweep(everything)
    await ofCopy.sweep(everything)
    nowMs += 200_000
    // The original has waited long enough after its restart, and so has the copy.
    await ofOriginal.sweep(everything)

    await expect(ofCopy.sweep(everything)).rejects.toThrow(
      `The stream ${stream} of the message log belongs to a copy of this database`,
    )
    expect(await log.read(projectId, place)).toEqual(messages)
    expect(await log.usage()).toMatchObject({ entries: 1 })
    await ofOriginal.sweep(everything)
  })

  it('appends nothing to the streams that the original uses, until it may take them over', async () => {
    const { log, stream, purgeAsDescribed } = await givenLog(String(program))
    const { original, copy } = await givenCopy(log, stream)
    let nowMs = 0
    const createProcess = ({ database }: typeof original) => {
      const claims = createStreamClaims(database.everything, log, { now: () => nowMs })
      const parts = { use: 'on', streams: [stream], logger: silent, claims } as const
      return {
        claims,
        bodies: createLoggedBodies(database, log, { ...parts, now: () => nowMs }),
        upkeep: createLogUpkeep({ log, retentionDays: 30, logger: silent, database, claims }),
      }
    }
    const ofOriginal = createProcess(original)
    const ofCopy = createProcess(copy)
    const storeIn = async ({ bodies }: typeof ofCopy) => {
      nowMs += 10_000
      const messages = [{ id: newId('evt'), body: '{}' }]
      const places = await bodies.store({ projectId: newId('proj'), id: newId('op'), messages })
      return places ? 'log' : 'database'
    }

    // Both have just started, so nobody knows whose streams these are.
    const undecided = [await storeIn(ofOriginal), await storeIn(ofCopy)]
    nowMs += 200_000
    const decided = [await storeIn(ofOriginal), await storeIn(ofCopy)]
    const another = createProcess(copy)
    const later = [await storeIn(ofOriginal), await storeIn(another), await storeIn(another)]
    const entries = (await log.usage()).entries
    const [seenInOriginal, seenInCopy] = [
      await findForeignStreams(original.database.everything),
      await findForeignStreams(copy.database.everything),
    ]
    const message = await ofCopy.upkeep.sweep().then(
      () => '',
      (error: Error) => error.message,
    )
    // The original has ended, and its operator follows what the log says.
    const purged = await purgeAsDescribed(message)
    await ofCopy.upkeep.sweep()
    const takenOver = [await storeIn(another), await storeIn(ofCopy)]
    await expect(ofOriginal.upkeep.sweep()).rejects.toThrow('belongs to a copy of this database')
    const afterwards = await storeIn(ofOriginal)

    expect(undecided).toEqual(['database', 'database'])
    expect(decided).toEqual(['log', 'database'])
    expect(later).toEqual(['log', 'database', 'database'])
    expect(entries).toBe(2)
    expect([seenInOriginal, seenInCopy]).toEqual([[], [stream]])
    expect(purged).toBe(1)
    expect(takenOver).toEqual(['log', 'log'])
    expect(await findForeignStreams(copy.database.everything)).toEqual([])
    expect(afterwards).toBe('database')
    expect((await log.usage()).entries).toBe(4)
  })

  it('moves its messages to PostgreSQL without deleting those of the original', async () => {
    const { log, stream } = await givenLog(String(program))
    const { original, copy } = await givenCopy(log, stream)
    let nowMs = 0
    const createUpkeep = ({ database }: typeof original) =>
      createLogUpkeep({
        ...{ log, retentionDays: 30, logger: silent, database },
        now: () => nowMs,
      })
    const [ofOriginal, ofCopy] = [createUpkeep(original), createUpkeep(copy)]
    const projectId = newId('proj')
    const messages = [{ id: newId('evt'), body: '{}' }]
    const { place } = getFirst(await log.append({ projectId, id: 'page', messages }))
    const refs = { places: [place], groupRef: undefined, consumerRef: undefined }
    for (const { database } of [original, copy]) {
      await inTransaction(database.tenant(projectId), (tx) => insertEntries(tx, projectId, refs))
    }
    await whenThereIsALeader(() => ofOriginal.sweep())
    await whenThereIsALeader(() => ofCopy.sweep())
    nowMs += 200_000
    await whenThereIsALeader(() => ofOriginal.sweep())
    await whenThereIsALeader(() => expect(ofCopy.sweep()).rejects.toThrow('belongs to a copy'))

    const isDrained = await whenThereIsALeader(() => ofCopy.drain())

    expect(isDrained).toBe(true)
    expect(await copy.database.everything.selectFrom('logEntries').selectAll().execute()).toEqual(
      [],
    )
    expect(await whenThereIsALeader(() => log.read(projectId, place))).toEqual(messages)
  })
})
