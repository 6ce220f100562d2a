import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  BackupError,
  type BackupManifest,
  type Frame,
  dumpDatabase,
  writeArchive,
} from '@platform/kernel/db/backup'
import { leaveAsIs, openForCommand } from './open-database.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { showProgress } from '../show-progress.ts'

export interface Backup {
  file: string
  /** Point in time of the snapshot. */
  time: string
  bytes: number
  tables: number
  rows: number
  /** Keys that decrypt its secrets. */
  masterKeys: string[]
}

/**
 * `platform backup`: writes a snapshot of the whole database to a file while servers keep running.
 * The master key is neither needed nor included.
 */
export async function backupServer(
  { file }: { file: string },
  settings: Settings = readSettings(process.env),
): Promise<Backup> {
  const path = resolve(file)
  if (existsSync(path)) {
    throw new BackupError(`${path} already exists: choose another name.`)
  }
  const data = resolve(settings.PLATFORM_DATA)
  if (settings.DATABASE_URL === undefined && !existsSync(join(data, 'postgres'))) {
    throw new BackupError(`There is no database in ${data}: set PLATFORM_DATA or DATABASE_URL.`)
  }
  const { database, close } = await openForCommand(settings, leaveAsIs)
  const interrupt = new AbortController()
  const abort = () => interrupt.abort()
  process.on('SIGINT', abort)
  try {
    const counts = { rows: 0 }
    let manifest: BackupManifest | undefined
    await database.asOwner(async (owner) => {
      const onTable = showProgress(process.stderr, 'tables')
      const countFrames = async function* (frames: AsyncIterable<Frame>) {
        for await (const frame of frames) {
          if (frame.type === 'M') manifest = frame.manifest
          if (frame.type === 'E') counts.rows += frame.rows
          yield frame
        }
      }
      await writeArchive(path, countFrames(dumpDatabase(owner, { onTable })), {
        signal: interrupt.signal,
      }).catch((error: NodeJS.ErrnoException) => {
        throw explainFileError(error, path)
      })
    })
    const { time, tables, masterKeys } = manifest!
    return { file: path, time, bytes: (await stat(path)).size, tables, ...counts, masterKeys }
  } finally {
    process.off('SIGINT', abort)
    await close()
  }
}

function explainFileError(error: NodeJS.ErrnoException, path: string): Error {
  if (error.name === 'AbortError') {
    return new BackupError('Stopped before the backup was complete; no file was written.')
  }
  if (error.syscall === undefined) return error
  return new BackupError(`${path} cannot be written (${error.code}); no file was created.`)
}
