/** A promise about trust, and the tests in which somebody tries to break it. */
export interface TrustRule {
  rule: string
  /** Titles of tests by their file below `src/`. */
  tests: Record<string, readonly string[]>
}

/** Nobody reaches what is not theirs: a hostile caller tries, and is refused in words. */
export const reachRules: readonly TrustRule[] = [
  {
    rule: 'What looks across tenants is listed, and leaves the other’s rows as they were',
    tests: {
      'conventions/across-tenants.test.ts': [
        'names every statement that runs outside the view of a tenant, and no other',
        'tries each statement of the list, and no other',
        'isolates every table that has tenants',
      ],
      'notifications/history/replays.test.ts': [
        'makes again what its own project sent, and nothing of another',
      ],
      'conventions/strangers.test.ts': [
        '%s tells another tenant nothing of a record that its path names as %s',
      ],
    },
  },
  {
    rule: 'Where credentials are sent is not the caller’s to choose',
    tests: {
      'connections/reach.test.ts': [
        'keeps its credential where it was given for, whatever a frontend key and an end user try',
        'takes its credentials there for nobody, not for %s either',
        'rejects metadata that tokens provide, also together with new credentials',
      ],
      '../../connectors/src/catalogue/catalogue.test.ts': [
        'only lists URLs of %s at its own domains',
        'sends a credential of %s to nobody who is named by a value',
      ],
    },
  },
  {
    rule: 'A group is reached by who names it, and by its end users alone',
    tests: {
      'connections/reach.test.ts': [
        'is nowhere listed for a frontend key without its group',
        'answers an end user of another group like one that does not exist, also with If-Match',
      ],
      'conventions/strangers.test.ts': [
        '%s is for a frontend key only where the call names the group of what its path names as %s',
        '%s tells the end users of another group nothing of a record that its path names as %s',
        '%s lets end users name no group and no person but their own',
      ],
    },
  },
  {
    rule: 'Live records of customers are shown to roles that may deploy, and the audit log records who looked',
    tests: {
      'conventions/live-records.test.ts': [
        '%s is refused to members',
        '%s is recorded with the caller and the customer, and without the records',
      ],
      'sync/preview-mapping.test.ts': [
        'keeps in the audit log who looked at whose record, and nothing of the record',
      ],
    },
  },
  {
    rule: 'Where an operator’s own provider is, is for builders and full keys to know',
    tests: {
      'integrations/own-providers.test.ts': [
        'has no address',
        'lets the embedded UI of %s ask for the same as with the whole entry',
      ],
    },
  },
  {
    rule: 'A link for new credentials is good once, for one connection, and for no guessing',
    tests: {
      'connections/session/typed-link.test.ts': [
        'changes what was asked for and nothing else, whatever else a form holds',
        'is spent once, in whichever of two tabs comes first, and other links with it',
        'lets nobody guess for as long as the link is good',
        'shows a page that needs no script, is nobody else’s, and leaks its address nowhere',
      ],
    },
  },
  {
    rule: 'OAuth belongs to the browser that began it',
    tests: {
      'connections/session/oauth-connect.test.ts': [
        'connects nobody who consents in another browser, and lets the first go on',
        'is not taken up by a second browser once one has',
        'is not begun at the provider, past the platform',
        'asks for confirmation on links from other pages, naming app and customer',
        'asks for confirmation on links from an unknown page that claims to have asked',
        'names app and customer on the page that says "Connected"',
      ],
      'connections/session/browser.test.ts': [
        'is given with https as a cookie that no other host, script or site can use',
        'is not believed with https where another host, or plain http, could have set it',
      ],
    },
  },
  {
    rule: 'Connecting again stays with the same account',
    tests: {
      'connections/session/oauth-connect.test.ts': [
        'is refused in words, and leaves the connection as it was',
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
        'lets in by PLATFORM_SIGN_UP=%s',
        'gives organizations to people who have confirmed their address only',
      ],
      'sign-in/single-sign-on.test.ts': [
        'rejects sign-up with a provider that the operator does not allow: %s',
      ],
      'main/setup.test.ts': [
        'is done once, whichever links there are',
        'stays good while people have signed up and nobody owns anything',
        'is spent as soon as somebody owns an organization, however they came to',
      ],
    },
  },
  {
    rule: 'Confirming an address ends what a stranger prepared, and nobody is told who has an account',
    tests: {
      'sign-in/sign-up.test.ts': [
        'leaves a stranger who signed up with an address nothing of the account',
        'is given to who confirms the address, and the password of before ends',
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
        'are apart unless the operator named the project, and always with an endpoint of the caller',
        'stay apart for what was stored before, and ask no metadata service',
      ],
      'notifications/sinks/aws-role.test.ts': [
        'asks nobody at an address that the operator has not allowed',
        'is exchanged at STS and signs requests of allowed projects',
        '%s is refused, and nothing secret is told',
      ],
    },
  },
  {
    rule: 'What the operator configures and what tenants configure have fences of their own',
    tests: {
      'main/two-fences.test.ts': [
        'reaches with single sign-on what the operator allows it, which opens nothing to tenants',
        'reaches for tenants what the operator allows them, which opens nothing to single sign-on',
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
        'is refused where no page calls, and so to who only has read it',
        'refuses those that there are, bound or not, in every process, until it is switched on',
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
        'keeps no connection of a superuser while it serves, and lets nobody in without a password',
      ],
      'db/tenants-role.test.ts': [
        'reaches only tables with row-level security',
        'neither finds nor changes a row of others in any table',
        'are none %s',
      ],
      'db/embedded-postgres.test.ts': [
        'gives a folder from before a password, and nobody in without it',
      ],
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
      'conventions/nobody-stops-others.test.ts': ['answers others at once while somebody %s'],
    },
  },
  {
    rule: 'A renewal of tokens holds a lease, not a connection of the database',
    tests: {
      'provider/refresh-token.test.ts': [
        'holds nobody up while a provider takes long to renew tokens',
        'writes nothing back once another process has the lease',
      ],
    },
  },
  {
    rule: 'One bad connection stops no other’s renewal',
    tests: {
      'provider/refresh-token.test.ts': [
        'renews each connection in its own job, earliest expiry first, and logs failures',
        'renews for others at once while the tokens of twenty connections cannot be had',
      ],
      'write/write.test.ts': ['leaves room for other jobs while the provider of many writes hangs'],
    },
  },
  {
    rule: 'What comes back is bounded, and parsed while others are served',
    tests: {
      'provider/large-replies.test.ts': [
        'holds nobody up while replies of 60 MB, and of just under 8, come back',
      ],
      'egress/parse-in-slices.test.ts': [
        'lets others have the process while it parses megabytes of %s',
      ],
      'object-metadata/large-objects.test.ts': [
        'refuses to list the fields of a record that has hundreds of thousands, at once',
      ],
      'provider/check-provider-entry.test.ts': [
        'refuses a file of too many %s at once, and asks nobody',
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
        'leaves half of the places to other connections, and takes turns between them',
      ],
      'installations/slow-provider.test.ts': [
        'lets others read at once while a hundred wait for a provider',
      ],
      'sync/turns/starvation.test.ts': [
        'reads for a healthy tenant while the accounts of a dozen others hang',
      ],
      'conventions/hanging-accounts.test.ts': [
        'delivers the changes of a tenant while the accounts of another do not answer',
        'looks at the fields of a tenant while the accounts of another do not answer',
        'reads for a tenant in at most 1.5 times the time while the accounts of another do not answer',
      ],
    },
  },
  {
    rule: 'No tenant holds all connections to a provider, and nobody one without reading',
    tests: {
      'proxy/bystanders.test.ts': [
        'answers a tenant while others hold all the connections to the provider that they get',
        'cuts off a reply that its caller does not read, and no other of the same caller',
        'ends the wait of a caller who is gone, and leaves the place to the next',
      ],
      'egress/places.test.ts': ['leaves connections for another tenant, however many one wants'],
      'egress/lookups.test.ts': [
        'looks up the names of a tenant while names of others do not resolve',
      ],
      'http/end-unless-read.test.ts': [
        'cuts off the long reply of %s that its caller does not read, and no other',
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
      'db/database.test.ts': ['keeps connections for others however many one tenant wants'],
      'conventions/nobody-stops-others.test.ts': ['answers others at once while somebody %s'],
    },
  },
  {
    rule: 'Shutting down ends',
    tests: {
      'main/shutdown.test.ts': [
        'ends in time, whatever hangs: half a body, a request, a read, a job',
        'leaves a job that hangs forever to the next process',
      ],
      'http/server.test.ts': ['shuts down in time despite incomplete request bodies'],
    },
  },
  {
    rule: 'Processes start together, and versions one after another, on one database',
    tests: {
      'db/migrate.test.ts': [
        'lets ten processes start together on a new database',
        'starts on a database that the next version has changed, and works',
      ],
      'conventions/nobody-stops-others.test.ts': [
        'answers others at once while ten processes start on their database',
      ],
    },
  },
  {
    rule: 'A database that comes late or breaks off is waited for, and nobody let in before it serves',
    tests: {
      'main/database-blinks.test.ts': [
        'waits for a database that comes late and breaks off, lets nobody in before it can serve, and says when it hangs',
      ],
      '../../../journeys/story.test.ts': ['is ready when quickstart.json is there, and not before'],
    },
  },
  {
    rule: 'No process is signalled that is another',
    tests: {
      'db/embedded-postgres.test.ts': [
        'signals no process that has got the number of a server that ended',
      ],
    },
  },
  {
    rule: 'Requests at the same time never meet a 500',
    tests: {
      'conventions/races.test.ts': [
        'answers 404 when the connection goes while it is being installed on',
        'keeps what was learnt of a connection while it was being changed',
        'uninstalls once of three times at once, and answers the others 404',
      ],
      'http/violation-problem.test.ts': [
        'knows a problem for every constraint that two requests can meet at',
      ],
      'conventions/nobody-stops-others.test.ts': ['answers others at once while somebody %s'],
    },
  },
  {
    rule: 'A tenant has only so much, and what is old goes',
    tests: {
      'conventions/tenant-limits.test.ts': [
        'lets eight at once make no more %s than there may be',
        'counts what a project stores as it comes and goes, and lets no two pass the limit',
        'keeps a group that anybody may name from stopping the others',
      ],
      'conventions/retention.test.ts': [
        'operations and their logs, except running ones and backfills',
        'configurations, but those in force or by which something runs',
        'revisions, but the live one and those that somebody installed',
        'records of the audit log, which nobody removes before',
      ],
      'notifications/old-messages.test.ts': [
        'gives the rows of days without a partition one, and their days expire',
        'moves rows of a clock that was ahead, so that their day has a partition when it comes',
        'keeps what has yet to be delivered, and removes it once it is',
      ],
      'conventions/nobody-stops-others.test.ts': [
        'answers others at once while old rows of somebody move and go',
      ],
    },
  },
  {
    rule: 'Strangers are counted, and passwords slowed, without locking anybody out',
    tests: {
      'main/outside-contract.test.ts': [
        'counts strangers by address, an IPv6 network as one, and lets others be',
        'answers others at once while one address asks for everything that strangers may',
      ],
      'main/settings.test.ts': [
        'rejects an invalid or unlimited proxy list: PLATFORM_TRUST_PROXY=%s',
      ],
      'sign-in/password-guesses.test.ts': [
        'asks for a mailed code after many wrong passwords, whatever their addresses, and lets in with it',
        'lets the right password in after a delay where no mail can be sent',
        'guesses no faster than who signs in, and needs the mailed code as they do',
      ],
      'conventions/nobody-stops-others.test.ts': ['answers others at once while somebody %s'],
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
        'lets nobody frame the page %s',
        'answers others at once while somebody sends what is no request',
      ],
      'conventions/generated-input.test.ts': [
        '%s answers whatever is sent as it declares',
        '$path refuses every other method',
      ],
      'conventions/nobody-stops-others.test.ts': ['answers others at once while somebody %s'],
    },
  },
]

/** What stays behind is recorded, sealed, or goes. */
export const keptRules: readonly TrustRule[] = [
  {
    rule: 'A customer’s record that a builder looks at is kept nowhere, and that they looked is',
    tests: {
      'sync/preview-mapping.test.ts': [
        'keeps in the audit log who looked at whose record, and nothing of the record',
      ],
    },
  },
  {
    rule: 'Who read a secret, signed in or changed something is in the audit log',
    tests: {
      'audit/secret-reads.test.ts': ['records who read a secret, without the secret'],
      'audit/sign-in-records.test.ts': [
        'records sign-ins, failed sign-ins and credential changes for owners',
      ],
      'audit/audit-log.test.ts': ['changes nothing that it cannot record'],
      'main/bootstrap.test.ts': [
        'is the first thing in the log of the organization that it makes, and makes it once',
      ],
    },
  },
  {
    rule: 'What may hold a credential is sealed, and tokens end with their session',
    tests: {
      'notifications/set-up/sealed-headers.test.ts': [
        'keeps headers sealed, and sends and shows them as they are',
      ],
      'audit/secret-reads.test.ts': [
        'seals replies that are kept for an Idempotency-Key, of organizations too',
      ],
      'sign-in/sign-in.test.ts': ['takes no token of a session that has ended, however it did'],
    },
  },
  {
    rule: 'Metrics are for who has their token, and tell of no tenant',
    tests: {
      'main/outside-contract.test.ts': [
        'returns metrics without tenant data to token holders only',
      ],
    },
  },
  {
    rule: 'Nothing is installed but what the lockfile says, and no child is told the master key',
    tests: {
      '../../../journeys/install-missing.test.ts': [
        'installs exactly the lockfile or nothing, and passes no secrets to npm',
      ],
      '../../../journeys/release.test.ts': [
        'serves the dashboard and the packages without anything that builds them',
      ],
      'main/start-up.test.ts': ['does not pass the master key to other processes'],
    },
  },
  {
    rule: 'A backup holds no key, is found damaged in time, and is delivered on from',
    tests: {
      'main/backup.test.ts': [
        'restores a server into an empty folder, which delivers and reads on',
        'brings back every row as it was, and every trigger, policy and partition',
        'refuses a file that is damaged or cut off before anything is written',
        'names the key that it needs, and refuses what is in use, full, or of a newer version',
      ],
    },
  },
  {
    rule: 'Imported connections live on, and master keys change while servers run',
    tests: {
      'provider/imported-connections.test.ts': [
        'renews what was imported of %s again and again, with a new master key too',
      ],
      'secrets/secrets.test.ts': [
        'moves every key to the new master key while servers go on, and the old one is then needless',
      ],
    },
  },
]
