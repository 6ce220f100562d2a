import type { DestinationMetadata } from '@platform/contract'
import { awsAccount, askMoto, credentials, givenQueue, region } from '../aws/testing.ts'
import type { SinkWorld } from '../testing/sink-world.ts'

/** Creates a bus, and a rule that sends its events of the platform to a queue. */
export async function givenEventBridge(metadata?: DestinationMetadata): Promise<SinkWorld> {
  const { url, name, arn, receive } = await givenQueue({ isFifo: false })
  const ask = (action: string, body: object) =>
    askMoto(url, 'events', { target: `AWSEvents.${action}`, body })
  await ask('CreateEventBus', { Name: name })
  await ask('PutRule', {
    ...{ Name: name, EventBusName: name },
    EventPattern: JSON.stringify({ source: ['platform'] }),
  })
  await ask('PutTargets', {
    ...{ Rule: name, EventBusName: name },
    Targets: [{ Id: 'queue', Arn: arn }],
  })
  return {
    metadata: {
      endpointUrl: url,
      eventBusArn: `arn:aws:events:${region}:${awsAccount}:event-bus/${name}`,
      ...metadata,
    },
    credentials,
    arrived: async () => (await receive()).map((body) => JSON.parse(body).detail),
  }
}
