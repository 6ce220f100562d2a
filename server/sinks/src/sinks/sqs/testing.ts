import type { DestinationMetadata } from '@platform/contract'
import { credentials, givenQueue, region } from '../aws/testing.ts'
import type { SinkWorld } from '../testing/sink-world.ts'

export const givenSqs =
  ({ isFifo }: { isFifo: boolean }) =>
  async (metadata?: DestinationMetadata): Promise<SinkWorld> => {
    const { url, queueUrl, receive } = await givenQueue({ isFifo })
    return {
      metadata: { endpointUrl: url, region, queueUrl, ...metadata },
      credentials,
      arrived: async () => (await receive()).map((body) => JSON.parse(body)),
    }
  }
