import type { Database } from './db/database.ts'
import type { Api } from './http/api.ts'
import type { JobName } from './jobs/enqueue.ts'
import type { JobHandlers } from './jobs/worker.ts'
import type { Services } from './services.ts'

/**
 * What the routes and jobs of domains are given. A domain that needs more declares it, as it does with
 * `Services`.
 */
export interface DomainInputs {
  database: Database
  services: Services
}

/** Jobs of one lane share places, and do not wait for those of another. */
export type Lane =
  /** Jobs that ask nobody outside. */
  | 'others'
  /** Jobs that may wait for a provider or a mail server that hangs. */
  | 'asking'
  /** Deliveries of changes: nothing else delays what was acknowledged. */
  | 'changes'
  /** Writes. */
  | 'sending'

/** A domain of the server: what it owns, and what it adds to the program. */
export interface Domain {
  /** The folder with its code. */
  name: string
  /** Other folders that are rooms of the domain. */
  rooms?: readonly string[]
  /** The domains whose rules it uses. */
  uses: readonly Domain[]
  /** The tables that only its statements read and write. */
  tables?: readonly string[]
  /** Tables of others that its statements use, and why one statement is better than two rules. */
  foreignTables?: readonly { tables: readonly string[]; reason: string }[]
  routes?: (api: Api, program: DomainInputs) => void
  jobs?: (program: DomainInputs) => Partial<Record<Lane, Partial<JobHandlers>>>
  /** When jobs are enqueued, in the syntax of cron. */
  cron?: Partial<Record<JobName, string>>
  /** What lower domains ask of it without knowing it. */
  provides?: Partial<Services>
  /**
   * Every statement that runs outside the view of one tenant, by its file and the declaration it stands
   * in, and why it must. Each has a trial with two tenants in the folder's `tenant-trials.ts`. All other
   * statements get the view of a tenant and find no row of another, even if they forget a condition: a
   * function that takes a `Db` cannot be given anything else.
   */
  acrossTenants?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export const domain = <const Given extends Domain>(given: Given): Given => given
