/** A group of the side navigation, in reading order. */
export interface SiteSection {
  title: string
  pages: DocsPage[]
}

export interface DocsPage {
  /** Below `/docs/`, with a trailing slash; empty for the first page. */
  path: string
  /** Label in the side navigation. */
  name: string
  /** Markdown file below `docs/`; unset for generated pages. */
  source?: string
}

const page = (source: string, name: string): DocsPage => ({
  path: toDocsPath(source),
  name,
  source,
})

/** Returns the path below `/docs/` at which the page of a Markdown file is served. */
export const toDocsPath = (source: string): string =>
  `${source.replace(/\.md$/, '')}/`.replace(/^(.*\/)?README\/$/, '$1')

/** The pages written in Markdown, in reading order. The reference is generated from the contract and the schemas. */
export const guides: SiteSection[] = [
  {
    title: 'Get started',
    pages: [
      page('README.md', 'Overview'),
      page('start/quickstart.md', 'Quickstart'),
      page('concepts.md', 'Concepts'),
      page('start/first-integration.md', 'First integration'),
      page('start/express.md', 'Express'),
      page('start/fastify.md', 'Fastify'),
      page('start/next.md', 'Next.js'),
      page('start/fastapi.md', 'FastAPI'),
      page('start/go.md', 'Go'),
      page('moving.md', 'Move from another platform'),
      page('troubleshooting.md', 'Troubleshooting'),
      page('comparison.md', 'Comparison'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('ui/README.md', 'Embed the UI'),
      page('ui/install-wizard.md', 'Install wizard'),
      page('ui/another-library.md', 'Coming from another library'),
      page('ui/theming.md', 'Theme the UI'),
      page('hosted-page.md', 'Hosted page'),
      page('webhooks.md', 'Receive webhooks'),
      page('pull.md', 'Fetch messages'),
      page('destinations/README.md', 'Destinations'),
      page('destinations/sqs.md', 'SQS'),
      page('destinations/sns.md', 'SNS'),
      page('destinations/eventbridge.md', 'EventBridge'),
      page('destinations/kafka.md', 'Kafka'),
      page('destinations/rabbitmq.md', 'RabbitMQ'),
      page('destinations/redis.md', 'Redis streams'),
      page('destinations/azureblob.md', 'Azure Blob Storage'),
      page('destinations/nats.md', 'NATS JetStream'),
      page('destinations/pubsub.md', 'Google Pub/Sub'),
      page('destinations/postgres.md', 'PostgreSQL tables'),
      page('destinations/clickhouse.md', 'ClickHouse'),
      page('destinations/snowflake.md', 'Snowflake'),
      page('destinations/bigquery.md', 'BigQuery'),
      page('destinations/databricks.md', 'Databricks'),
      page('destinations/chat.md', 'Slack and other chats'),
      page('destinations/s3.md', 'Files in S3'),
      page('destinations/gcs.md', 'Google Cloud Storage'),
      page('record-ordering.md', 'Order record versions'),
      page('schedules.md', 'Schedule reads'),
      page('one-customer.md', 'Act on one customer'),
      page('associations.md', 'Read associations'),
      page('deletions.md', 'Detect deletions'),
      page('filters.md', 'Filter records'),
      page('expressions.md', 'Computed fields'),
      page('records.md', 'List current records'),
      page('snapshots.md', 'Detect changes by snapshots'),
      page('subscribing.md', 'Subscribe to changes'),
      page('schema-changes.md', 'Watch schema changes'),
      page('writing.md', 'Write and search records'),
      page('two-way.md', 'Two-way sync'),
      page('custom-fields.md', 'Create custom fields'),
      page('proxy.md', 'Call the provider API'),
      page('agents.md', 'Offer tools to AI agents'),
      page('approvals.md', 'Approval by a person'),
      page('accounts.md', 'Several accounts of a customer'),
      page('agent-sessions.md', 'Agent sessions'),
      page('removing.md', 'Delete resources'),
      page('packages.md', 'Install packages'),
    ],
  },
  {
    title: 'Providers',
    pages: [
      { path: 'catalogue/providers/', name: 'Catalogue' },
      page('catalogue.md', 'Verification levels'),
      { path: 'catalogue/proofs/', name: 'Proofs' },
      page('provider-apps.md', 'Provider apps'),
      page('providers/salesforce.md', 'Salesforce'),
      page('providers/hubspot.md', 'HubSpot'),
      page('own-providers.md', 'Add your own provider'),
      page('provider-limits.md', 'Provider rate limits'),
      page('refused-credentials.md', 'Credential errors'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('manifest.md', 'platform.yaml'),
      { path: 'manifest/reference/', name: 'platform.yaml keys' },
      page('events.md', 'Events'),
      page('own-events.md', 'Events of your own'),
      page('customer-destinations.md', 'Webhooks of your customers'),
      page('settings.md', 'Settings'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('operating.md', 'Deployment'),
      page('go-live.md', 'Go-live checklist'),
      page('reverse-proxy.md', 'Reverse proxy'),
      page('sizes.md', 'Capacity'),
      page('postgresql.md', 'PostgreSQL'),
      page('message-log.md', 'Message log'),
      page('containers.md', 'Containers'),
      page('monitoring.md', 'Monitoring'),
      page('backup.md', 'Backup and restore'),
      page('upgrading.md', 'Upgrade'),
      { path: 'changelog/', name: 'Changelog', source: '../CHANGELOG.md' },
      page('security.md', 'Security'),
    ],
  },
  {
    title: 'Contribute',
    pages: [
      page('new-provider.md', 'An entry in fifteen minutes'),
      page('ui/quality.md', 'UI quality checks'),
    ],
  },
]

/** Title of the section that the pages of the API follow. */
export const referenceSection = 'Reference'
