/** The folder of `packages/server/src` whose statements each table is written and read by. */
export const tableOwners: Record<string, string[]> = {
  access: ['builders'],
  audit: ['audit_log'],
  connections: ['connection_refreshes', 'connections', 'connect_sessions', 'consumers', 'groups'],
  db: ['tenant_key'],
  downloads: ['downloads'],
  http: ['idempotency_keys', 'rate_limit_buckets'],
  installations: ['configs', 'installations', 'pauses'],
  integrations: ['integrations', 'revisions'],
  jobs: ['engine_processes'],
  main: ['setup_links'],
  notifications: [
    'deliveries',
    'delivery_hours',
    'destinations',
    'event_topic_routes',
    'events',
    'installation_hours',
    'queued_deliveries',
    'replays',
    'senders',
    'topic_destination_routes',
    'topics',
    'usage_months',
  ],
  npm: ['published_packages'],
  'object-metadata': ['custom_fields', 'watched_schemas'],
  operations: ['operation_logs', 'operations'],
  organizations: ['claimed_domains', 'invites', 'memberships', 'organizations'],
  provider: ['provider_budgets', 'refresh_leases'],
  projects: ['api_keys', 'jwt_keys', 'projects', 'provider_apps', 'stored_bytes'],
  secrets: ['data_keys', 'server_secrets'],
  'sign-in': ['auth'],
  subscribe: ['change_events', 'change_sweeps', 'subscribed_installations', 'subscriptions'],
  sync: ['held_results', 'installation_objects', 'read_turns', 'snapshot_records'],
  write: ['writes'],
}

/** Where one statement instead of two rules is worth it, and why. */
export const exceptions: { folder: string; tables: string[]; reason: string }[] = [
  {
    folder: 'downloads',
    tables: ['deliveries', 'destinations', 'events'],
    reason: 'How long an address works hangs on its event and how the deliveries of that stand.',
  },
  {
    folder: 'notifications',
    tables: ['downloads'],
    reason: 'What an event left for download is erased by the statement that erases the event.',
  },
  {
    folder: 'notifications',
    tables: ['installations', 'operations'],
    reason: 'What is about one of them is found by the customer whose it is.',
  },
  {
    folder: 'organizations',
    tables: ['builders'],
    reason: 'Members and invites are listed with the names of people.',
  },
  {
    folder: 'provider',
    tables: ['projects'],
    reason:
      'Budgets of all projects are written by one statement, but those of a project that is gone.',
  },
  {
    folder: 'projects',
    tables: ['memberships'],
    reason: 'A builder lists the projects of all of their organizations, page by page.',
  },
  {
    folder: 'projects',
    tables: ['installations'],
    reason: 'A project that is in use is kept, and who uses it stands two floors above.',
  },
  {
    folder: 'connections',
    tables: ['provider_apps'],
    reason: 'Connections are listed with the OAuth client of their tokens, page by page.',
  },
  {
    folder: 'installations',
    tables: ['groups', 'integrations'],
    reason: 'Installations are listed with the names of both, page by page.',
  },
  {
    folder: 'installations',
    tables: ['installation_objects'],
    reason:
      'Who paused what is forgotten by the transaction that erases them, on a lower floor than reads.',
  },
  {
    folder: 'installations',
    tables: ['operations'],
    reason: 'An old configuration goes unless something still runs by it.',
  },
  {
    folder: 'sync',
    tables: ['connections', 'engine_processes', 'installations', 'operations'],
    reason:
      'Whose turn it is to read, among all tenants and processes, is decided by one statement.',
  },
  {
    folder: 'operations',
    tables: ['installation_objects', 'subscribed_installations'],
    reason:
      'An old operation goes unless an object counts on it as its backfill, or a subscription as its set-up.',
  },
  {
    folder: 'integrations',
    tables: ['configs'],
    reason: 'An old revision goes unless somebody installed it, and the rows of that are above.',
  },
  {
    folder: 'subscribe',
    tables: ['connections', 'engine_processes'],
    reason: 'Whose events a webhook brings, and who listens among all processes, is one statement.',
  },
  {
    folder: 'main',
    tables: ['auth', 'memberships'],
    reason: 'The page for the first account asks whether there is one already.',
  },
]
