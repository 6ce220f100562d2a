import type { Client, OptionsOf, Schemas } from '@platform/client'

/** Everything that the dashboard changes within one project. */
export function projectActions(client: Client, projectIdOrName: string) {
  const params = { projectIdOrName }
  const base = '/v1/projects/{projectIdOrName}'
  const named = (destination: string) => ({ params: { ...params, destination } })

  return {
    updateProject: (project: { name?: string; appName?: string }) =>
      client.patch(base, { params, body: { updateMask: Object.keys(project), project } }),

    /** With `force` its installations are deleted, too. */
    deleteProject: (force: boolean) => client.delete(base, { params, query: { force } }),

    retryDelivery: (deliveryId: string) =>
      client.post(`${base}/deliveries/{deliveryId}:retry`, { params: { ...params, deliveryId } }),

    setDisabled: (destination: string, disabled: boolean) =>
      client.patch(`${base}/destinations/{destination}`, {
        ...named(destination),
        body: { updateMask: ['disabled'], destination: { disabled } },
      }),
    createDestination: (body: OptionsOf<'post', `${typeof base}/destinations`>['body']) =>
      client.post(`${base}/destinations`, { params, body }),
    /** What waits for it is cancelled. */
    deleteDestination: (destination: string) =>
      client.delete(`${base}/destinations/{destination}`, {
        ...named(destination),
        query: { force: true },
      }),
    rotateSecrets: async (destination: string) => {
      const { secrets } = await client.get(`${base}/destinations/{destination}`, {
        ...named(destination),
        query: { rotate: true },
      })
      return secrets
    },
    testDestination: (destination: string) =>
      client.post(`${base}/destinations/{destination}:test`, { ...named(destination), body: {} }),
    /** Not a query: a secret is shown once and kept nowhere. */
    revealSecrets: async (destination: string) => {
      const { secrets } = await client.get(`${base}/destinations/{destination}`, {
        ...named(destination),
        query: { includeSecrets: true },
      })
      return secrets
    },

    createTopic: (name: string) => client.post(`${base}/topics`, { params, body: { name } }),
    renameTopic: (topicId: string, name: string) =>
      client.patch(`${base}/topics/{topicId}`, { params: { ...params, topicId }, body: { name } }),
    deleteTopic: (topicId: string) =>
      client.delete(`${base}/topics/{topicId}`, { params: { ...params, topicId } }),
    createEventRoute: (topicId: string, eventType: Schemas['NotificationEventType']) =>
      client.post(`${base}/notification-event-topic-routes`, {
        params,
        body: { topicId, eventType },
      }),
    deleteEventRoute: (routeId: string) =>
      client.delete(`${base}/notification-event-topic-routes/{routeId}`, {
        params: { ...params, routeId },
      }),
    createDestinationRoute: (topicId: string, destinationId: string) =>
      client.post(`${base}/topic-destination-routes`, { params, body: { topicId, destinationId } }),
    deleteDestinationRoute: (routeId: string) =>
      client.delete(`${base}/topic-destination-routes/{routeId}`, {
        params: { ...params, routeId },
      }),

    replay: (body: OptionsOf<'post', `${typeof base}/deliveries:replay`>['body']) =>
      client.post(`${base}/deliveries:replay`, { params, body }),
    cancelReplay: (replayId: string) =>
      client.post(`${base}/replays/{replayId}:cancel`, { params: { ...params, replayId } }),

    createApiKey: (body: {
      label: string
      scopes: ('full' | 'frontend')[]
      expireTime?: string
    }): Promise<Schemas['ApiKey']> => client.post(`${base}/api-keys`, { params, body }),
    setApiKeyActive: (apiKey: string, active: boolean) =>
      client.patch(`${base}/api-keys/{apiKey}`, {
        params: { ...params, apiKey },
        body: { updateMask: ['active'], apiKey: { active } },
      }),
    deleteApiKey: (apiKey: string) =>
      client.delete(`${base}/api-keys/{apiKey}`, { params: { ...params, apiKey } }),

    createJwtKey: (body: OptionsOf<'post', `${typeof base}/jwt-keys`>['body']) =>
      client.post(`${base}/jwt-keys`, { params, body }),
    setJwtKeyActive: (keyId: string, active: boolean) =>
      client.patch(`${base}/jwt-keys/{keyId}`, {
        params: { ...params, keyId },
        body: { updateMask: ['active'], jwtKey: { active } },
      }),
    deleteJwtKey: (keyId: string) =>
      client.delete(`${base}/jwt-keys/{keyId}`, { params: { ...params, keyId } }),

    createProviderApp: (body: OptionsOf<'post', `${typeof base}/provider-apps`>['body']) =>
      client.post(`${base}/provider-apps`, { params, body }),
    /** Fields that are left out stay as they are. */
    updateProviderApp: (
      providerAppId: string,
      providerApp: OptionsOf<
        'patch',
        `${typeof base}/provider-apps/{providerAppId}`
      >['body']['providerApp'],
    ) =>
      client.patch(`${base}/provider-apps/{providerAppId}`, {
        params: { ...params, providerAppId },
        body: { updateMask: Object.keys(providerApp), providerApp },
      }),
    deleteProviderApp: (providerAppId: string) =>
      client.delete(`${base}/provider-apps/{providerAppId}`, {
        params: { ...params, providerAppId },
      }),
  }
}
