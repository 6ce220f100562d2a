import { ProviderError } from '@platform/connector'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  findInstallationsOfConnection,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import {
  listCalculatedFields,
  type ReadPlan,
} from '@platform/installations/integrations/read-object'
import type { Descriptions } from '@platform/connections/provider/note-descriptions'
import type { OpenProvider } from '@platform/connections/provider/open-provider'
import type { Services } from '@platform/kernel/services'
import { hasField, isLostAccess, describeLostAccess } from '@platform/kernel/values'
import { changeObject } from './change-object.ts'
import { lockObject } from './hold-object.ts'
import { findLostFields, noteLostFields } from './lost-fields.ts'
import { listReadPlans } from './plans.ts'
import {
  findInstallationObjects,
  replaceCalculatedFields,
  type InstallationObjectRow,
} from './store.ts'

/**
 * Notes which fields the provider computes, and
 * detects which installations of the connection lost or regained access to what they read. A
 * description only raises a suspicion; a sample read decides: by its rejection, so that the reason is
 * the same as that of a read, or by its records at providers that omit lost fields.
 */
export async function checkAccess(
  services: Services,
  db: Db,
  provider: OpenProvider,
  described: Descriptions,
): Promise<void> {
  await noteCalculatedFields(db, provider, described)
  const installations = await findInstallationsOfConnection(db, provider.connection.id)
  const objects = await findInstallationObjects(
    db,
    installations.map(({ id }) => id),
  )
  for (const installation of installations) {
    const own = objects.filter(({ installationId }) => installationId === installation.id)
    const concerned = own.filter(({ objectName }) => described.has(objectName))
    if (concerned.length === 0) continue
    const plans = await listReadPlans(db, installation)
    for (const object of concerned) {
      const plan = plans.find(({ objectName }) => objectName === object.objectName)
      if (!plan) continue
      if (isSuspect(provider, plan, object, described)) {
        await noteAccess(services, db, { installation, plan, provider })
      }
      const lost = await findLostFields(provider, plan, described.get(plan.objectName))
      await noteLostFields(services, db, { installation, objectName: plan.objectName, lost })
    }
  }
}

async function noteCalculatedFields(
  db: Db,
  { connection: { id: connectionId, projectId } }: OpenProvider,
  described: Descriptions,
): Promise<void> {
  for (const [objectName, description] of described) {
    if (description instanceof ProviderError) continue
    const fieldNames = listCalculatedFields(description)
    await replaceCalculatedFields(db, { projectId, connectionId, objectName, fieldNames })
  }
}

/** Reports whether the description contradicts the known state of the object's reads. */
function isSuspect(
  { entry: { connector } }: OpenProvider,
  { objectName, fieldNames }: ReadPlan,
  { failingBecause, pausedReason }: InstallationObjectRow,
  described: Descriptions,
): boolean {
  if (isLostAccess(failingBecause) || isLostAccess(pausedReason)) return true
  const description = described.get(objectName)
  if (!description) return false
  if (description instanceof ProviderError) {
    return description.failure === 'not-found' || description.failure === 'permission'
  }
  if (!connector?.refusesUnknownFields) return false
  const names = Object.keys(description.fields)
  // Descriptions do not list nested fields.
  return fieldNames.some((name) => /^\w+$/.test(name) && !hasField(names, name))
}

async function noteAccess(
  services: Services,
  db: Db,
  {
    installation,
    plan,
    provider,
  }: { installation: InstallationRow; plan: ReadPlan; provider: OpenProvider },
): Promise<void> {
  const outcome = await sampleRead(provider, plan)
  if (outcome === 'unknown') return
  const { objectName } = plan
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installation.id, objectName)
    if (!object) return
    const event = { type: 'access-checked', plan, error: outcome.error } as const
    await changeObject(services, tx, installation, object, event)
  })
}

/**
 * Requests a record with all fields that are read. Replies that are not about access decide
 * nothing.
 */
async function sampleRead(
  { entry: { connector, info }, client }: OpenProvider,
  plan: ReadPlan,
): Promise<{ error?: string } | 'unknown'> {
  if (!connector) return 'unknown'
  const { objectName, fieldNames } = plan
  try {
    // A sample read also asks for the description, which may be denied where reads are not.
    await (connector.refusesUnknownFields
      ? connector.sampleRead(client, plan)
      : connector.read(client, { objectName, fieldNames, pageSize: 1 }))
    return {}
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const reason = describeLostAccess(error, {
      providerName: info.displayName ?? info.name,
      objectName,
    })
    if (!isLostAccess(reason)) return 'unknown'
    return error.fieldNames.length > 0 && !connector.refusesUnknownFields
      ? 'unknown'
      : { error: reason }
  }
}
