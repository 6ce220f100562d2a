import type { Catalogue } from '@platform/connectors'
import type { Logger } from 'pino'
import type { SlotTenants } from './admission/slot-tenants.ts'
import type { TenantLimits } from './access/tenant-limits.ts'
import type { Retention } from './db/retention.ts'
import type { Egress } from './egress/egress.ts'
import type { Secrets } from './secrets/secrets.ts'

/**
 * Dependencies of rules besides the database handle. Created once in `main/`. Domains declare
 * additions here, as with `Jobs`, so that this file knows no domain.
 */
export interface Services {
  secrets: Secrets
  egress: Egress
  catalogue: Catalogue
  /** Origin at which browsers and providers reach the platform, without a trailing slash. */
  publicUrl: string
  /** Origin at which providers reach the webhooks for them; often `publicUrl`. */
  hooksUrl: string
  retention: Retention
  tenantLimits: TenantLimits
  slotTenants: SlotTenants
  log: Logger
}
