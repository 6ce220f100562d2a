import {
  sandboxApps,
  sandboxScopes,
  sandboxWebhookAppId,
  type SandboxControl,
} from '@platform/sandbox'
import { createClient } from '@platform/client'
import { connect } from '../support/connect.ts'
import { eventually } from '../support/program.ts'
import { loadGroupRef, loadManifest, loadProviders, type LoadIntegration } from './load.ts'

/** Sets up a project with both providers connected, installed and subscribed. */
export async function setUpTorture(
  { url, apiKey, projectName }: { url: string; apiKey: string; projectName: string },
  {
    webhookUrl,
    controls,
    hasEvents,
  }: {
    webhookUrl: string
    controls: Record<LoadIntegration, SandboxControl>
    /** Whether created connections are announced to the webhook. */
    hasEvents: boolean
  },
): Promise<void> {
  const client = createClient({ baseUrl: url, apiKey })
  const params = { projectIdOrName: projectName }
  const destination = await client.post('/v1/projects/{projectIdOrName}/destinations', {
    params,
    body: { name: 'webhook', type: 'webhook', metadata: { url: webhookUrl } },
  })
  if (hasEvents) {
    const topic = await client.post('/v1/projects/{projectIdOrName}/topics', {
      params,
      body: { name: 'connections' },
    })
    await client.post('/v1/projects/{projectIdOrName}/notification-event-topic-routes', {
      params,
      body: { topicId: topic.id, eventType: 'connection.created' },
    })
    await client.post('/v1/projects/{projectIdOrName}/topic-destination-routes', {
      params,
      body: { topicId: topic.id, destinationId: destination.id },
    })
  }
  await client.post('/v1/projects/{projectIdOrName}/provider-apps', {
    params,
    body: {
      provider: 'salesforce',
      ...sandboxApps.salesforce,
      scopes: sandboxScopes.salesforce,
    },
  })
  await client.post('/v1/projects/{projectIdOrName}/provider-apps', {
    params,
    body: {
      provider: 'hubspot',
      ...sandboxApps.hubspot,
      scopes: sandboxScopes.hubspot,
      metadata: { providerParams: { appId: String(sandboxWebhookAppId), developerApiKey: 'key' } },
    },
  })
  await client.put('/v1/projects/{projectIdOrName}/integrations:batch', {
    params,
    body: { sourceYaml: loadManifest },
  })
  for (const { integration, provider, objectName } of loadProviders) {
    await connect(client, { ...params, provider, groupRef: loadGroupRef, consumerRef: 'hank' })
    // Slow enough that kills interrupt calls.
    await controls[integration].addFault({
      effect: 'slow',
      delayMs: 100,
      match: { pathRegex: '/query|/composite|/sobjects/Contact|/crm/objects/2026-09/contacts' },
    })
    const path =
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations' as const
    const { id: installationId } = await client.post(path, {
      params: { ...params, integrationId: integration },
      body: {
        groupRef: loadGroupRef,
        config: {
          createdBy: 'torture',
          content: {
            read: { objects: { [objectName]: {} } },
            write: { objects: { [objectName]: { objectName } } },
          },
        },
      },
    })
    await eventually(async () => {
      const { subscription } = await client.get(`${path}/{installationId}`, {
        params: { ...params, integrationId: integration, installationId },
      })
      return subscription?.state === 'active'
    })
  }
}
