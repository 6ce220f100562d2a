import {
  findInstallation,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import type { Db } from '@platform/kernel/db/database'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { Services } from '@platform/kernel/services'
import { noteResults } from '../echoes/note-writes.ts'
import type { WriteRow } from './store.ts'
import type { StoredWriteResult } from './tables.ts'

/** Returns the records that had a result when the write was taken. */
export const findNoted = ({ results }: Pick<WriteRow, 'results'>): Set<number> =>
  new Set(results.flatMap((result, index) => (result ? [index] : [])))

/**
 * Notes the records that have got a result, to recognize the changes that they cause; call it in the
 * transaction that stores the results.
 */
export async function noteWritten(
  services: Pick<Services, 'echoKey' | 'tenantLimits'>,
  tx: Db,
  {
    row,
    results,
    noted = findNoted(row),
    installation: known,
  }: {
    row: WriteRow
    results: readonly (StoredWriteResult | null)[]
    /** Records that have been noted before. */
    noted?: ReadonlySet<number> | undefined
    /** The installation of the write, if already loaded. */
    installation?: InstallationRow | undefined
  },
): Promise<void> {
  const written = row.records.flatMap((record, index) => {
    const result = results[index]
    return result && !noted.has(index) ? [{ index, record, result }] : []
  })
  const { operationId, installationId } = row
  const installation =
    known ?? (written.length > 0 ? await findInstallation(tx, installationId) : undefined)
  if (!installation) return
  const write = { ...row, acceptedAt: timeOfId(operationId) }
  await noteResults(services, tx, write, { installation, written })
}
