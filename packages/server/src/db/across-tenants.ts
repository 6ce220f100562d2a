/**
 * Every file that runs statements outside the view of one tenant, and why it must. All others are
 * handed a view by `http/api.ts` or by the job that calls them, and find no row of another tenant
 * even where they forget a condition. A test keeps the list in step and tries what changes rows.
 */
export const acrossTenants: Readonly<Record<string, string>> = {
  'access/create-access.ts': 'finds out to which tenant a credential belongs',
  'audit/audit-log.ts': 'finds the organizations in whose logs a sign-in belongs',
  'audit/store.ts': 'writes records of several organizations by one statement, each with its own',
  'connections/jobs.ts':
    'finds what expires next, and gives each its own view; forgets old sessions',
  'connections/routes.ts': 'names the project of a sign-in that has ended, by its ID',
  'connections/session/oauth-connect.ts':
    'finds the session of a browser that comes back, which names no tenant, by a secret of its own',
  'downloads/jobs.ts': 'deletes what has expired',
  'downloads/routes.ts': 'answers a signed address, which names no tenant',
  'http/api.ts': 'counts callers, and serves operations that are about no tenant',
  'http/jobs.ts': 'deletes replies and counts that have expired',
  'installations/jobs.ts': 'removes configurations that were superseded long ago',
  'integrations/jobs.ts': 'removes revisions that were superseded long ago',
  'jobs/processes.ts': 'holds the lock by which processes know each other',
  'jobs/worker.ts': 'claims jobs, which name their tenant',
  'main/api.ts': 'hands on the people, who are of no tenant, and the packages for everybody',
  'main/bootstrap.ts': 'makes organizations and projects',
  'main/health.ts': 'asks whether there is a database',
  'main/setup.ts': 'sets up the first owner',
  'notifications/engine/emit.ts':
    'writes events of several projects by one statement, each with its own',
  'notifications/engine/engine.ts': 'sends what is due, whoever it is of',
  'notifications/engine/open-for-batches.ts': 'writes attempts of several projects in batches',
  'notifications/engine/senders.ts': 'takes over what a dead process held',
  'notifications/history/replays.ts': 'finds replays that go on, each in its own view',
  'notifications/notifications.ts':
    'measures, makes partitions, cancels what has no destination, and forgets what is over',
  'notifications/set-up/routing.ts': "listens to changes, and reads a project's routes by its ID",
  'npm/routes.ts': 'serves the packages for everybody',
  'object-metadata/jobs.ts': 'finds requests whose process has died, and gives each its own view',
  'operations/jobs.ts': 'removes operations that ended long ago, and their logs',
  'projects/jobs.ts': 'adds up what each project stores',
  'secrets/rotate-keys.ts': 'wraps the data keys of all projects anew',
  'secrets/secrets.ts': "reads and makes a project's data key, by its ID",
  'secrets/server-secret.ts': 'keeps what is secret of the server itself',
  'sign-in/sign-in.ts': 'knows people, who are of no tenant',
  'sign-in/sign-up.ts': 'knows people, who are of no tenant',
  'sync/turns/readers.ts':
    'shares the turns of reading among all projects, each read in its own view',
  'write/jobs.ts': 'finds writes whose process has died, and gives each its own view',
}
