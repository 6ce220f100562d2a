/**
 * The security guarantees. Each is a tag of the tests that try to break it: `vitest run
 * --tags-filter=key-limits` runs those of one. A run of all tests fails if no test of a guarantee
 * passed.
 */
export const guarantees = [
  {
    name: 'across-tenants',
    description:
      'Statements across tenants are listed, and neither reveal nor change rows of others.',
  },
  { name: 'credential-targets', description: 'Callers cannot choose where credentials are sent.' },
  {
    name: 'group-access',
    description: 'A group is reached only by callers that name it and by its own end users.',
  },
  {
    name: 'key-limits',
    description:
      'A key is limited to its capabilities, integrations and networks, and cannot create one that allows more.',
  },
  {
    name: 'project-roles',
    description: 'A role in a project allows what is listed for it, only in that project.',
  },
  {
    name: 'agent-tools',
    description:
      'Agents get only the tools that an integration allows, and changes that need confirmation wait for it.',
  },
  {
    name: 'live-records',
    description:
      'Viewing live records of customers requires a role that may deploy; it is audited, and the records are not stored.',
  },
  {
    name: 'own-provider-urls',
    description: "URLs of the operator's own providers are visible only to builders and full keys.",
  },
  {
    name: 'credential-links',
    description: 'A link for new credentials works once, for one connection, and limits guesses.',
  },
  { name: 'oauth-browser', description: 'OAuth continues only in the browser that started it.' },
  { name: 'same-account', description: 'Reconnecting requires the same account at the provider.' },
  {
    name: 'closed-sign-up',
    description: 'Sign-up is closed by default, and the setup link works once.',
  },
  {
    name: 'confirmed-addresses',
    description:
      'Confirming an address ends the access of strangers, and replies do not reveal who has an account.',
  },
  {
    name: 'aws-role',
    description: 'Only projects that the operator lists use the AWS role of the server.',
  },
  {
    name: 'separate-networks',
    description: 'The networks that operators and tenants may reach are configured separately.',
  },
  {
    name: 'frontend-keys',
    description: 'A frontend key works only on its pages, and a project can disable such keys.',
  },
  {
    name: 'database-roles',
    description: 'No role of the database can lift the isolation of tenants at run time.',
  },
  { name: 'bounded-expressions', description: 'Expressions of tenants run within bounds.' },
  {
    name: 'refresh-lease',
    description: 'Refreshing a token holds a lease, not a connection to the database.',
  },
  { name: 'independent-refresh', description: 'A failing connection does not delay others.' },
  {
    name: 'bounded-replies',
    description: 'Replies of providers are bounded, and parsing them does not block others.',
  },
  {
    name: 'limits-before-bodies',
    description: 'Anonymous requests are limited before their body is read.',
  },
  {
    name: 'provider-share',
    description: 'Each project has a limited share of the calls to a provider.',
  },
  {
    name: 'connection-share',
    description:
      'No tenant can occupy all connections to a provider, and no caller can keep one without reading.',
  },
  { name: 'database-share', description: 'No tenant can occupy all connections to the database.' },
  { name: 'timely-shutdown', description: 'The server shuts down in time.' },
  {
    name: 'concurrent-start',
    description: 'Processes start concurrently, and versions one after another, on one database.',
  },
  {
    name: 'database-outage',
    description:
      'The server waits for a late or failing database, and accepts requests only when it is ready.',
  },
  { name: 'own-processes', description: 'Only processes of this server are signalled.' },
  { name: 'races', description: 'Concurrent requests are never answered with 500.' },
  { name: 'tenant-limits', description: 'Tenants have limits, and old data expires.' },
  {
    name: 'anonymous-limits',
    description:
      'Anonymous requests are limited and password guesses delayed, without locking anyone out.',
  },
  { name: 'declared-replies', description: 'Every request gets a declared reply, never 500.' },
  {
    name: 'audit',
    description: 'The audit log records who read a secret, signed in or changed something.',
  },
  {
    name: 'encrypted-secrets',
    description:
      'Stored values that may contain credentials are encrypted, and tokens end with their session.',
  },
  { name: 'metrics', description: 'Metrics require their token and contain no tenant data.' },
  {
    name: 'child-processes',
    description:
      'Only packages of the lockfile are installed, and no child process gets the master key.',
  },
  {
    name: 'backups',
    description:
      'A backup contains no key, is rejected if damaged, and resumes deliveries after its restoration.',
  },
  {
    name: 'master-keys',
    description: 'Imported connections keep working, and the master key changes while servers run.',
  },
] as const

declare module 'vitest' {
  interface TestTags {
    guarantee: (typeof guarantees)[number]['name']
  }
}

/** Returns the guarantees of which no test passed. */
export function findUnprovenGuarantees(
  tests: Iterable<{ tags: readonly string[]; isPassed: boolean }>,
): readonly { name: string; description: string }[] {
  const proven = new Set([...tests].flatMap(({ tags, isPassed }) => (isPassed ? tags : [])))
  return guarantees.filter(({ name }) => !proven.has(name))
}
