import { generateKeyPair } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createClient, type Client } from '@platform/client'
import { NotificationEventType } from '@platform/contract'
import { createTenant, Problem, type Platform, type BootstrappedTenant } from '@platform/program'
import { sandboxProviderApps } from './provider-apps.ts'

/** A platform that serves its API. */
export type ServingPlatform = Pick<Platform, 'database'> & { url: string }

/** Values of the first start that later ones need. */
export interface Seed extends BootstrappedTenant {
  webhookSigningKey: string
  /** Token with which the demo product receives messages. */
  receiveToken: string
  /** Signs the tokens of the demo product's users. PKCS #8. */
  jwtPrivateKeyPem: string
  jwtKeyId: string
}

const destinationName = 'demo-webhook'
/** On a busy machine too. */
const maxRegistrationMs = 60_000

/** The manifest that the tour deploys and changes. */
const manifestFile = fileURLToPath(import.meta.resolve('@platform/demo/platform.yaml'))

/** Creates a project with everything that the tour needs, through the API. */
export async function seed(
  { database, url: baseUrl }: ServingPlatform,
  { webhookUrl, packageInstallURL }: { webhookUrl: string; packageInstallURL?: string },
): Promise<Seed> {
  const tenant = await createDemoTenant(database)
  const { projectName } = tenant
  const client = createClient({ baseUrl, apiKey: tenant.apiKey })
  const demoKeys = await registerJwtKey(client, projectName)
  const webhookSigningKey = await setUpProject(client, {
    projectName,
    destinationName,
    webhookUrl,
    ...(packageInstallURL !== undefined && { packageInstallURL }),
    sourceYaml: await readFile(manifestFile, 'utf8'),
  })
  const receiveToken = await createReceiveToken({ url: baseUrl }, tenant)
  return { ...tenant, ...demoKeys, webhookSigningKey, receiveToken }
}

/**
 * Creates the project `demo`; or `demo-2` etc., if an earlier first start was interrupted before it
 * stored the keys of its project.
 */
async function createDemoTenant(
  database: Platform['database'],
  count = 1,
): Promise<BootstrappedTenant> {
  const project = count === 1 ? 'demo' : `demo-${count}`
  // An existing person's password is unknown, so another owner is created.
  const owner = count === 1 ? 'owner@acme.test' : `owner-${count}@acme.test`
  try {
    return await createTenant(database, { org: 'Acme', project, owner })
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'project-name-taken' || count === 99)
      throw error
    return createDemoTenant(database, count + 1)
  }
}

async function registerJwtKey(client: Client, projectIdOrName: string) {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const { kid } = await client.post('/v1/projects/{projectIdOrName}/jwt-keys', {
    params: { projectIdOrName },
    body: { label: 'Demo product', algorithm: 'RS256', publicKeyPem: publicKey },
  })
  return { jwtPrivateKeyPem: privateKey, jwtKeyId: kid }
}

/**
 * Adds the sandbox's OAuth clients, a webhook that receives every type of event through one topic,
 * and the integrations. Returns the webhook's signing key.
 */
export async function setUpProject(
  client: Client,
  given: {
    projectName: string
    destinationName: string
    webhookUrl: string
    sourceYaml: string
    /** Link with which customers install the Salesforce app. */
    packageInstallURL?: string
  },
): Promise<string> {
  const params = { projectIdOrName: given.projectName }
  const { packageInstallURL } = given
  for (const app of sandboxProviderApps) {
    const body = {
      ...app,
      ...(packageInstallURL !== undefined &&
        app.provider === 'salesforce' && { metadata: { providerParams: { packageInstallURL } } }),
    }
    await client.post('/v1/projects/{projectIdOrName}/provider-apps', { params, body })
  }
  const destination = await client.post('/v1/projects/{projectIdOrName}/destinations', {
    params,
    body: { name: given.destinationName, type: 'webhook', metadata: { url: given.webhookUrl } },
  })
  const topic = await client.post('/v1/projects/{projectIdOrName}/topics', {
    params,
    body: { name: 'everything' },
  })
  for (const eventType of NotificationEventType.options) {
    await client.post('/v1/projects/{projectIdOrName}/notification-event-topic-routes', {
      params,
      body: { topicId: topic.id, eventType },
    })
  }
  await client.post('/v1/projects/{projectIdOrName}/topic-destination-routes', {
    params,
    body: { topicId: topic.id, destinationId: destination.id },
  })
  const eventType = 'custom.invoice.paid'
  await client.post('/v1/projects/{projectIdOrName}/event-types', {
    params,
    body: { name: eventType, description: 'An invoice of a customer was paid.' },
  })
  await client.put('/v1/projects/{projectIdOrName}/customer-destination-settings', {
    params,
    body: {
      types: ['webhook'],
      maxPerGroup: 3,
      eventTypes: ['read', eventType, 'connection.created', 'read.backfill.done'],
    },
  })
  await client.put('/v1/projects/{projectIdOrName}/integrations:batch', {
    params,
    body: { sourceYaml: given.sourceYaml },
  })
  const { secrets } = await client.get(
    '/v1/projects/{projectIdOrName}/destinations/{destination}',
    {
      params: { ...params, destination: destination.id },
      query: { includeSecrets: true },
    },
  )
  if (!secrets?.webhookSigningKey) throw new Error('The webhook has no signing key.')
  return secrets.webhookSigningKey
}

/** Creates the token with which the demo product receives the messages of its webhook. */
export async function createReceiveToken(
  { url: baseUrl }: Pick<ServingPlatform, 'url'>,
  { apiKey, projectName }: Pick<BootstrappedTenant, 'apiKey' | 'projectName'>,
): Promise<string> {
  const { receiveToken } = await createClient({ baseUrl, apiKey }).post(
    '/v1/projects/{projectIdOrName}/api-keys',
    {
      params: { projectIdOrName: projectName },
      body: { label: 'Demo product', scopes: ['read:messages'], destination: destinationName },
    },
  )
  if (receiveToken === undefined) throw new Error('The key has no token to receive with.')
  return receiveToken
}

/** Waits until the demo product has registered its URL, at which it receives messages. */
export async function waitForReceiver(
  { url: baseUrl }: Pick<ServingPlatform, 'url'>,
  { apiKey, projectName }: Pick<BootstrappedTenant, 'apiKey' | 'projectName'>,
  webhookUrl: string,
): Promise<void> {
  const client = createClient({ baseUrl, apiKey })
  const params = { projectIdOrName: projectName, destination: destinationName }
  const path = '/v1/projects/{projectIdOrName}/destinations/{destination}'
  const endsAt = performance.now() + maxRegistrationMs
  while (performance.now() < endsAt) {
    const destination = await client.get(path, { params })
    if (destination.type === 'webhook' && destination.metadata.url === webhookUrl) return
    await sleep(50)
  }
  throw new Error(`The demo product did not register ${webhookUrl} in time.`)
}
