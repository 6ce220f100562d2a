import type { DestinationMetadata } from '@platform/contract'
import { awsCalls, awsIssues, findEndpoint, nameIssues } from '../aws/calls.ts'
import { inPath } from '../aws/signature.ts'
import { awsFailure, awsRejection, findXmlText, type AwsReply } from '../aws/replies.ts'
import { createFileSink } from '../files/file-sink.ts'
import type { Outcome } from '../outcome.ts'
import { issue, type SinkType } from '../sink.ts'
import { templateIssues } from '../template.ts'
import { must } from '@platform/kernel/values'

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const bucketName = /^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z\d][a-z\d.-]{1,61}[a-z\d]$/

/**
 * Object storage: one object per message or, with `batch`, objects with several as lines of JSON or as
 * Parquet. An object contains the data, with type, ID and time as metadata or beside it.
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
    return createFileSink(metadata, {
      describeTarget: (key) => `s3://${metadata.bucket}/${key}`,
      put: ({ key, body, contentType, contentEncoding, attributes }) =>
        call({
          method: 'PUT',
          path: `/${key.split('/').map(inPath).join('/')}`,
          headers: {
            'content-type': contentType,
            ...(contentEncoding && { 'content-encoding': contentEncoding }),
            ...Object.fromEntries(
              Object.entries(attributes).map(([name, value]) => [`x-amz-meta-${name}`, value]),
            ),
            ...(metadata.storageClass && { 'x-amz-storage-class': metadata.storageClass }),
          },
          body,
        }).then(toOutcome, (error: Error) => awsFailure(error)),
    })
  },
}

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
