import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { DestinationMetadata } from '@platform/contract'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { SinkEvent } from '../event.ts'
import { awsCalls, awsIssues, findEndpoint, nameIssues } from '../aws/calls.ts'
import { inPath } from '../aws/signature.ts'
import { awsFailure, awsRejection, findXmlText, type AwsReply } from '../aws/replies.ts'
import { formatMessage } from '../batches.ts'
import type { Outcome } from '../outcome.ts'
import { issue, type SinkType } from '../sink.ts'
import { templateIssues, parseTemplate } from '../template.ts'
import { getFirst, must } from '@platform/kernel/values'

const compress = promisify(gzip)
const maxInBatch = 10_000
const defaultBatch = 1_000
const defaultWaitSecs = 60
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucketName = /^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z\d][a-z\d.-]{1,61}[a-z\d]$/

/**
 * Object storage: one object per message or, with `batch`, compressed objects with one JSON per
 * line in the folder of the template. An object contains the data, with type, ID and time as
 * metadata or in each line.
 */
export const s3: SinkType = {
  type: 's3',
  isWebhook: false,
  // A signature is worth nothing elsewhere.
  secretsFollow: [],

  validate(target, context) {
    const { metadata } = target
    return [
      ...nameIssues('bucket', metadata.bucket, bucketName, 'platform-events'),
      ...(metadata.bucket?.endsWith('--x-s3')
        ? [
            issue(
              'metadata.bucket',
              'Directory buckets are not supported. Use a general purpose bucket.',
            ),
          ]
        : []),
      ...nameIssues('storageClass', metadata.storageClass, /^[A-Z_]+$/, 'STANDARD_IA'),
      ...awsIssues(target, context),
      ...templateIssues('metadata.keyTemplate', metadata.keyTemplate),
    ]
  },

  open(target, context) {
    const { metadata } = target
    const call = awsCalls(target, context, {
      service: 's3',
      region: must(metadata.region, 'region'),
      endpoint: toBucketLocation(metadata),
    })
    const made = parseTemplate(metadata.keyTemplate)
    const makeObjectKey = (event: SinkEvent, fallback: string) =>
      withinBucket(made(event, fallback)) || fallback

    const put = async (
      events: readonly SinkEvent[],
      {
        key,
        headers,
        body,
      }: { key: string; headers: Record<string, string>; body: string | Buffer },
    ): Promise<Outcome[]> => {
      const request = { url: `s3://${metadata.bucket}/${key}`, headers: {} }
      const outcome = await call({
        method: 'PUT',
        path: `/${key.split('/').map(inPath).join('/')}`,
        headers: {
          ...headers,
          ...(metadata.storageClass && { 'x-amz-storage-class': metadata.storageClass }),
        },
        body,
      }).then(toOutcome, (error: Error) => awsFailure(error))
      return events.map(() => ({ ...outcome, request }))
    }

    const putOne = (event: SinkEvent) => {
      const time = new Date(timeOfId(event.id)).toISOString()
      return put([event], {
        key: makeObjectKey(event, `${event.type}/${time.slice(0, 10)}/${event.id}.json`),
        headers: {
          'content-type': 'application/json',
          'x-amz-meta-event-type': event.type,
          'x-amz-meta-event-id': event.id,
          'x-amz-meta-event-time': time,
        },
        body: event.body,
      })
    }

    const putMany = async (events: readonly SinkEvent[]) => {
      const first = getFirst(events)
      const date = new Date(timeOfId(first.id)).toISOString().slice(0, 10)
      const lines = events.map((event) => `${formatMessage(event)}\n`)
      return put(events, {
        // Segments must not share a key, or one would replace the other.
        key: `${makeObjectKey(first, date)}/${first.id}-${randomUUID()}.ndjson.gz`,
        headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
        body: await compress(lines.join('')),
      })
    }

    return {
      maxBatch: metadata.batch ? Math.min(metadata.batchSize ?? defaultBatch, maxInBatch) : 1,
      maxBatchBytes: metadata.batch ? 16 * 1024 * 1024 : Infinity,
      lingerMs: metadata.batch ? (metadata.maxWaitSecs ?? defaultWaitSecs) * 1000 : 0,
      send: (events) => (metadata.batch ? putMany(events) : putOne(getFirst(events))),
      close() {},
    }
  },
}

/**
 * Returns the key without segments that a URL would resolve: it contains values of customers, and
 * `../` would lead to another bucket. Empty segments are removed; each dot of `.` and `..` becomes
 * `_`.
 */
const withinBucket = (key: string): string =>
  key
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (/^\.{1,2}$/.test(segment) ? segment.replaceAll('.', '_') : segment))
    .join('/')

/**
 * Returns the host and path of the bucket: at AWS it is part of the host if a certificate covers
 * it, elsewhere part of the path.
 */
function toBucketLocation({ bucket, region, endpointUrl }: DestinationMetadata) {
  const { origin, prefix } = findEndpoint({ endpointUrl }, 's3', must(region, 'region'))
  return endpointUrl || bucket!.includes('.')
    ? { origin, prefix: `${prefix}/${bucket}` }
    : { origin: origin.replace('//', `//${bucket}.`), prefix }
}

function toOutcome({ status, body }: AwsReply): Outcome {
  if (status >= 200 && status < 300) {
    return { succeeded: true, response: { status, headers: {}, body: '' } }
  }
  return awsRejection(status, findXmlText(body, 'Code'), findXmlText(body, 'Message'))
}
