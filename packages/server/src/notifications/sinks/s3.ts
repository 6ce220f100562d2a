import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { StorageClass } from '@aws-sdk/client-s3'
import { timeOfId } from '../../db/new-id.ts'
import type { EventRecord } from '../message.ts'
import type { Outcome } from './outcome.ts'
import { awsConfig, awsFailure, awsIssues, nameIssues } from './aws.ts'
import type { SinkType } from './sink.ts'
import { templateIssues, templateOf } from './template.ts'

const compress = promisify(gzip)
const mostInBatch = 10_000
const defaultBatch = 1_000
const defaultWaitSecs = 60
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucketName = /^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z\d][a-z\d.-]{1,61}[a-z\d]$/

/**
 * Object storage: an object for each message, or with `batch` objects of many, one JSON a line,
 * compressed, in the folder that the template names. The object holds the data; type, ID and time are
 * its metadata, or in each line.
 */
export const s3: SinkType = {
  type: 's3',
  isWebhook: false,

  validate(target, context) {
    const { metadata } = target
    return [
      ...nameIssues('bucket', metadata.bucket, bucketName, 'platform-events'),
      ...nameIssues('storageClass', metadata.storageClass, /^[A-Z_]+$/, 'STANDARD_IA'),
      ...awsIssues(target, context),
      ...templateIssues('metadata.keyTemplate', metadata.keyTemplate),
    ]
  },

  open(target, context) {
    const { metadata } = target
    const config = awsConfig(target, context)
    const loading = once(async () => {
      const { S3Client, PutObjectCommand } = await import('@aws-sdk/client-s3')
      const client = new S3Client({
        ...config,
        forcePathStyle: metadata.endpointUrl !== undefined,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      })
      return { client, PutObjectCommand }
    })

    const keyOf = templateOf(metadata.keyTemplate)

    const put = async (
      events: readonly EventRecord[],
      object: {
        Key: string
        Body: string | Buffer
        ContentType: string
        ContentEncoding?: string
        Metadata?: Record<string, string>
      },
    ): Promise<Outcome[]> => {
      const request = { url: `s3://${metadata.bucket}/${object.Key}`, headers: {} }
      try {
        const { client, PutObjectCommand } = await loading()
        const reply = await client.send(
          new PutObjectCommand({
            Bucket: metadata.bucket!,
            ...(metadata.storageClass && { StorageClass: metadata.storageClass as StorageClass }),
            ...object,
          }),
        )
        const response = { status: reply.$metadata.httpStatusCode ?? 200, headers: {}, body: '' }
        return events.map(() => ({ succeeded: true, request, response }))
      } catch (error) {
        const failure = awsFailure(error as Error)
        return events.map(() => ({ ...failure, request }))
      }
    }

    const putOne = (event: EventRecord) => {
      const time = new Date(timeOfId(event.id)).toISOString()
      return put([event], {
        Key: keyOf(event, `${event.type}/${time.slice(0, 10)}/${event.id}.json`),
        Body: event.body,
        ContentType: 'application/json',
        Metadata: { 'event-type': event.type, 'event-id': event.id, 'event-time': time },
      })
    }

    const putMany = async (events: readonly EventRecord[]) => {
      const first = events[0]!
      const date = new Date(timeOfId(first.id)).toISOString().slice(0, 10)
      const lines = events.map(
        (event) =>
          `{"id":"${event.id}","type":"${event.type}","time":"${new Date(timeOfId(event.id)).toISOString()}","data":${event.body}}\n`,
      )
      return put(events, {
        // No two segments share a key, or one would replace the other.
        Key: `${keyOf(first, date)}/${first.id}-${randomUUID()}.ndjson.gz`,
        Body: await compress(lines.join('')),
        ContentType: 'application/x-ndjson',
        ContentEncoding: 'gzip',
      })
    }

    return {
      maxBatch: metadata.batch ? Math.min(metadata.batchSize ?? defaultBatch, mostInBatch) : 1,
      maxBatchBytes: metadata.batch ? 16 * 1024 * 1024 : Infinity,
      lingerMs: metadata.batch ? (metadata.maxWaitSecs ?? defaultWaitSecs) * 1000 : 0,
      send: (events) => (metadata.batch ? putMany(events) : putOne(events[0]!)),
      close() {
        if (loading.isCalled()) void loading().then(({ client }) => client.destroy())
      },
    }
  },
}

/** Calls the function at the first use only. */
export function once<T>(make: () => Promise<T>): (() => Promise<T>) & { isCalled(): boolean } {
  let made: Promise<T> | undefined
  return Object.assign(() => (made ??= make()), { isCalled: () => made !== undefined })
}
