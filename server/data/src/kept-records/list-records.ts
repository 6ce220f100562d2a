import type {
  CurrentRecord,
  KeptRecords,
  KeptRecordsGap,
  PageParameters,
  ResultEntry,
} from '@platform/contract'
import type { Caller } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { nextPageToken, paginateAll } from '@platform/kernel/http/paginate'
import { describeObjects } from '@platform/manifest'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import type { InstallationRow } from '@platform/installations/installations/installations'
import {
  findContents,
  findInstalledObjectName,
} from '@platform/installations/integrations/revision-content'
import {
  listInstalledReadObjects,
  listKeptObjects,
} from '@platform/installations/integrations/read-object'
import * as store from './store.ts'

/** Most content of a page, unless a single record has more. */
const maxPageBytes = 5_000_000

/**
 * Returns a page of the current records of an object.
 * @throws Problem `object-not-installed`, `records-not-kept`, `support-access-off`
 */
export async function listRecords(
  services: Services,
  db: Db,
  {
    caller,
    installation,
    objectName: name,
    page,
    filter,
  }: {
    caller: Caller
    installation: InstallationRow
    objectName: string
    page: PageParameters
    filter: store.KeptFilter
  },
): Promise<KeptRecords> {
  const objectName = await findKeptObjectName(db, installation, name)
  if (caller.kind === 'builder' && !installation.supportAccess) {
    throw new Problem('support-access-off', {
      detail: `${installation.groupName} has not turned on support access for ${installation.integrationName}.`,
    })
  }
  const object = await store.findKeptObject(db, { installationId: installation.id, objectName })
  const { keptRecords: days } = services.retention
  const retention = Number.isFinite(days) ? { retentionDays: days } : {}
  const about = { groupRef: installation.groupRef, objectName, ...retention }
  if (!object) return { ...about, results: [], pagination: { done: true } }
  const results = await readPage(services, db, object, { page, filter })
  const token = nextPageToken(results)
  const incomplete = describeGap(object, { isBesideOlder: await store.hasOlderProcess(db) })
  const { createTime, completeTime } = object
  return {
    ...about,
    results,
    pagination: { done: token === undefined, ...(token !== undefined && { nextPageToken: token }) },
    keptSince: createTime.toISOString(),
    ...(completeTime && { completeSince: completeTime.toISOString() }),
    ...(incomplete && { incomplete }),
  }
}

/** Returns the provider's name of an object whose records are kept. */
async function findKeptObjectName(
  db: Db,
  installation: InstallationRow,
  name: string,
): Promise<string> {
  const objectName = await findInstalledObjectName(db, installation, name)
  const { latest, installed } = await findContents(db, installation)
  const objects = listInstalledReadObjects(installation.content, latest)
  if (!Object.hasOwn(objects, objectName)) {
    const names = Object.keys(objects)
    throw new Problem('object-not-installed', {
      detail: `The installation of ${installation.groupRef} does not read ${name}. ${describeObjects('reads', names, latest, installed)}`,
      remedy: `Use one of its objects, or add ${name} to the installation's configuration.`,
    })
  }
  const kept = listKeptObjects(installation.content, latest, installed)
  if (kept.includes(objectName)) return objectName
  throw new Problem('records-not-kept', {
    detail: `The manifest of ${installation.integrationName} does not set keepRecords for ${name}.`,
  })
}

async function readPage(
  { secrets }: Services,
  db: Db,
  { key, projectId }: store.KeptObjectRow,
  { page, filter }: { page: PageParameters; filter: store.KeptFilter },
): Promise<CurrentRecord[]> {
  await secrets.ready(projectId)
  return inTransaction(db, async (tx) => {
    await store.followIndex(tx)
    const list = store.selectKeptRecords(tx, key, filter)
    // Sizes first, so that large records do not fill the memory.
    const sizes = await paginateAll(
      list.clearSelect().select(['size']),
      page,
      (rows) => rows,
      store.keptOrder,
    )
    const pageSize = Math.max(1, countFitting(sizes.map(({ size }) => size)))
    return paginateAll(list, { ...page, pageSize }, (rows) => openRecords(rows), store.keptOrder)
  })

  function openRecords(rows: readonly store.KeptRecordRow[]): Promise<CurrentRecord[]> {
    return Promise.all(
      rows.map(async (row): Promise<CurrentRecord> => {
        const { recordId, updateTime, versionTime, isDeleted, size, body } = row
        const record = body && (JSON.parse(await secrets.open(projectId, body)) as ResultEntry)
        return {
          id: recordId,
          updateTime: updateTime.toISOString(),
          ...(versionTime && { versionTime: versionTime.toISOString() }),
          ...(isDeleted && { deleted: true }),
          bytes: size,
          ...(record && { record }),
        }
      }),
    )
  }
}

function countFitting(sizes: readonly number[]): number {
  let bytes = 0
  const over = sizes.findIndex((size) => (bytes += Math.min(size, 1_000_000)) > maxPageBytes)
  return over === -1 ? sizes.length : over
}

/** Returns why a list lacks deliveries; undefined if it does not. */
export function describeGap(
  { gapReason, gapSince, leftOut, createTime }: store.KeptObjectRow,
  { isBesideOlder }: { isBesideOlder: boolean },
): KeptRecordsGap | undefined {
  if (!isBesideOlder && !gapReason) return undefined
  return {
    reason: gapReason ?? 'olderVersion',
    since: (gapSince ?? createTime).toISOString(),
    leftOut,
  }
}
