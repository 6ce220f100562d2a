import type { DestinationMetadata } from '@platform/contract'
import { givenHttp, type SinkWorld } from '../testing/sink-world.ts'

export async function givenWebhookReceiver(metadata?: DestinationMetadata): Promise<SinkWorld> {
  const { url, requests } = await givenHttp(204)
  return {
    metadata: { url, ...metadata },
    credentials: {},
    arrived: async () =>
      requests.map(({ headers, body }) => ({
        id: String(headers['webhook-id']),
        type: body.notificationType ?? body.action,
        data: body.data ?? body,
      })),
  }
}
