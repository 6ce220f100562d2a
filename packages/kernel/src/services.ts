import type { Catalogue } from '@platform/connectors'
import type { Logger } from 'pino'
import type { TenantLimits } from './access/tenant-limits.ts'
import type { Retention } from './db/retention.ts'
import type { Egress } from './egress/egress.ts'
import type { Secrets } from './secrets/secrets.ts'

/**
 * What rules use besides the database handle, which they are given. It is made once in `main/`. A domain
 * declares here what it adds, as with `Jobs`, so that this file knows no domain.
 */
export interface Services {
  secrets: Secrets
  egress: Egress
  catalogue: Catalogue
  /** The origin under which browsers and providers reach the platform, without a slash at the end. */
  publicUrl: string
  retention: Retention
  tenantLimits: TenantLimits
  log: Logger
}
