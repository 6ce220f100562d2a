/** A promise about trust, and the tests in which somebody tries to break it. */
export interface TrustRule {
  rule: string
  /** Titles of tests by their file below the `src/` of its package. */
  tests: Record<string, readonly string[]>
}

/** Nobody reaches what is not theirs: a hostile caller tries, and is refused in words. */
export const reachRules: readonly TrustRule[] = [
  {
    rule: 'What looks across tenants is listed, and leaves the other’s rows as they were',
    tests: {
      'conventions/across-tenants.test.ts': [
        'contains exactly the statements across tenants',
        'has a trial for each statement of the list',
        'isolates every table with tenants',
      ],
      'notifications/history/replays.test.ts': ['replays only deliveries of its own project'],
      'conventions/strangers.test.ts': [
        '%s reveals nothing to another tenant about a record that its path names as %s',
      ],
    },
  },
  {
    rule: 'Where credentials are sent is not the caller’s to choose',
    tests: {
      'connections/reach.test.ts': [
        'sends its credential only to the original host for frontend keys and end users',
        'does not send its credentials there, also not for %s',
        'rejects metadata that tokens provide, also together with new credentials',
      ],
      '../../connectors/src/catalogue/catalogue.test.ts': [
        'only lists URLs of %s at its own domains',
        'sends a credential of %s to no host that a value names',
      ],
    },
  },
  {
    rule: 'A group is reached by who names it, and by its end users alone',
    tests: {
      'connections/reach.test.ts': [
        'is not listed for a frontend key without its group',
        'is reported as missing to end users of another group, also with If-Match',
      ],
      'conventions/strangers.test.ts': [
        '%s is allowed for a frontend key only with the group of %s in its path',
        '%s reveals nothing to end users of another group about a record that its path names as %s',
        '%s lets end users name only their own group and person',
      ],
    },
  },
  {
    rule: 'A key does what its capabilities allow, within its integrations and networks, and makes none that allows more',
    tests: {
      'access/capabilities.test.ts': [
        'has a capability for every operation of servers, and each only once',
      ],
      'access/limited-keys.test.ts': [
        'creates none that allows more than itself',
        'cannot widen, rotate, activate or delete one that allows more',
        'passes on its networks and its expiry',
        'is rejected from others, whatever its scope, and without a hint at its own',
        'sees only what belongs to it',
        'cannot do anything with the project as a whole, such as create keys or destinations',
        'finds no key with limits that it does not know',
        'leaves no secret of a key that is deactivated, narrowed or limited by another name',
      ],
    },
  },
  {
    rule: 'A role in a project allows what is listed for it there, and nothing elsewhere',
    tests: {
      'access/project-roles.test.ts': [
        'shows a viewer no record, no message and no secret',
        'makes an admin of a project nothing in others, nor in the organization',
        'leaves the roles of projects to owners',
        'is of no use for a project of another organization',
      ],
    },
  },
  {
    rule: 'Agents have only the tools that an integration allows, and change nothing unconfirmed that it wants confirmed',
    tests: {
      'mcp/mcp.test.ts': [
        'are none where the integration declares none',
        'is of one call with its arguments, by one caller',
        'writes once, however often it is sent',
        'reach no tools: a key of a browser, another tenant, a stranger',
        'of another group reach nothing of this one',
        'with a key are offered only what its capabilities and integrations allow',
        'lose access in the middle, when the token expires or the key is revoked',
        'returns instructions in records and labels as data',
      ],
    },
  },
  {
    rule: 'Live records of customers are shown to roles that may deploy, and the audit log records who looked',
    tests: {
      'conventions/live-records.test.ts': [
        '%s is denied to members',
        '%s is recorded with the caller and the customer, and without the records',
      ],
      'sync/preview-mapping.test.ts': ['audits who viewed whose record, without the record'],
    },
  },
  {
    rule: 'Where an operator’s own provider is, is for builders and full keys to know',
    tests: {
      'integrations/own-providers.test.ts': [
        'contains no URL',
        'lets the embedded UI of %s request the same inputs as with the whole entry',
      ],
    },
  },
  {
    rule: 'A link for new credentials is good once, for one connection, and for no guessing',
    tests: {
      'connections/session/typed-link.test.ts': [
        'changes only the requested values',
        'can be used once, which also invalidates other links',
        'limits guesses',
        'shows a page without scripts or third parties that does not leak its URL',
      ],
    },
  },
  {
    rule: 'OAuth belongs to the browser that began it',
    tests: {
      'connections/session/oauth-connect.test.ts': [
        'rejects consent in another browser and continues in the first',
        'cannot be opened by a second browser',
        'cannot be started directly at the provider',
        'asks for confirmation on links from other pages, naming app and customer',
        'asks for confirmation on links from an unknown page that claims to have asked',
        'names app and customer on the page that says "Connected"',
      ],
      'connections/session/browser.test.ts': [
        'sets a cookie with https that no other host, script or site can use',
        'ignores with https a cookie that another host or plain http could have set',
      ],
    },
  },
  {
    rule: 'Connecting again stays with the same account',
    tests: {
      'connections/session/oauth-connect.test.ts': [
        'is rejected with an explanation and does not change the connection',
        'rejects a new session for the same person with a frontend key in the same way',
        'changes the account on request and reads everything again',
      ],
      'connections/session/account.test.ts': ['detects another account of %s by its name'],
    },
  },
  {
    rule: 'Sign-up is closed unless opened, and the set-up link is spent once',
    tests: {
      'main/settings.test.ts': ['disables sign-up, AWS role and trusted proxies by default'],
      'sign-in/sign-up.test.ts': [
        'restricts sign-up by PLATFORM_SIGN_UP=%s',
        'requires a confirmed address to create organizations',
      ],
      'sign-in/single-sign-on.test.ts': [
        'rejects sign-up with a provider that the operator does not allow: %s',
      ],
      'main/setup.test.ts': [
        'works once, with any of the links',
        'stays valid while no organization has an owner',
        'becomes invalid as soon as an organization has an owner',
      ],
    },
  },
  {
    rule: 'Confirming an address ends what a stranger prepared, and replies do not reveal who has an account',
    tests: {
      'sign-in/sign-up.test.ts': [
        'gives no access to a stranger who signed up with the address',
        'belongs to the person who confirms the address, without the previous password',
        'replies identically with and without an account, and mails the difference',
      ],
      'sign-in/single-sign-on.test.ts': [
        'signs in a verified provider identity, though a stranger signed up with the address',
      ],
      'organizations/organizations.test.ts': [
        'answers 403 to a member without org:owner, whether or not the builder exists',
        'answers 403 to strangers, whether or not the builder exists',
        'names the members without a confirmed address in the claimed domain',
      ],
    },
  },
  {
    rule: 'The AWS role of the server is the operator’s',
    tests: {
      'notifications/sinks/conformance.test.ts': [
        'are separate unless the operator listed the project, and always with a custom endpoint',
        'stay separate for existing destinations, without metadata requests',
      ],
      'notifications/sinks/aws-role.test.ts': [
        'sends no request to an address that the operator has not allowed',
        'is exchanged at STS and signs requests of allowed projects',
        '%s is refused, and no secret is reported',
      ],
    },
  },
  {
    rule: 'What the operator configures and what tenants configure have fences of their own',
    tests: {
      'main/two-fences.test.ts': [
        "allows single sign-on the operator's networks, but not tenants",
        'allows tenants their networks, but not single sign-on',
      ],
      'sign-in/mailer.test.ts': ['sends nothing to %s unless its network is allowed'],
      'notifications/sinks/conformance.test.ts': [
        'sends nothing to an address that is not allowed',
      ],
    },
  },
  {
    rule: 'A frontend key is for the pages that it is bound to, and a project can do without such keys',
    tests: {
      'access/frontend-keys.test.ts': [
        'rejects %j without revealing allowed origins',
        'is rejected without an origin, such as from a script',
        'rejects existing keys in every process until it is enabled again',
      ],
    },
  },
  {
    rule: 'At run time the database lets nobody lift the isolation of tenants',
    tests: {
      'db/roles.test.ts': [
        'sees nothing of others %s',
        'may not: %s',
        'works for one tenant, for all and on the tables as three roles',
        'lets nothing that works for all tenants own, bypass, alter or rewrite the log',
        'keeps no superuser connection and requires a password',
      ],
      'db/tenants-role.test.ts': [
        'reaches only tables with row-level security',
        'neither reads nor changes rows of others in any table',
        'are none %s',
      ],
      'db/embedded-postgres.test.ts': ['adds a password to an existing folder and requires it'],
    },
  },
]

/**
 * Nobody stops the others: one caller does the worst, and others are answered as ever. Of each rule one
 * test at least has a `bystander` look meanwhile.
 */
export const roomRules: readonly TrustRule[] = [
  {
    rule: 'No expression of a tenant’s runs without bounds',
    tests: {
      'notifications/sinks/expression.test.ts': [
        'makes no more than a bounded text of a message of any size, at once',
        'reads any 2,048 characters at once',
      ],
      'conventions/nobody-stops-others.test.ts': ['answers others immediately while a caller %s'],
    },
  },
  {
    rule: 'A renewal of tokens holds a lease, not a connection of the database',
    tests: {
      'provider/refresh-token.test.ts': [
        'does not block others during a slow refresh',
        'does not write after another process took the lease',
      ],
    },
  },
  {
    rule: 'One bad connection stops no other’s renewal',
    tests: {
      'provider/refresh-token.test.ts': [
        'renews each connection in its own job, earliest expiry first, and logs failures',
        'refreshes others immediately while twenty connections hang',
      ],
      'write/write.test.ts': [
        'leaves workers for other jobs while the provider of many writes hangs',
      ],
    },
  },
  {
    rule: 'What comes back is bounded, and parsed while others are served',
    tests: {
      'provider/large-replies.test.ts': [
        'does not block others during replies of 60 MB and just under 8 MB',
      ],
      'egress/parse-in-slices.test.ts': [
        'blocks the process for less than 100 ms while it parses megabytes of %s',
      ],
      'object-metadata/large-objects.test.ts': [
        'rejects a record with hundreds of thousands of fields immediately',
      ],
      'provider/check-provider-entry.test.ts': [
        'rejects a file of too many %s immediately without sending requests',
      ],
    },
  },
  {
    rule: 'Strangers are limited before what they send is read',
    tests: {
      'subscribe/strangers.test.ts': [
        'limits strangers before reading their body, and accepts the provider at the same URL',
      ],
    },
  },
  {
    rule: 'Calls to providers are limited for each project',
    tests: {
      'provider/budgets/governor.test.ts': [
        'reserves separate slots for other projects and background work',
        'reserves half of the slots for other connections, which take turns',
      ],
      'installations/slow-provider.test.ts': [
        'serves others immediately while a hundred requests wait for a provider',
      ],
      'sync/turns/starvation.test.ts': [
        'reads for a healthy tenant while the accounts of a dozen others hang',
      ],
      'conventions/hanging-accounts.test.ts': [
        'delivers the changes of a tenant while the accounts of another do not answer',
        'checks the fields of a tenant while the accounts of another do not answer',
        'reads for a tenant in at most 1.5 times the time while the accounts of another do not answer',
      ],
    },
  },
  {
    rule: 'No tenant holds all connections to a provider, and nobody one without reading',
    tests: {
      'proxy/bystanders.test.ts': [
        'serves a tenant while others use all their connections to the provider',
        'closes a reply that its caller does not read, and no other of the same caller',
        'removes a disconnected caller from the queue',
      ],
      'egress/places.test.ts': ['reserves connections for another tenant'],
      'egress/lookups.test.ts': ['resolves names of a tenant while names of others hang'],
      'http/end-unless-read.test.ts': [
        'closes the long reply of %s that its caller does not read, and no other',
      ],
      'notifications/engine/shares.test.ts': [
        'delivers to a tenant while all receivers of another hang and want every place',
        'delivers to a tenant while messages of another would fill the memory',
      ],
    },
  },
  {
    rule: 'No tenant holds all connections of the database',
    tests: {
      'db/database.test.ts': ['reserves connections for other tenants'],
      'conventions/nobody-stops-others.test.ts': ['answers others immediately while a caller %s'],
    },
  },
  {
    rule: 'Shutting down ends',
    tests: {
      'main/shutdown.test.ts': [
        'shuts down in time despite hanging bodies, requests, reads and jobs',
        'leaves a hanging job to the next process',
      ],
      'http/server.test.ts': ['shuts down in time despite incomplete request bodies'],
    },
  },
  {
    rule: 'Processes start together, and versions one after another, on one database',
    tests: {
      'db/migrate.test.ts': [
        'starts ten processes concurrently on a new database',
        'works with a database migrated by the next version',
      ],
      'conventions/nobody-stops-others.test.ts': [
        'answers others immediately while ten processes start',
      ],
    },
  },
  {
    rule: 'A database that comes late or breaks off is waited for, and nobody let in before it serves',
    tests: {
      'main/database-blinks.test.ts': [
        'waits for a late or failing database, and reports readiness and hangs',
      ],
      '../../../journeys/story.test.ts': ['writes quickstart.json only once it is ready'],
    },
  },
  {
    rule: 'No process is signalled that is another',
    tests: {
      'db/embedded-postgres.test.ts': [
        'does not signal a process that reuses the ID of an ended server',
      ],
    },
  },
  {
    rule: 'Concurrent requests are never answered 500',
    tests: {
      'conventions/races.test.ts': [
        'answers 404 when the connection is deleted during the installation',
        "keeps concurrent updates of a connection's state",
        'uninstalls once for three concurrent requests, and answers the others 404',
      ],
      'http/violation-problem.test.ts': [
        'maps every constraint that concurrent requests can violate to a problem',
      ],
      'conventions/nobody-stops-others.test.ts': ['answers others immediately while a caller %s'],
    },
  },
  {
    rule: 'A tenant has only so much, and what is old goes',
    tests: {
      'conventions/tenant-limits.test.ts': [
        'keeps eight concurrent requests within the limit of %s',
        'tracks the stored bytes of a project and keeps concurrent requests within the limit',
        'limits a group without affecting others',
      ],
      'conventions/retention.test.ts': [
        'operations and their logs, except running ones and backfills',
        'configurations, except current ones and those of running operations',
        'revisions, except the latest and installed ones',
        'audit log records, which cannot be deleted earlier',
      ],
      'notifications/old-messages.test.ts': [
        'creates missing partitions for rows, and expires them',
        'moves rows with future times to partitions',
        'keeps undelivered messages and removes them after delivery',
      ],
      'conventions/nobody-stops-others.test.ts': [
        'answers others immediately while old rows of a tenant are moved and deleted',
      ],
    },
  },
  {
    rule: 'Strangers are counted, and passwords slowed, without locking anybody out',
    tests: {
      'main/outside-contract.test.ts': [
        'limits anonymous requests by address, an IPv6 network as one',
        'answers others immediately while one address sends all kinds of anonymous requests',
      ],
      'main/settings.test.ts': [
        'rejects an invalid or unlimited proxy list: PLATFORM_TRUST_PROXY=%s',
      ],
      'sign-in/password-guesses.test.ts': [
        'requires a mailed code after many wrong passwords from any address',
        'accepts the right password after a delay without a mail server',
        'is limited like a sign-in and needs the mailed code',
      ],
      'conventions/nobody-stops-others.test.ts': ['answers others immediately while a caller %s'],
    },
  },
  {
    rule: 'Whatever is sent is answered as declared, and nothing with 500',
    tests: {
      'main/outside-contract.test.ts': [
        'answers GET %s with %i',
        'answers POST %s %s with 400',
        'lists the methods of %s for an unknown method',
        'refuses %s',
        'replies 304 to unchanged requests',
        'forbids framing of the page %s',
        'answers others immediately while a caller sends malformed requests',
      ],
      'conventions/generated-input.test.ts': [
        '%s returns a declared reply to any input',
        '$path rejects every other method',
      ],
      'conventions/nobody-stops-others.test.ts': ['answers others immediately while a caller %s'],
    },
  },
]

/** What stays behind is recorded, sealed, or goes. */
export const keptRules: readonly TrustRule[] = [
  {
    rule: 'A customer’s record that a builder looks at is kept nowhere, and that they looked is',
    tests: {
      'sync/preview-mapping.test.ts': ['audits who viewed whose record, without the record'],
    },
  },
  {
    rule: 'Who read a secret, signed in or changed something is in the audit log',
    tests: {
      'audit/secret-reads.test.ts': ['records who read a secret, without the secret'],
      'audit/sign-in-records.test.ts': [
        'records sign-ins, failed sign-ins and credential changes for owners',
      ],
      'audit/audit-log.test.ts': ['changes nothing if the audit record fails'],
      'main/bootstrap.test.ts': ['is audited as the first entry and creates the organization once'],
    },
  },
  {
    rule: 'What may hold a credential is sealed, and tokens end with their session',
    tests: {
      'notifications/set-up/sealed-headers.test.ts': ['encrypts headers, and sends and shows them'],
      'audit/secret-reads.test.ts': [
        'encrypts replies stored for an Idempotency-Key, also of organizations',
      ],
      'sign-in/sign-in.test.ts': ['rejects tokens of an ended session'],
    },
  },
  {
    rule: 'Metrics require their token and contain no tenant data',
    tests: {
      'main/outside-contract.test.ts': ['returns metrics without tenant data only with the token'],
    },
  },
  {
    rule: 'Only packages of the lockfile are installed, and no child process gets the master key',
    tests: {
      '../../../journeys/install-missing.test.ts': [
        'installs exactly the lockfile or nothing, and passes no secrets to npm',
      ],
      '../../../journeys/release.test.ts': [
        'serves the dashboard and the packages without build tools',
      ],
      'main/start-up.test.ts': ['does not pass the master key to other processes'],
    },
  },
  {
    rule: 'A backup holds no key, is found damaged in time, and is delivered on from',
    tests: {
      'main/backup.test.ts': [
        'restores a server into an empty folder and resumes deliveries and reads',
        'restores every row, trigger, policy and partition',
        'rejects a damaged or truncated file before writing',
        'names the required key, and rejects databases in use or not empty and newer backups',
      ],
    },
  },
  {
    rule: 'Imported connections live on, and master keys change while servers run',
    tests: {
      'provider/imported-connections.test.ts': [
        'refreshes imported connections of %s repeatedly, also with a new master key',
      ],
      'secrets/secrets.test.ts': [
        're-encrypts every key with the new master key while servers run',
      ],
    },
  },
]
