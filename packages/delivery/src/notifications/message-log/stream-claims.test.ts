import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '@platform/kernel/db/database'
import { startEmbeddedPostgres } from '@platform/kernel/db/embedded-postgres'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { getFirst } from '@platform/kernel/values/must'
import { findNatsServer, startNatsCluster } from '@platform/testing/nats-cluster'
import { copyPreparedData } from '@platform/testing/prepared-data'
import { openJetStreamLog } from './jetstream-log.ts'
import { beginToUse, insertEntries } from './log-store.ts'
import { createLogUpkeep } from './log-upkeep.ts'
import { logOptions } from './testing.ts'

const program = await findNatsServer()
const silent = pino({ level: 'silent' })

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
  return { log, stream: `${options.name}-0` }
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
    const folders = [await givenFolder(), await givenFolder()] as const
    await copyPreparedData(folders[0])
    const before = await open(folders[0])
    await beginToUse(before.database.everything, [stream])
    const parts = { log, retentionDays: 30, logger: silent }
    await createLogUpkeep({ ...parts, database: before.database }).sweep()
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
    let nowMs = 0
    const upkeepOf = ({ database }: typeof original) =>
      createLogUpkeep({ ...parts, database, now: () => nowMs })
    const [ofOriginal, ofCopy] = [upkeepOf(original), upkeepOf(copy)]
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
})
