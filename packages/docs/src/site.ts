/** What the site has, in the order in which it is read; `source` is a Markdown file below `docs/`. */
export interface Section {
  title: string
  pages: Page[]
}

export interface Page {
  /** Below `/docs/`, with a slash at the end but for the first page's, which is empty. */
  path: string
  /** What the side navigation calls it. */
  name: string
  source?: string
}

const page = (source: string, name: string): Page => ({ path: pathOf(source), name, source })

/** The address of a Markdown file's page, below `/docs/`. */
export const pathOf = (source: string): string =>
  `${source.replace(/\.md$/, '')}/`.replace(/^(.*\/)?README\/$/, '$1')

/** Everything that is written in Markdown; the reference is made from the contract and the schemas. */
export const guides: Section[] = [
  {
    title: 'Start',
    pages: [
      page('README.md', 'Overview'),
      page('start/first-integration.md', 'First integration'),
      page('start/express.md', 'With Express'),
      page('start/fastify.md', 'With Fastify'),
      page('start/next.md', 'With Next'),
    ],
  },
  {
    title: 'Build',
    pages: [
      page('manifest.md', 'platform.yaml'),
      page('ui/README.md', 'Embedding the UI'),
      page('ui/looks.md', 'Looks of the UI'),
      page('webhooks.md', 'Webhooks'),
      page('events.md', 'Events'),
      page('writing.md', 'Writing and searching'),
      page('subscribing.md', 'Subscribing'),
      page('custom-fields.md', 'Custom fields'),
      page('proxy.md', 'Calling the provider'),
      page('watching-schemas.md', 'Watching schemas'),
      page('schedules.md', 'Schedules'),
      page('deletions.md', 'Deletions'),
      page('versions-of-a-record.md', 'Versions of a record'),
      page('snapshots.md', 'Changes without times'),
      page('packages.md', 'Packages'),
      page('ui/proofs.md', 'How the UI is proven'),
    ],
  },
  {
    title: 'Providers',
    pages: [
      page('provider-apps.md', 'Provider apps'),
      page('providers/salesforce.md', 'Salesforce'),
      page('providers/hubspot.md', 'HubSpot'),
      { path: 'catalogue/providers/', name: 'Catalogue' },
      page('catalogue.md', 'What the catalogue knows'),
      page('own-providers.md', 'Providers of your own'),
      page('provider-limits.md', 'Limits of providers'),
      page('refused-credentials.md', 'Refused credentials'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('operating.md', 'Running it'),
      page('sizes.md', 'Sizes'),
      page('settings.md', 'Settings'),
      page('postgresql.md', 'PostgreSQL'),
      page('containers.md', 'Containers'),
      page('monitoring.md', 'Monitoring'),
      page('backup.md', 'Backup and restore'),
      page('upgrading.md', 'Upgrading'),
      page('removing.md', 'Removing things'),
      page('security.md', 'Security'),
    ],
  },
]
