import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { must } from '@platform/kernel/values'
import { parseReplyBody } from '../batches.ts'
import { createFileSink, type StoredFile } from '../files/file-sink.ts'
import { urlIssues } from '../http-exchange.ts'
import type { Outcome } from '../outcome.ts'
import { createGoogleTokens, serviceAccountIssues } from '../pubsub/google-token.ts'
import { issue, type SinkType } from '../sink.ts'
import { templateIssues } from '../template.ts'

const service = 'https://storage.googleapis.com'
const scope = 'https://www.googleapis.com/auth/devstorage.read_write'
/** https://cloud.google.com/storage/docs/buckets#naming */
const bucketName = /^(?!goog)(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z\d][\w.-]{1,220}[a-z\d]$/
const maxReplyBytes = 64 * 1024

/** Google Cloud Storage: stores the same files as S3. */
export const gcs: SinkType = {
  type: 'gcs',
  isWebhook: false,
  secretsFollow: ['endpointUrl'],

  validate({ metadata, credentials }, context) {
    const { bucket = '', endpointUrl, keyTemplate } = metadata
    return [
      ...(bucketName.test(bucket)
        ? []
        : [issue('metadata.bucket', 'The bucket is invalid. Example: platform-events.', bucket)]),
      ...(endpointUrl ? urlIssues('metadata.endpointUrl', endpointUrl, context) : []),
      ...templateIssues('metadata.keyTemplate', keyTemplate),
      ...serviceAccountIssues(credentials.serviceAccountKey, { isRequired: !endpointUrl }),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const bucket = must(metadata.bucket, 'bucket')
    const origin = (metadata.endpointUrl ?? service).replace(/\/+$/, '')
    const url = `${origin}/upload/storage/v1/b/${encodeURIComponent(bucket)}/o?uploadType=multipart`
    const outlet = egress.forTenant(projectId)
    const getToken = createGoogleTokens(credentials.serviceAccountKey, { scope })
    return createFileSink(metadata, {
      describeTarget: (key) => `gs://${bucket}/${key}`,
      async put(file) {
        const token = await getToken()
        const { contentType, body } = formatUpload(file)
        const { status, body: reply } = await outlet.request(url, {
          ...{ method: 'POST', body, timeoutMs, maxBodyBytes: maxReplyBytes },
          headers: {
            'content-type': contentType,
            ...(token && { authorization: `Bearer ${token}` }),
          },
        })
        return toOutcome(status, reply)
      },
    })
  },
}

/** https://cloud.google.com/storage/docs/json_api/v1/objects/insert */
function formatUpload({ key, body, contentType, contentEncoding, attributes }: StoredFile) {
  const boundary = randomUUID()
  const described = JSON.stringify({
    ...{ name: key, contentType, metadata: attributes },
    ...(contentEncoding && { contentEncoding }),
  })
  return {
    contentType: `multipart/related; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${described}\r\n`,
      ),
      Buffer.from(`--${boundary}\r\ncontent-type: ${contentType}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

/** https://cloud.google.com/storage/docs/json_api/v1/status-codes */
const Rejection = z.object({ error: z.object({ message: z.string() }) })

function toOutcome(status: number, body: string): Outcome {
  if (status === 200) return { succeeded: true, response: { status, headers: {}, body: '' } }
  const { error } = parseReplyBody(Rejection, body) ?? {}
  return {
    succeeded: false,
    class: 'refused',
    detail: error ? `${status}: ${error.message}`.slice(0, 1000) : `It answered ${status}.`,
    response: { status, headers: {}, body: '' },
    ...(status === 429 && { isThrottled: true }),
  }
}
