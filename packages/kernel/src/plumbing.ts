import { domain } from './domain.ts'
import { httpJobs } from './http/jobs.ts'
import { failingJobs } from './jobs/failing-jobs.ts'

/** Shared parts that have tables, statements or jobs of their own. */
export const plumbing = [
  domain({
    name: 'access',
    uses: [],
    tables: ['builders'],
    acrossTenants: {
      'access/store.ts': {
        findBuilder: 'knows people, who are of no tenant',
        upsertBuilder: 'makes people, who are of no tenant',
      },
      'access/tenant-limits.ts': {
        mustBeWithin: 'is part of whatever transaction makes something; it only takes a lock',
      },
    },
  }),
  domain({
    name: 'db',
    uses: [],
    tables: ['tenant_key'],
  }),
  domain({
    name: 'http',
    uses: [],
    tables: ['idempotency_keys', 'rate_limit_buckets'],
    jobs: ({ database, services: { retention } }) => ({ others: httpJobs(database, retention) }),
    cron: { 'delete-expired-replies': '17 * * * *', 'forget-quiet-callers': '27 * * * *' },
    acrossTenants: {
      'http/idempotency.ts': {
        extendLeases: 'extends the leases of several tenants by one statement, each by its key',
        keyStore: 'keeps replies of operations that are about no tenant, by their caller',
        removeExpiredReplies: 'deletes replies that are no longer repeated, whoever they are of',
      },
      'http/rate-limit.ts': {
        takeShared: 'counts callers, strangers among them',
        removeQuietCallers: 'forgets callers who have been quiet',
      },
    },
  }),
  domain({
    name: 'jobs',
    uses: [],
    tables: ['engine_processes'],
    jobs: ({ database }) => ({ others: failingJobs(database) }),
    cron: { 'revive-jobs': '*/30 * * * *' },
    acrossTenants: {
      'jobs/enqueue.ts': {
        enqueue: 'is part of whatever transaction wants a job done; jobs name their tenant',
        dequeue: 'takes back a job by its key',
      },
      'jobs/failing-jobs.ts': {
        countFailingJobs: 'measures how many jobs keep failing, of all tenants together',
        reviveJobs:
          'runs jobs again and forgets others, whoever they are of; each names its tenant',
      },
      'jobs/processes.ts': {
        register: 'registers this process for the others',
        beat: 'shows other processes that this one lives',
        takeOverFromDead: 'hands on what a process held that has died, whoever it is of',
        unlockJobsOfEnded: 'unlocks the jobs of an ended process, whoever they belong to',
        unlockJobs: 'unlocks the jobs of given workers, whoever they belong to',
      },
    },
  }),
  domain({
    name: 'secrets',
    uses: [],
    tables: ['data_keys', 'server_secrets'],
    acrossTenants: {
      'secrets/rotate-keys.ts': {
        checkMasterKeys: 'finds which master keys are needed, and nothing of what they wrap',
        findStale: 'finds what another master key wraps',
        rewrap: 'wraps the data keys of all projects anew; what they open stays',
      },
      'secrets/secrets.ts': { loadDataKey: "reads and makes an owner's data key, by its ID" },
      'secrets/server-secret.ts': { serverSecret: 'keeps what is secret of the server itself' },
    },
  }),
] as const
