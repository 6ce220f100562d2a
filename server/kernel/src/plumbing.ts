import { domain } from './domain.ts'
import { httpJobs } from './http/jobs.ts'
import { failingJobs } from './jobs/job-checks.ts'

/** Shared parts that have tables, statements or jobs of their own. */
export const plumbing = [
  domain({
    name: 'access',
    uses: [],
    tables: ['builders'],
    acrossTenants: {
      'access/store.ts': {
        findBuilder: 'reads people, who belong to no tenant',
        upsertBuilder: 'creates people, who belong to no tenant',
      },
      'access/tenant-limits.ts': {
        mustBeWithin: 'joins the transaction that creates something and only takes a lock',
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
        keyStore: 'stores replies of operations without a tenant, by their caller',
        removeExpiredReplies: 'deletes the expired replies of all tenants',
      },
      'http/rate-limit.ts': {
        takeShared: 'counts callers, including unauthenticated ones',
        removeQuietCallers: 'deletes inactive callers',
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
      'jobs/account-queues.ts': {
        followAccount: 'moves a given job that runs, of any tenant, behind those of its account',
        leaveQueue: 'moves a given job that runs, of any tenant, to a queue of its account',
        mergeQueue: 'returns the jobs of a given account to their queue, in any tenant',
      },
      'jobs/after-outage.ts': {
        repeatSoon: 'makes given jobs due that failed during an outage, in all tenants',
      },
      'jobs/end-job.ts': {
        failJob: 'records the failure of a given job, of any tenant',
        endJob: 'deletes a given job that has succeeded, of any tenant',
        leaveIfLost: 'looks whether a run still holds a given job, of any tenant',
      },
      'jobs/enqueue.ts': {
        enqueue: 'joins the transaction that requests a job; jobs name their tenant',
        dequeue: 'removes a job by its key',
      },
      'jobs/job-checks.ts': {
        countFailingJobs: 'counts failing jobs across all tenants',
        reviveJobs: 'retries or deletes jobs of all tenants; each names its tenant',
        forgetFutureRuns: 'corrects times of regular jobs, which belong to no tenant',
        enqueueNeeded: 'checks which jobs have something to do in any project',
      },
      'jobs/process-registry.ts': {
        registerProcess: 'registers this process with the other processes',
        beat: 'renews the heartbeat of this process',
        claimEnded: 'marks dead processes, which belong to no tenant',
        holdNothing: 'releases the number of this process, which belongs to no tenant',
        insert: 'registers this process for the first time, or under new numbers',
        resume: 'registers this process again after its connection broke',
        lockEnded: 'locks rows of ended processes, which belong to no tenant',
        forgetEnded: 'deletes rows of ended processes, which belong to no tenant',
        findUnregistered: 'finds workers without a process, which belong to no tenant',
        unlockJobs: 'unlocks the jobs of given workers, in all tenants',
      },
    },
  }),
  domain({
    name: 'secrets',
    uses: [],
    tables: ['data_keys', 'server_secrets'],
    acrossTenants: {
      'secrets/rotate-keys.ts': {
        checkMasterKeys: 'finds which master keys are needed, without the keys they wrap',
        findStale: 'finds data keys wrapped by another master key',
        rewrap: 'rewraps the data keys of all projects; encrypted data stays unchanged',
      },
      'secrets/secrets.ts': { loadDataKey: "reads and makes an owner's data key, by its ID" },
      'secrets/server-secret.ts': { serverSecret: 'stores the secret of the server itself' },
    },
  }),
] as const
