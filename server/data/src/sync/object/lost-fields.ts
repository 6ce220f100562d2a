import { ProviderError, type Connector, type ObjectDescription } from '@platform/connector'
import type { InstallationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { findInstallation } from '@platform/installations/installations/installations'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import type { OpenProvider } from '@platform/connections/provider/open-provider'
import type { Services } from '@platform/kernel/services'
import { hasField } from '@platform/kernel/values'
import { changeObject } from './change-object.ts'
import { lockObject } from './hold-object.ts'
import { findReadPlan } from './plans.ts'
import { findInstallationObject } from './store.ts'

/** So many records are looked at for a value of a field that is not described. */
const samples = 10

/**
 * Returns the fields of the plan that the account no longer has, at a provider whose reads succeed without
 * them. A field that a description leaves out is lost only if a sample read does not know it and no record has
 * a value of it: some providers describe in pages, or not everything. Undefined if nothing is known.
 */
export async function findLostFields(
  { entry: { connector }, client }: OpenProvider,
  { objectName, fieldNames }: ReadPlan,
  description: ObjectDescription | ProviderError | undefined,
): Promise<string[] | undefined> {
  if (!connector || !mayLoseFields(connector, objectName)) return undefined
  if (!description || description instanceof ProviderError) return undefined
  const names = Object.keys(description.fields)
  if (names.length === 0) return undefined
  const absent = fieldNames.filter((name) => !hasField(names, name))
  if (absent.length === 0) return []
  try {
    const unknown = await unknownFields(connector, client, { objectName, fieldNames: absent })
    if (!unknown || unknown.length === 0) return unknown
    const { records } = await connector.read(client, {
      objectName,
      fieldNames: unknown,
      pageSize: samples,
    })
    const hasValue = (name: string) =>
      records.some(({ raw }) => (connector.fieldValue(raw, name) ?? null) !== null)
    return unknown.filter((name) => !hasValue(name))
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/** Whether a read succeeds without a field that was lost, and a description shows that it was. */
export const mayLoseFields = (connector: Connector, objectName: string) =>
  !connector.refusesUnknownFields && connector.describesAllFields?.(objectName) !== false

/** Returns those of the fields that a sample read rejects; undefined if it fails for another reason. */
async function unknownFields(
  connector: Connector,
  client: OpenProvider['client'],
  request: { objectName: string; fieldNames: readonly string[] },
): Promise<string[] | undefined> {
  try {
    await connector.sampleRead(client, request)
    return []
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { fieldNames } = error
    return fieldNames.length > 0
      ? request.fieldNames.filter((name) => fieldNames.includes(name))
      : undefined
  }
}

/** Returns the fields of an object that were noted as lost. */
export const listLostFields = async (
  db: Db,
  installationId: InstallationId,
  objectName: string,
): Promise<string[]> =>
  (await findInstallationObject(db, installationId, objectName))?.lostFields ?? []

/** Notes which fields of an object are lost: those that the installation reads now. */
export async function noteLostFields(
  services: Services,
  db: Db,
  {
    installation: { id },
    objectName,
    lost,
  }: { installation: { id: InstallationId }; objectName: string; lost: string[] | undefined },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, id, objectName)
    const installation = await findInstallation(tx, id)
    if (!object || !installation) return
    const plan = await findReadPlan(tx, installation, objectName)
    const stillRead = plan && lost?.filter((name) => plan.fieldNames.includes(name))
    const event = { type: 'fields-compared', lost: stillRead } as const
    await changeObject(services, tx, installation, object, event)
  })
}
