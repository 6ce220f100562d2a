import { once } from 'node:events'
import { createRequire } from 'node:module'
import {
  CreateStreamCommand,
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  KinesisClient,
} from '@aws-sdk/client-kinesis'
import type { DestinationMetadata } from '@platform/contract'
import { must, sleep } from '@platform/kernel/values'
import { onTestFinished } from 'vitest'
import { credentials } from '../aws/testing.ts'
import type { SinkWorld } from '../testing/sink-world.ts'

const require = createRequire(import.meta.url)

export async function givenKinesis(metadata?: DestinationMetadata): Promise<SinkWorld> {
  const server = require('kinesalite')({ createStreamMs: 0 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const endpointUrl = `http://127.0.0.1:${server.address().port}`
  const { NodeHttpHandler } = await import('@smithy/node-http-handler')
  const client = new KinesisClient({
    region: 'us-east-1',
    endpoint: endpointUrl,
    requestHandler: new NodeHttpHandler(),
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  await client.send(new CreateStreamCommand({ StreamName: 'events', ShardCount: 2 }))
  for (;;) {
    const { StreamDescription } = await client.send(
      new DescribeStreamCommand({ StreamName: 'events' }),
    )
    if (must(StreamDescription, 'stream').StreamStatus === 'ACTIVE') break
    await sleep(20)
  }
  return {
    metadata: { endpointUrl, region: 'us-east-1', streamName: 'events', ...metadata },
    credentials,
    async arrived() {
      const { StreamDescription } = await client.send(
        new DescribeStreamCommand({ StreamName: 'events' }),
      )
      const shards = await Promise.all(
        must(StreamDescription?.Shards, 'shards').map(async ({ ShardId }) => {
          const { ShardIterator } = await client.send(
            new GetShardIteratorCommand({
              StreamName: 'events',
              ShardId,
              ShardIteratorType: 'TRIM_HORIZON',
            }),
          )
          return must(
            (await client.send(new GetRecordsCommand({ ShardIterator }))).Records,
            'records',
          )
        }),
      )
      return shards.flat().map(({ Data }) => JSON.parse(Buffer.from(must(Data, 'data')).toString()))
    },
  }
}
