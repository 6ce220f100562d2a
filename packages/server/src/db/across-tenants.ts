/**
 * Every statement that runs outside the view of one tenant, by its file and the declaration it
 * stands in, and why it must. All others are handed the view of a tenant and find no row of another,
 * even where they forget a condition: the types see to it that a function which takes a `Db` is
 * given nothing else.
 *
 * A walk keeps the list in step, and tries each with two tenants who have data.
 */
export const acrossTenants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'access/store.ts': {
    findBuilder: 'knows people, who are of no tenant',
    upsertBuilder: 'makes people, who are of no tenant',
  },
  'access/tenant-limits.ts': {
    mustBeWithin: 'is part of whatever transaction makes something; it only takes a lock',
  },
  'audit/store.ts': {
    insertRecords: 'writes records of several organizations by one statement, each with its own',
    insertRecord: 'is part of whatever transaction makes the change',
    removeRecords: 'forgets, as the owner of the table, what is older than anybody keeps',
  },
  'connections/session/store.ts': {
    waiting: 'finds the session of a browser that comes back, which names no tenant, by a secret',
    takeConnectSession: 'takes that session, by the same secret and one of the browser',
    deleteExpiredConnectSessions: 'forgets sessions that have ended, whoever began them',
  },
  'connections/store.ts': {
    findExpiring: 'finds whose tokens end next; each is renewed in the view of its project',
    findDueTrials: 'finds whose refused credentials are due; each is tried in its project’s view',
  },
  'downloads/downloads.ts': {
    findDownload: 'answers a signed address, which names no tenant',
    deleteExpiredDownloads: 'deletes that of events that are gone, whoever it is of',
  },
  'http/idempotency.ts': {
    extendLeases: 'extends the leases of several tenants by one statement, each by its key',
    keyStore: 'keeps replies of operations that are about no tenant, by their caller',
    removeExpiredReplies: 'deletes replies that are no longer repeated, whoever they are of',
  },
  'http/rate-limit.ts': {
    takeShared: 'counts callers, strangers among them',
    removeQuietCallers: 'forgets callers who have been quiet',
  },
  'installations/store.ts': {
    removeConfigs: 'removes what was superseded long ago, whoever it is of',
  },
  'integrations/store.ts': {
    removeRevisions: 'removes what was superseded long ago, whoever it is of',
  },
  'jobs/enqueue.ts': {
    enqueue: 'is part of whatever transaction wants a job done; jobs name their tenant',
    dequeue: 'takes back a job by its key',
  },
  'jobs/failing-jobs.ts': {
    countFailingJobs: 'measures how many jobs keep failing, of all tenants together',
    reviveJobs: 'runs jobs again and forgets others, whoever they are of; each names its tenant',
  },
  'jobs/processes.ts': {
    register: 'tells other processes of this one',
    beat: 'shows other processes that this one lives',
    takeOverFromDead: 'hands on what a process held that has died, whoever it is of',
  },
  'main/health.ts': { askDatabase: 'asks whether there is a database' },
  'main/live.ts': {
    liveRoutes:
      'hears which projects have changed, and tells each watcher of their own; it reads no table',
  },
  'main/setup.ts': {
    createSetupToken: 'makes the link for the first owner, before there is a tenant',
    isGoodForSetup: 'looks at that link',
    setUp: 'makes the first owner and their organization',
    hasOwner: 'asks whether there is any organization yet, and of no particular one',
  },
  'notifications/engine/hot-store.ts': {
    recordResults: 'writes attempts of several projects in batches, each by its key and holder',
    findDue: 'finds which destinations have something due, whoever they are of',
    claimDue: 'claims what is due for the destinations that there is room for',
    claimHeld: 'claims what was held for one destination',
    releaseUnknown: 'gives back what this sender claimed',
    findHeld: 'looks for messages of this sender',
    takeOver: 'queues what a dead sender held, whoever it is of',
  },
  'notifications/engine/hours-store.ts': {
    addToHours: 'counts attempts of several projects by one statement, each with its own',
    removeHours: 'forgets hours that are longer ago than messages are kept',
    removeUsage: 'forgets months that are longer ago than usage is kept',
  },
  'notifications/engine/ordered-store.ts': {
    claimOrdered: 'claims what may go of one destination',
  },
  'notifications/engine/open-for-batches.ts': {
    openForBatches: 'sets how its connection plans; it reads nothing',
  },
  'notifications/engine/senders.ts': { register: 'tells other senders of this one' },
  'notifications/history/store.ts': {
    findRunningReplays: 'finds replays that go on; each does in the view of its project',
    removeReplays: 'removes what ended long ago, whoever it is of',
  },
  'notifications/set-up/routing.ts': { createRouting: 'listens for changes; it reads nothing' },
  'notifications/set-up/store.ts': {
    cancelOrphans: 'cancels what has no destination any more, whoever it is of',
    forgetDeleted: 'forgets what was deleted long ago, whoever it is of',
    oldestQueued: 'measures how late deliveries are, of all tenants together',
    disabledDestinations: 'measures how many destinations are disabled',
    failingDestinations: 'measures how many destinations fail',
    findRecovered: 'finds which are well again; each is told in the view of its project',
    findUntold: 'finds of which failing nobody was told; each is told in the view of its project',
  },
  'npm/store.ts': {
    keepPackage: 'keeps the packages for everybody',
    replacePackage: 'keeps the packages for everybody',
    findVersions: 'finds the packages for everybody',
    findTarball: 'finds the packages for everybody',
  },
  'operations/store.ts': {
    findSilent: 'finds what a dead process left; each is taken up in the view of its project',
    removeLogs: 'removes what is older than anybody keeps',
    removeOperations: 'removes what ended long ago, whoever it is of',
  },
  'organizations/store.ts': {
    removeEndedInvites: 'forgets invites that ended long ago, whoever sent them',
    insertOrg: 'makes an organization, which nobody can be in the view of before',
    findRole: 'finds out whether a person is a member, before their organization may be seen',
    selectMembershipsOfUser: 'finds the organizations in whose logs a sign-in belongs',
    findOrg: 'tells a new member about it',
    findBuilder: 'knows people, who are of no tenant',
    insertMembership: 'makes somebody a member of organizations that are not theirs yet',
    selectOrgsOf: 'finds the organizations of a person, by their memberships',
    acceptInvites: 'finds who has invited a person, by the address that they have confirmed',
    selectInvitingOrgs: 'the same, to tell them',
    insertClaimedDomain: 'claims a domain, which one organization on the server may',
    findClaimedDomain: 'finds which organization that is',
  },
  'projects/store.ts': {
    findProjectByIdOrName: 'finds the project that a request names before the caller may see it',
    findApiKeyByHash: 'finds out to which tenant a key belongs',
    findProjectOfKey: 'finds out which project verifies a token, where the request names none',
    noteUse: 'notes the use of a key that has just been found',
    insertProject: 'makes a project, which nobody can be in the view of before',
    foldStoredBytes: 'adds up what each project stores',
    countProjects: 'counts the projects of the organization that gets one more',
    findProjectByName: 'finds a project for the operator, by its name',
    selectProjectsOf: 'finds the projects of a person, by their memberships',
    selectProject: "finds a key's own project",
  },
  'provider/budgets/store.ts': {
    findNow: 'asks what time it is',
    findBudgets: 'finds what processes know of budgets, each by its project and key',
    saveBudgets: 'writes it, each with its own project',
    removeExpiredBudgets: 'forgets what is of no use any more, whoever it is of',
  },
  'secrets/rotate-keys.ts': {
    checkMasterKeys: 'finds which master keys are needed, and nothing of what they wrap',
    findStale: 'finds what another master key wraps',
    rewrap: 'wraps the data keys of all projects anew; what they open stays',
  },
  'secrets/secrets.ts': { loadDataKey: "reads and makes an owner's data key, by its ID" },
  'secrets/server-secret.ts': { serverSecret: 'keeps what is secret of the server itself' },
  'sign-in/command-line.ts': { commandLine: 'signs people in, who are of no tenant' },
  'sign-in/create-builder.ts': { createBuilder: 'makes people, who are of no tenant' },
  'sign-in/ended-sessions.ts': { hasEnded: 'knows sessions, which are of no tenant' },
  'sign-in/give-to-owner.ts': {
    giveToOwner: 'ends what was prepared for an account, which is of no tenant',
    keepOnlySession: 'ends sessions of a person',
  },
  'sign-in/password-guesses.ts': {
    count: 'counts guesses at an account, which is of no tenant',
    forget: 'forgets them',
    mailCode: 'keeps the code that an account was mailed',
  },
  'sign-in/sign-up.ts': { signUpByMail: 'signs people up, who are of no tenant' },
  'subscribe/store.ts': {
    findNeglected: 'finds what was not looked after; each is in the view of its project',
    claimListening: 'shares listening among all processes; each listens in the view of its project',
    releaseListeningOf: 'gives back what dead processes listened to, whoever it is of',
    releaseOrphans: 'gives back what nobody listens to, whoever it is of',
    deleteOldEvents: 'forgets what was sent on long ago, whoever it is of',
  },
  'sync/turns/readers.ts': { listen: 'listens for reads that are put in line; it reads nothing' },
  'sync/turns/store.ts': {
    releaseTurnsOf: 'puts back in line what dead processes held, whoever it is of',
    releaseOrphans: 'puts back in line what nobody holds, whoever it is of',
    nextDueTime: 'asks when the next read is due',
    claimTurns: 'shares the turns of reading among all projects; each is in its own view',
  },
}
