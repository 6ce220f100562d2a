import type { DestinationMetadata, InputValidationIssue } from '@platform/contract'
import { getNow, must } from '@platform/kernel/values'
import { findXmlText } from '../aws/replies.ts'
import { inPath } from '../aws/signature.ts'
import { createFileSink, type StoredFile } from '../files/file-sink.ts'
import { urlIssues } from '../http-exchange.ts'
import type { Outcome } from '../outcome.ts'
import { issue, type SinkTarget, type SinkType } from '../sink.ts'
import { templateIssues } from '../template.ts'
import { signBySharedKey } from './shared-key.ts'

const serviceVersion = '2023-11-03'
/** https://learn.microsoft.com/azure/storage/common/storage-account-overview#storage-account-name */
const accountName = /^[a-z\d]{3,24}$/
/** https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata */
const containerName = /^(?!.*--)[a-z\d][a-z\d-]{1,61}[a-z\d]$/
const signature = /^\??[\w.~%=&:/+,-]*\bsig=[\w.~%=&:/+,-]+$/
const accountKey = /^[A-Za-z\d+/]{40,}={0,2}$/
const maxReplyBytes = 64 * 1024
const tooManyRequests = new Set([429, 503])

/** Azure Blob Storage: stores the same files as S3, as block blobs. */
export const azureblob: SinkType = {
  type: 'azureblob',
  isWebhook: false,
  // A shared access signature is sent as it is.
  secretsFollow: ['storageAccount', 'endpointUrl'],

  validate({ metadata, credentials }, context) {
    const { storageAccount = '', container = '', endpointUrl, keyTemplate } = metadata
    return [
      ...(accountName.test(storageAccount)
        ? []
        : [
            issue(
              'metadata.storageAccount',
              'The storage account is invalid. Example: acmeevents.',
              storageAccount,
            ),
          ]),
      ...(containerName.test(container)
        ? []
        : [issue('metadata.container', 'The container is invalid. Example: events.', container)]),
      ...(endpointUrl ? urlIssues('metadata.endpointUrl', endpointUrl, context) : []),
      ...templateIssues('metadata.keyTemplate', keyTemplate),
      ...credentialIssues(credentials),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const account = must(metadata.storageAccount, 'storageAccount')
    const container = must(metadata.container, 'container')
    const { origin, prefix } = findBlobEndpoint(metadata)
    const outlet = egress.forTenant(projectId)
    const { storageAccountKey: key, sasToken } = credentials
    return createFileSink(metadata, {
      describeTarget: (name) => `azure://${account}/${container}/${toBlobName(name)}`,
      async put(file) {
        const path = `${prefix}/${container}/${toBlobName(file.key).split('/').map(inPath).join('/')}`
        const body = Buffer.from(file.body)
        const headers = describeBlob(file)
        const authorization = key
          ? signBySharedKey({ method: 'PUT', path, headers, body }, { account, key })
          : undefined
        const reply = await outlet.request(origin, {
          ...{ method: 'PUT', body, timeoutMs, maxBodyBytes: maxReplyBytes },
          path: authorization ? path : `${path}?${sasToken?.replace(/^\?/, '')}`,
          headers: { ...headers, ...(authorization && { authorization }) },
        })
        return toOutcome(reply)
      },
    })
  },
}

function credentialIssues({
  storageAccountKey,
  sasToken,
}: SinkTarget['credentials']): InputValidationIssue[] {
  if (storageAccountKey && sasToken) {
    return [issue('secrets.sasToken', 'Set either the key of the account or a SAS token.')]
  }
  if (!storageAccountKey && !sasToken) {
    return [issue('secrets', 'The key of the storage account or a SAS token is required.')]
  }
  if (storageAccountKey && !accountKey.test(storageAccountKey)) {
    return [issue('secrets.storageAccountKey', 'This is no key of a storage account.')]
  }
  if (sasToken && !signature.test(sasToken)) {
    return [issue('secrets.sasToken', 'This is no SAS token. It contains sig=, and is no URL.')]
  }
  return []
}

/** Returns the service of the account, or an endpoint whose path may name the account. */
function findBlobEndpoint({ storageAccount, endpointUrl }: DestinationMetadata) {
  const { origin, pathname } = new URL(
    endpointUrl ?? `https://${storageAccount}.blob.core.windows.net`,
  )
  return { origin, prefix: pathname.replace(/\/+$/, '') }
}

/** Returns the name without what Azure would read as another path: backslashes and dots at the end of parts. */
const toBlobName = (key: string): string =>
  key.replaceAll('\\', '_').replaceAll(/\.+(?=\/|$)/g, (dots) => '_'.repeat(dots.length))

const describeBlob = ({ contentType, contentEncoding, attributes }: StoredFile) => ({
  'content-type': contentType,
  ...(contentEncoding && { 'content-encoding': contentEncoding }),
  'x-ms-blob-type': 'BlockBlob',
  'x-ms-date': getNow().toUTCString(),
  'x-ms-version': serviceVersion,
  // Names of metadata are identifiers.
  ...Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      `x-ms-meta-${name.replaceAll('-', '_')}`,
      value,
    ]),
  ),
})

/** https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2 */
function toOutcome({ status, body }: { status: number; body: string }): Outcome {
  const response = { status, headers: {}, body: '' }
  if (status === 201) return { succeeded: true, response }
  const code = findXmlText(body, 'Code')
  // The lines after it name the request.
  const [words = ''] = (findXmlText(body, 'Message') ?? '').split('\n')
  return {
    succeeded: false,
    class: 'refused',
    detail: code ? `${code}: ${words}`.slice(0, 1000) : `It answered ${status}.`,
    response,
    ...(tooManyRequests.has(status) && { isThrottled: true }),
  }
}
