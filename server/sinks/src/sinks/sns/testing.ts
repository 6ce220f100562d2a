import type { DestinationMetadata } from '@platform/contract'
import { awsAccount, askMoto, credentials, givenQueue, region } from '../aws/testing.ts'
import type { SinkWorld } from '../testing/sink-world.ts'

/** Creates a topic that a queue subscribes to. */
export const givenSns =
  ({ isFifo }: { isFifo: boolean }) =>
  async (metadata?: DestinationMetadata): Promise<SinkWorld> => {
    const { url, name, arn, receive } = await givenQueue({ isFifo })
    const ask = (Action: string, body: object) =>
      askMoto(url, 'sns', { body: { Action, Version: '2010-03-31', ...body } })
    await ask('CreateTopic', {
      Name: name,
      ...(isFifo && {
        'Attributes.entry.1.key': 'FifoTopic',
        'Attributes.entry.1.value': 'true',
      }),
    })
    const topicArn = `arn:aws:sns:${region}:${awsAccount}:${name}`
    await ask('Subscribe', {
      ...{ TopicArn: topicArn, Protocol: 'sqs', Endpoint: arn },
      'Attributes.entry.1.key': 'RawMessageDelivery',
      'Attributes.entry.1.value': 'true',
    })
    return {
      metadata: { endpointUrl: url, topicArn, ...metadata },
      credentials,
      arrived: async () => (await receive()).map((body) => JSON.parse(body)),
    }
  }
