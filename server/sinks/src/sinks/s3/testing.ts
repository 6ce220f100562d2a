import { mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { DestinationMetadata } from '@platform/contract'
import { must } from '@platform/kernel/values'
import { onTestFinished } from 'vitest'
import { credentials } from '../aws/testing.ts'
import { readMessages } from '../files/testing.ts'
import type { SinkWorld } from '../testing/sink-world.ts'

const require = createRequire(import.meta.url)

export async function givenS3() {
  const S3rver = require('s3rver') as new (options: object) => {
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: await mkdtemp(join(tmpdir(), 's3-')),
    configureBuckets: [{ name: 'events' }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  const endpointUrl = `http://127.0.0.1:${port}`
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: endpointUrl,
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  const objects = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'events' }))
    return Promise.all(
      Contents.map(async ({ Key }) => {
        const object = await client.send(new GetObjectCommand({ Bucket: 'events', Key }))
        return {
          key: must(Key, 'key'),
          metadata: must(object.Metadata, 'metadata'),
          bytes: await must(object.Body, 'body').transformToByteArray(),
        }
      }),
    )
  }
  return { endpointUrl, objects }
}

export async function givenBucket(metadata?: DestinationMetadata): Promise<SinkWorld> {
  const { endpointUrl, objects } = await givenS3()
  return {
    metadata: { endpointUrl, region: 'us-east-1', bucket: 'events', ...metadata },
    credentials,
    async arrived() {
      const files = (await objects()).map(({ metadata: attributes, ...file }) => ({
        ...file,
        attributes,
      }))
      return (await Promise.all(files.map(readMessages))).flat()
    },
  }
}
