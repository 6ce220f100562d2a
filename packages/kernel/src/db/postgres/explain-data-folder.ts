import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Returns a sentence for a data folder that this process cannot use: who owns it, and what to do. */
export async function explainDataFolder(
  path: string,
  { cannotBe, code }: { cannotBe: 'read' | 'written'; code?: string | undefined },
): Promise<string> {
  const owner = await findOwner(path)
  const user = process.geteuid?.()
  const whose =
    owner === undefined || user === undefined || owner.uid === user
      ? ''
      : `: ${owner.path} belongs to user ${owner.uid}, and this process runs as user ${user}`
  return `PLATFORM_DATA: ${resolve(path)} cannot be ${cannotBe}${code ? ` (${code})` : ''}${whose}. Change the owner or the permissions of the data folder, or choose another with PLATFORM_DATA.`
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
