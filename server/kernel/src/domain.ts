import type { Database } from './db/database.ts'
import type { Api } from './http/api.ts'
import type { JobName } from './jobs/enqueue.ts'
import type { JobChecks } from './jobs/job-checks.ts'
import type { JobHandlers } from './jobs/worker.ts'
import type { Services } from './services.ts'

/**
 * Inputs of the routes and jobs of domains. A domain that needs more declares it by declaration
 * merging, as with `Services`.
 */
export interface DomainInputs {
  database: Database
  services: Services
}

/** Worker slots that jobs share. Jobs of one lane do not wait for those of another. */
export type Lane =
  /** Jobs without outside calls. */
  | 'others'
  /** Jobs that may wait for an unresponsive provider or mail server. */
  | 'asking'
  /** Deliveries of acknowledged changes, which no other work delays. */
  | 'changes'
  /** Writes. */
  | 'sending'

/** A domain of the server: what it owns, and what it adds to the program. */
export interface Domain {
  /** The folder with its code. */
  name: string
  /** Further folders that belong to the domain. */
  rooms?: readonly string[]
  /** The domains whose rules it uses. */
  uses: readonly Domain[]
  /** The tables that only its statements read and write. */
  tables?: readonly string[]
  /**
   * Tables of other domains that its statements use, and why one statement is better than two
   * rules.
   */
  foreignTables?: readonly { tables: readonly string[]; reason: string }[]
  routes?: (api: Api, program: DomainInputs) => void
  jobs?: (program: DomainInputs) => Partial<Record<Lane, Partial<JobHandlers>>>
  /** Schedule of its jobs, in cron syntax. */
  cron?: Partial<Record<JobName, string>>
  /** Jobs that are enqueued every minute in which these queries find a row. */
  checks?: JobChecks
  /** Functions that lower domains call through `Services`. */
  provides?: Partial<Services>
  /**
   * Every statement that runs outside the view of one tenant, by file and declaration, with the
   * reason. Each has a trial with two tenants in the folder's `tenant-trials.ts`. All other
   * statements run in the view of a tenant and find no rows of another, even without a condition: a
   * function that takes a `Db` cannot be given anything else.
   */
  acrossTenants?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export const domain = <const Given extends Domain>(given: Given): Given => given
