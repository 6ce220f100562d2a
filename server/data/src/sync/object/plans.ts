import type { ConfigContent, ManifestIntegration, ReadConfigObject } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { InstallationRow } from '@platform/installations/installations/installations'
import {
  findReadObject,
  listInstalledReadObjects,
  planRead,
  type ReadPlan,
} from '@platform/installations/integrations/read-object'
import { findContents } from '@platform/installations/integrations/revision-content'
import { describeObjects } from '@platform/manifest'
import { Problem } from '@platform/kernel/problems/problem'
import { getOwn } from '@platform/kernel/values'

/**
 * Returns how each active object of an installation is read. Objects removed from the integration
 * are still read as installed.
 */
export async function listReadPlans(db: Db, installation: InstallationRow): Promise<ReadPlan[]> {
  const { latest, installed } = await findContents(db, installation)
  return planReads(installation.content, latest, installed)
}

/** Returns how the object is read; undefined if the installation does not read it. */
export async function findReadPlan(
  db: Db,
  installation: InstallationRow,
  objectName: string,
): Promise<ReadPlan | undefined> {
  const { latest, installed } = await findContents(db, installation)
  const config = getOwn(listInstalledReadObjects(installation.content, latest), objectName)
  return config === undefined ? undefined : planObject(objectName, config, latest, installed)
}

/** Plans the reads of a configuration by the integration's latest revision and the installed one. */
export const planReads = (
  content: ConfigContent,
  latest: ManifestIntegration,
  installed: ManifestIntegration,
): ReadPlan[] =>
  Object.entries(listInstalledReadObjects(content, latest)).flatMap(
    ([objectName, config]) => planObject(objectName, config, latest, installed) ?? [],
  )

function planObject(
  objectName: string,
  config: ReadConfigObject,
  latest: ManifestIntegration,
  installed: ManifestIntegration,
): ReadPlan | undefined {
  const object = findReadObject(objectName, latest, installed)
  return object && !config.disabled ? planRead(object, config) : undefined
}

/** Explains that an installation does not read an object, and lists those that it reads. */
export async function notInstalled(
  db: Db,
  installation: InstallationRow,
  objectName: string,
  kind: 'object-not-installed' | 'object-not-found' | 'backfill-not-found' = 'object-not-installed',
): Promise<Problem> {
  const { latest, installed } = await findContents(db, installation)
  const read = planReads(installation.content, latest, installed)
  const names = read.map((plan) => plan.objectName)
  return new Problem(kind, {
    detail: `The installation of ${installation.groupRef} does not read ${objectName}. ${describeObjects('reads', names, latest, installed)}`,
    remedy: `Use one of its objects, or add ${objectName} to the installation's configuration.`,
  })
}
