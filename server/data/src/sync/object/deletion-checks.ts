import { findProvider } from '@platform/connectors'
import type { Connector } from '@platform/connector'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import type { Db } from '@platform/kernel/db/database'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { findConnectionRow } from '@platform/connections/connections/connections'
import type { Services } from '@platform/kernel/services'

/*
 * Reads by time of change do not find deletions. For an object with `deleted: true` whose provider
 * does not report them, a separate read from time to time lists the IDs of all records and compares
 * them with its snapshot. It delivers nothing but deletions, and leaves the watermark as it is.
 */

/** Reports whether comparing the IDs of all records finds deletions that other reads do not find. */
export const needsDeletionChecks = (
  connector: Connector,
  { objectName, includeDeleted, filters }: ReadPlan,
): boolean =>
  includeDeleted &&
  // Records that filters exclude are not deleted.
  filters.length === 0 &&
  !connector.readsDeletions &&
  reportsTimes(connector, objectName) &&
  connector.hidesRecords?.(objectName) === undefined

/** Reports whether reads of the object return the records that changed since a time. */
export const reportsTimes = (connector: Connector, objectName: string): boolean =>
  connector.reportsModificationTimes?.(objectName) !== false

export const findConnector = (
  { catalogue }: Pick<Services, 'catalogue'>,
  provider: string,
): Connector | undefined => findProvider(provider, { among: catalogue })?.connector

/** Returns the connector of the installation's provider; undefined if it is not installed. */
export async function findInstallationConnector(
  services: Services,
  db: Db,
  { connectionId }: InstallationRow,
): Promise<Connector | undefined> {
  const connection = await findConnectionRow(db, connectionId)
  return connection && findConnector(services, connection.provider)
}
