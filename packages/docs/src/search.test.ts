import MiniSearch from 'minisearch'
import { catalogue } from '@platform/connectors'
import { openapiDocument } from '@platform/contract/openapi'
import { manifestJsonSchema } from '@platform/manifest'
import { beforeAll, expect, it } from 'vitest'
import { createSearch } from './browser/search.ts'
import type { Document } from './reference/document.ts'
import { sitePages } from './site-pages.ts'

let search: ReturnType<typeof createSearch>
beforeAll(async () => {
  const document = openapiDocument() as unknown as Document
  const { found } = await sitePages({ document, manifestSchema: manifestJsonSchema(), catalogue })
  search = createSearch(MiniSearch, found)
})

// Worded as people ask, not as the pages are worded.
it.each([
  ['webhook not arriving', '/docs/troubleshooting/#webhooks-do-not-arrive'],
  ['webhook is not received', '/docs/troubleshooting/#webhooks-do-not-arrive'],
  ['no data is synced', '/docs/troubleshooting/#data-does-not-arrive'],
  ['redirect_uri mismatch', '/docs/provider-apps/#redirect-uri'],
  ['troubleshooting', '/docs/troubleshooting/'],
  ['customer cannot connect', '/docs/refused-credentials/#when-a-customer-cannot-connect'],
  ['rate limit', '/docs/provider-limits/'],
  ['gdpr delete', '/docs/removing/#erase-a-person-or-a-customer'],
  ['changes not arriving', '/docs/operating/#why-changes-do-not-arrive'],
  ['verify hmac', '/docs/webhooks/#verify-the-signature'],
  ['received the same event twice', '/docs/webhooks/'],
  ['token expired', '/docs/refused-credentials/'],
  ['customer must reconnect', '/docs/refused-credentials/'],
  ['oauth callback url', '/docs/provider-apps/#redirect-uri'],
  ['rate limited 429', '/docs/provider-limits/'],
  ['how often is data synced', '/docs/schedules/'],
  ['cron', '/docs/schedules/'],
  ['realtime updates', '/docs/subscribing/'],
  ['docker compose', '/docs/containers/#docker-compose'],
  ['k8s helm', '/docs/containers/#kubernetes'],
  ['environment variables', '/docs/settings/'],
  ['dark colors', '/docs/ui/theming/'],
  ['brand css', '/docs/ui/theming/'],
  ['gdpr delete user', '/docs/removing/#erase-a-person-or-a-customer'],
  ['uninstall', '/docs/removing/'],
  ['ngrok', '/docs/webhooks/#develop-locally'],
  ['sso', '/docs/security/#accounts-and-sign-in'],
  ['how many customers can it handle? scale', '/docs/sizes/'],
  ['which hardware do I need', '/docs/sizes/#recommended-hardware'],
  ['claude mcp', '/docs/agents/'],
  ['create a contact in the crm', '/docs/writing/'],
  ['push records to salesforce', '/docs/writing/'],
  ['prometheus', '/docs/monitoring/'],
  ['disaster recovery', '/docs/backup/'],
  ['unsupported provider', '/docs/own-providers/'],
  ['record removed in hubspot', '/docs/deletions/'],
  ['iframe widget', '/docs/ui/'],
  ['rename fields', '/docs/manifest/#fields'],
  ['roll back', '/docs/upgrading/#roll-back'],
  ['webhook retry schedule', '/docs/webhooks/#retry-deliveries'],
  ['invalid signature', '/docs/webhooks/#verify-the-signature'],
  ['pause sync', '/docs/schedules/#pause-and-resume-reads'],
  ['customer revoked access', '/docs/refused-credentials/'],
  ['list of supported integrations', '/docs/catalogue/providers/'],
  ['bulk write', '/docs/writing/'],
  ['staging environment', '/docs/concepts/'],
  ['why is reading failing', '/docs/operating/#why-an-installation-is-not-read'],
  ['typescript sdk', '/docs/packages/'],
] as const)('answers “%s”', (words, expected) => {
  const best = search(words).slice(0, 4)

  expect(best.map(({ href }) => String(href)).join('\n')).toContain(expected)
})
