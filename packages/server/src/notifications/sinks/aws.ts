import type {
  DestinationCredentials,
  DestinationMetadata,
  InputValidationIssue,
} from '@platform/contract'
import type { Dispatcher } from 'undici'
import type { Failure } from './outcome.ts'
import { issue, required, type SinkContext } from './sink.ts'
import { toFailure, urlIssues } from './webhook.ts'

/** What the two AWS sinks have in common. */
export function awsIssues(
  { metadata, credentials }: { metadata: DestinationMetadata; credentials: DestinationCredentials },
  context: Pick<SinkContext, 'egress' | 'isDevelopment'>,
): InputValidationIssue[] {
  const hasHalf = (credentials.awsKeyId === undefined) !== (credentials.awsSecretKey === undefined)
  return [
    ...required(metadata, 'region'),
    ...(metadata.endpointUrl
      ? urlIssues('metadata.endpointUrl', metadata.endpointUrl, context)
      : []),
    ...(hasHalf
      ? [
          issue(
            'secrets',
            'awsKeyId and awsSecretKey belong together; without both the ambient role is used.',
          ),
        ]
      : []),
  ]
}

/** The configuration of a client: its requests leave through the egress guard, without its own retries. */
export function awsConfig(
  metadata: DestinationMetadata,
  credentials: DestinationCredentials,
  { egress, timeoutMs }: SinkContext,
) {
  return {
    region: metadata.region!,
    maxAttempts: 1,
    ...(metadata.endpointUrl && { endpoint: metadata.endpointUrl }),
    ...(credentials.awsKeyId && {
      credentials: {
        accessKeyId: credentials.awsKeyId,
        secretAccessKey: credentials.awsSecretKey!,
        ...(credentials.awsSessionToken && { sessionToken: credentials.awsSessionToken }),
      },
    }),
    requestHandler: guardedHandler(egress.dispatcher, timeoutMs),
  }
}

interface AwsRequest {
  protocol: string
  hostname: string
  port?: number
  path: string
  query?: Record<string, string | string[] | null>
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

const guardedHandler = (dispatcher: Dispatcher, timeoutMs: number) => ({
  metadata: { handlerProtocol: 'http/1.1' },
  httpHandlerConfigs: () => ({}),
  updateHttpClientConfig() {},
  destroy() {},
  async handle(request: AwsRequest) {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(request.query ?? {})) {
      for (const one of Array.isArray(value) ? value : [value ?? '']) search.append(name, one)
    }
    const query = search.size > 0 ? `?${search}` : ''
    const port = request.port ? `:${request.port}` : ''
    const { host: _host, 'content-length': _length, ...headers } = request.headers
    const reply = await dispatcher.request({
      origin: `${request.protocol}//${request.hostname}${port}`,
      path: request.path + query,
      method: request.method,
      headers,
      body: request.body ?? null,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const replyHeaders = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
    )
    return { response: { statusCode: reply.statusCode, headers: replyHeaders, body: reply.body } }
  },
})

/** What a refused or failed call of the SDK means for the message. */
export function awsFailure(error: Error & { $metadata?: { httpStatusCode?: number } }): Failure {
  const status = error.$metadata?.httpStatusCode
  if (error.name === 'TimeoutError') {
    return { succeeded: false, class: 'timeout', detail: 'It did not answer in time.' }
  }
  if (error.name === 'CredentialsProviderError') {
    return { succeeded: false, class: 'misconfigured', detail: error.message }
  }
  if (status === undefined) return { succeeded: false, ...toFailure(error) }
  return {
    succeeded: false,
    class: 'refused',
    detail: `${error.name}: ${error.message}`,
    response: { status, headers: {}, body: '' },
  }
}
