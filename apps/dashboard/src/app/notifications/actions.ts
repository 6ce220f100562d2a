import { parseDeletionEffects, type Client, type OptionsOf, type Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function notificationActions(client: Client, project: string) {
  const { params } = inProject(project)
  const toDestinationCall = (destination: string) => ({ params: { ...params, destination } })
  return {
    retryDelivery: (deliveryId: string) =>
      client.post(`${base}/deliveries/{deliveryId}:retry`, { params: { ...params, deliveryId } }),
    /** Not queries, because the audit log records each view. */
    viewRecords: (eventId: string) =>
      client.get(`${base}/events/{eventId}/records`, { params: { ...params, eventId } }),
    viewPreviousRecord: (eventId: string, position: number) =>
      client.get(`${base}/events/{eventId}/previous-record`, {
        params: { ...params, eventId },
        query: { position },
      }),
    setDisabled: (destination: string, disabled: boolean) =>
      client.patch(`${base}/destinations/{destination}`, {
        ...toDestinationCall(destination),
        body: { updateMask: ['disabled'], destination: { disabled } },
      }),
    createDestination: (body: OptionsOf<'post', `${typeof base}/destinations`>['body']) =>
      client.post(`${base}/destinations`, { params, body }),
    /**
     * Changes the given settings and credentials; an empty setting is cleared. Renames it `anyway` while integrations
     * refer to its name.
     */
    updateDestination: async (
      destination: string,
      {
        name,
        anyway,
        settings,
        secrets,
      }: {
        name: string | undefined
        anyway: boolean
        settings: Record<string, string | number | true>
        secrets: Record<string, string | number | true>
      },
    ) => {
      const filled = Object.entries(settings).filter(([, value]) => value !== '')
      const updateMask = [
        ...(name === undefined ? [] : ['name']),
        ...Object.keys(settings).map((setting) => `metadata.${setting}`),
        ...Object.keys(secrets).map((secret) => `secrets.${secret}`),
      ]
      if (updateMask.length === 0) return undefined
      return client.patch(`${base}/destinations/{destination}`, {
        ...toDestinationCall(destination),
        query: { force: anyway },
        body: {
          updateMask,
          destination: {
            ...(name !== undefined && { name }),
            metadata: Object.fromEntries(filled),
            secrets,
          },
        },
      })
    },
    deleteDestination: async (destination: string, force: boolean) => {
      const { headers } = await client.send('delete', `${base}/destinations/{destination}`, {
        ...toDestinationCall(destination),
        query: { force },
      })
      return parseDeletionEffects(headers)
    },
    rotateSecrets: async (destination: string) => {
      const { secrets } = await client.get(`${base}/destinations/{destination}`, {
        ...toDestinationCall(destination),
        query: { rotate: true },
      })
      return secrets
    },
    testDestination: (destination: string, eventType: Schemas['MessageType']) =>
      client.post(`${base}/destinations/{destination}:test`, {
        ...toDestinationCall(destination),
        body: { eventType },
      }),
    /** Not a query, because secrets must not be cached. */
    revealSecrets: async (destination: string) => {
      const { secrets } = await client.get(`${base}/destinations/{destination}`, {
        ...toDestinationCall(destination),
        query: { includeSecrets: true },
      })
      return secrets
    },
    createPullConsumer: (destination: string, body: { name: string; from: string }) =>
      client.post(`${base}/destinations/{destination}/consumers`, {
        ...toDestinationCall(destination),
        body,
      }),
    seekPullConsumer: (destination: string, consumer: string, to: string) =>
      client.post(`${base}/destinations/{destination}/consumers/{consumer}:seek`, {
        params: { ...params, destination, consumer },
        body: { to },
      }),
    deletePullConsumer: async (destination: string, consumer: string) => {
      await client.delete(`${base}/destinations/{destination}/consumers/{consumer}`, {
        params: { ...params, destination, consumer },
      })
    },
    setCustomerDestinationSettings: (body: Schemas['CustomerDestinationSettings']) =>
      client.put(`${base}/customer-destination-settings`, { params, body }),
    setCustomerDestinationDisabled: (destinationId: string, disabled: boolean) =>
      client.patch(`${base}/customer-destinations/{destinationId}`, {
        params: { ...params, destinationId },
        body: { updateMask: ['disabled'], destination: { disabled } },
      }),
    deleteCustomerDestination: (destinationId: string) =>
      client.delete(`${base}/customer-destinations/{destinationId}`, {
        params: { ...params, destinationId },
      }),
    replay: (body: OptionsOf<'post', `${typeof base}/deliveries:replay`>['body']) =>
      client.post(`${base}/deliveries:replay`, { params, body }),
    cancelReplay: (replayId: string) =>
      client.post(`${base}/replays/{replayId}:cancel`, { params: { ...params, replayId } }),
  }
}
