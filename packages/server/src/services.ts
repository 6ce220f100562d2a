import type { Catalogue } from '@platform/connectors'
import type { ConnectionId, InstallationId } from '@platform/contract'
import type { Logger } from 'pino'
import type { TenantLimits } from './access/tenant-limits.ts'
import type { Db } from './db/database.ts'
import type { Retention } from './db/retention.ts'
import type { Egress } from './egress/egress.ts'
import type { ObjectState, SubscriptionStatus } from './installations/installation-record.ts'
import type { Emitter } from './notifications/engine/emit.ts'
import type { Governor } from './provider/budgets/governor.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { LargeRecords } from './sync/large-records.ts'

/**
 * What rules use besides the database; made once in `main/`. The handle that they shall use they are
 * given, so there is none here.
 */
export interface Services {
  secrets: Secrets
  egress: Egress
  /** Every call to a provider is made when it says so. */
  calls: Governor
  notifications: Emitter
  catalogue: Catalogue
  /** The origin under which browsers and providers reach the platform, without a slash at the end. */
  publicUrl: string
  /** How the objects of installations are read; they do not know who reads. */
  findObjectStates(db: Db, installationIds: InstallationId[]): Promise<ObjectState[]>
  /** How what installations hear of is brought about; the same. */
  findSubscriptionStates(db: Db, installationIds: InstallationId[]): Promise<SubscriptionStatus[]>
  /** Whether something at the provider would be left behind without the connection. */
  isSubscribed(db: Db, connectionId: ConnectionId): Promise<boolean>
  /** The integrations that are installed, with the provider of each; they do not know by whom. */
  findInstalledProviders(db: Db): Promise<{ name: string; provider: string }[]>
  /** How far apart scheduled reads are at least. */
  readMinIntervalMinutes: number
  /** How many records of an object are compared with what they were, where no time tells a change. */
  snapshotRecords: number
  /** Where records are read that are too large to be in memory beside others. */
  largeRecords: LargeRecords
  retention: Retention
  tenantLimits: TenantLimits
  /** Signs the URLs of downloads. */
  downloadKey: Buffer
  log: Logger
}
