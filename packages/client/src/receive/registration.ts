import type { RoutedEventType } from '@platform/contract'
import type { ReceiveToken } from '@platform/contract/receive-token'
import type { Client } from '../client.ts'

/** Shortest interval between requests for a new secret: anybody can send requests with invalid signatures. */
const renewEveryMs = 60_000

/** Registers how a receiver gets its messages, and knows the secret that verifies those sent to its URL. */
export function openRegistration(
  client: Client,
  { project, destination }: ReceiveToken,
  {
    url,
    consumer,
    eventTypes,
  }: {
    url: string | undefined
    consumer: string
    eventTypes: RoutedEventType[] | undefined
  },
) {
  let resolveRegistered: (secret: string | undefined) => void
  // Node 20 has no Promise.withResolvers.
  const registered = new Promise<string | undefined>((resolve) => (resolveRegistered = resolve))
  let isRegistered = false
  let secret: string | undefined
  let renewing: Promise<void> | undefined
  let renewedAtMs = Number.NEGATIVE_INFINITY

  const register = async (): Promise<void> => {
    const started = await client.post(
      '/v1/projects/{projectIdOrName}/destinations/{destination}:receive',
      {
        params: { projectIdOrName: project, destination },
        body: { consumer, ...(url && { url }), ...(eventTypes && { eventTypes }) },
      },
    )
    secret = started.webhookSigningKey
    isRegistered = true
    resolveRegistered(secret)
  }

  return {
    /** Registers unless it has; rejects if the platform does. */
    async ensure(): Promise<void> {
      if (!isRegistered) await register()
    },
    /** Returns the secret once it is registered. */
    secret: async (): Promise<string | undefined> => (isRegistered ? secret : registered),
    /** Returns a secret other than this one, if the platform has rotated it. */
    async renew(former: string): Promise<string | undefined> {
      if (secret === former && performance.now() - renewedAtMs >= renewEveryMs) {
        renewing ??= register()
          // The former one is tried again with the next request.
          .catch(() => undefined)
          .finally(() => {
            renewing = undefined
            renewedAtMs = performance.now()
          })
        await renewing
      }
      return secret === former ? undefined : secret
    },
  }
}
