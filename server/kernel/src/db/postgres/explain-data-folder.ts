import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { EmbeddedPostgresError } from './postmaster.ts'

/** Returns a sentence for a data folder that this process cannot use: who owns it, and what to do. */
export async function explainDataFolder(
  path: string,
  { cannotBe, code }: { cannotBe: 'read' | 'written'; code?: string | undefined },
): Promise<string> {
  if (code !== undefined && isFull(code)) return describeFullDisk(path, code)
  const owner = await findOwner(path)
  const user = process.geteuid?.()
  const whose =
    owner === undefined || user === undefined || owner.uid === user
      ? ''
      : `: ${owner.path} belongs to user ${owner.uid}, and this process runs as user ${user}`
  return `PLATFORM_DATA: ${resolve(path)} cannot be ${cannotBe}${code ? ` (${code})` : ''}${whose}. Change the owner or the permissions of the data folder, or choose another with PLATFORM_DATA.`
}

/** Codes of a full disk: of the system, and `disk_full` of PostgreSQL. */
const isFull = (code: string) => ['ENOSPC', 'EDQUOT', '53100'].includes(code)

const describeFullDisk = (path: string, code: string) =>
  `PLATFORM_DATA: the disk of ${resolve(path)} is full (${code}). Free space, or choose another folder with PLATFORM_DATA.`

/** Returns an error that names the folder if the disk is full, and others as they are. */
export function explainFullDisk(path: string, error: unknown): unknown {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && isFull(code)
    ? new EmbeddedPostgresError(describeFullDisk(path, code), { cause: error })
    : error
}

/** Returns the owner of the path, or of the nearest folder above that exists and can be looked at. */
async function findOwner(path: string): Promise<{ path: string; uid: number } | undefined> {
  const absolute = resolve(path)
  // Missing, or below a folder that must not be entered.
  const found = await stat(absolute).catch(() => undefined)
  if (found) return { path: absolute, uid: found.uid }
  const above = dirname(absolute)
  return above === absolute ? undefined : findOwner(above)
}
