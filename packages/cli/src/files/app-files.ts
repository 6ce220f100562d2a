import type { Schemas } from '@platform/client'
import type { SubscribedObjects } from '../commands/provider-apps/provider-apps-files.ts'

interface AppFacts {
  appName: string
  baseUrl: string
  redirectUri: string
  scopes: readonly string[]
  subscribed: NonNullable<SubscribedObjects>
  /** URL that receives events; undefined before the provider app exists. */
  eventURL: string | undefined
}

interface AppFiles {
  /** Texts by path. */
  files: Record<string, string>
  notes: string[]
}

/** Makes the files from which a provider creates the builder’s OAuth app. */
export function makeAppFiles(
  { name, apiVersion }: Pick<Schemas['ProviderInfo'], 'name' | 'apiVersion'>,
  facts: AppFacts,
): AppFiles {
  if (name === 'hubspot') return makeHubspotProject(facts)
  if (name === 'slack') return makeSlackManifest(facts)
  return makeShopifyConfiguration(facts, apiVersion)
}

/**
 * Makes a HubSpot project: https://developers.hubspot.com/docs/apps/developer-platform/build-apps/app-configuration
 */
function makeHubspotProject({
  appName,
  baseUrl,
  redirectUri,
  scopes,
  subscribed,
  eventURL,
}: AppFacts): AppFiles {
  const uid = toIdentifier(appName)
  const app = {
    uid: `${uid}_app`,
    type: 'app',
    config: {
      name: appName,
      description: `Connects ${appName} to HubSpot.`,
      distribution: 'marketplace',
      auth: {
        type: 'oauth',
        redirectUrls: [redirectUri],
        requiredScopes: scopes,
        optionalScopes: [],
        conditionallyRequiredScopes: [],
      },
      permittedUrls: { fetch: [baseUrl], iframe: [], img: [] },
    },
  }
  const project = { name: `${uid}_project`, srcDir: 'src', platformVersion: '2026.09' }
  const files = {
    'hsproject.json': toJson(project),
    'src/app/app-hsmeta.json': toJson(app),
  }
  const upload = 'Upload the project: hs project upload'
  if (subscribed.length === 0) return { files, notes: [upload] }
  if (eventURL === undefined) {
    return {
      files,
      notes: [
        upload,
        'Then add the client ID and secret with `platform provider-apps set hubspot`, and run this command again with --overwrite: it adds the webhooks of the subscribed objects.',
      ],
    }
  }
  if (!eventURL.startsWith('https:')) {
    return {
      files,
      notes: [
        upload,
        `HubSpot cannot reach ${baseUrl}, so the server reads changes from HubSpot's webhooks journal. For webhooks, run this command with the public https URL of the server.`,
      ],
    }
  }
  const webhooks = {
    uid: `${uid}_webhooks`,
    type: 'webhooks',
    config: {
      settings: { targetUrl: eventURL, maxConcurrentRequests: 10 },
      subscriptions: { crmObjects: subscribed.flatMap(toHubspotSubscriptions) },
    },
  }
  const unnamed = subscribed.filter(
    ({ updateEvent }) => updateEvent && !updateEvent.requiredWatchFields?.length,
  )
  return {
    files: { ...files, 'src/app/webhooks/webhooks-hsmeta.json': toJson(webhooks) },
    notes: [
      upload,
      ...unnamed.map(
        ({ objectName }) =>
          `HubSpot reports updates per property. Name those of ${objectName} as requiredWatchFields, or its updates are only found by polling.`,
      ),
    ],
  }
}

type SubscribedObject = NonNullable<SubscribedObjects>[number]

function toHubspotSubscriptions({
  objectName,
  createEvent,
  updateEvent,
  deleteEvent,
  associationChangeEvent,
}: SubscribedObject) {
  const objectType = toHubspotType(objectName)
  const subscribe = (subscriptionType: string, more = {}) => ({
    subscriptionType,
    objectType,
    ...more,
    active: true,
  })
  return [
    ...(createEvent ? [subscribe('object.creation')] : []),
    ...(deleteEvent ? [subscribe('object.deletion')] : []),
    ...(associationChangeEvent ? [subscribe('object.associationChange')] : []),
    ...(updateEvent?.requiredWatchFields ?? []).map((propertyName) =>
      subscribe('object.propertyChange', { propertyName }),
    ),
  ]
}

const hubspotTypes: Readonly<Record<string, string>> = {
  contacts: 'contact',
  companies: 'company',
  deals: 'deal',
  tickets: 'ticket',
  products: 'product',
  line_items: 'line_item',
}

const toHubspotType = (objectName: string) => hubspotTypes[objectName.toLowerCase()] ?? objectName

/** Makes a manifest: https://docs.slack.dev/reference/app-manifest */
function makeSlackManifest({ appName, redirectUri, scopes }: AppFacts): AppFiles {
  const manifest = {
    display_information: { name: appName.slice(0, 35) },
    features: { bot_user: { display_name: appName.slice(0, 80), always_online: false } },
    oauth_config: { redirect_urls: [redirectUri], scopes: { bot: scopes } },
    settings: {
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  }
  return {
    files: { 'manifest.json': toJson(manifest) },
    notes: ['Paste it at https://api.slack.com/apps: Create New App, From a manifest.'],
  }
}

/** Makes a configuration: https://shopify.dev/docs/apps/build/cli-for-apps/app-configuration */
function makeShopifyConfiguration(
  { appName, baseUrl, redirectUri, scopes }: AppFacts,
  apiVersion: string | undefined,
): AppFiles {
  const text = [
    `name = ${JSON.stringify(appName)}`,
    `application_url = ${JSON.stringify(baseUrl)}`,
    'embedded = false',
    '',
    '[access_scopes]',
    `scopes = ${JSON.stringify(scopes.join(','))}`,
    'use_legacy_install_flow = true',
    '',
    '[auth]',
    `redirect_urls = [${JSON.stringify(redirectUri)}]`,
    ...(apiVersion ? ['', '[webhooks]', `api_version = ${JSON.stringify(apiVersion)}`] : []),
    '',
  ].join('\n')
  return {
    files: { 'shopify.app.toml': text },
    notes: ['Link it to an app and release it: shopify app config link, shopify app deploy'],
  }
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const toIdentifier = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '') || 'app'
