import { Readable } from 'node:stream'
import type { DestinationMetadata, InputValidationIssue } from '@platform/contract'
import type { Dispatcher } from 'undici'
import { atMost } from '../../egress/egress.ts'
import type { Failure } from './outcome.ts'
import { issue, type SinkChecks, type SinkContext, type SinkTarget } from './sink.ts'
import { toFailure, urlIssues } from './webhook.ts'

/** What the two AWS sinks have in common. */
export function awsIssues(
  target: Pick<SinkTarget, 'projectId' | 'metadata' | 'credentials'>,
  context: SinkChecks,
): InputValidationIssue[] {
  const { metadata, credentials } = target
  const hasHalf = (credentials.awsKeyId === undefined) !== (credentials.awsSecretKey === undefined)
  const hasNone = credentials.awsKeyId === undefined && credentials.awsSecretKey === undefined
  return [
    // It becomes a part of a host.
    ...nameIssues('region', metadata.region, /^[a-z\d]+(-[a-z\d]+)*$/, 'us-east-1'),
    ...(metadata.endpointUrl
      ? urlIssues('metadata.endpointUrl', metadata.endpointUrl, context)
      : []),
    ...(hasHalf ? [issue('secrets', 'awsKeyId and awsSecretKey belong together.')] : []),
    ...(hasNone && !mayUseRole(target, context) ? [issue('secrets', roleRefused)] : []),
  ]
}

const roleRefused =
  "awsKeyId and awsSecretKey are required: the server's own AWS role is for projects that its operator names in PLATFORM_AWS_AMBIENT, without an endpointUrl."

/** The server's own role goes to AWS only, and for those only whom the operator trusts with it. */
const mayUseRole = (
  { projectId, metadata }: Pick<SinkTarget, 'projectId' | 'metadata'>,
  { awsRoleProjects }: Pick<SinkContext, 'awsRoleProjects'>,
) => awsRoleProjects.includes(projectId) && !metadata.endpointUrl

/** The issue of a name that AWS would not take, as a list to spread. */
export const nameIssues = (
  field: keyof DestinationMetadata,
  name: string | undefined,
  pattern: RegExp,
  example: string,
): InputValidationIssue[] =>
  !name || pattern.test(name)
    ? []
    : [issue(`metadata.${field}`, `It is no valid name, such as ${example}.`, name)]

/** The configuration of a client: its requests leave through the egress guard, without its own retries. */
export function awsConfig(target: SinkTarget, context: SinkContext) {
  const { metadata, credentials } = target
  const { egress, timeoutMs } = context
  return {
    region: metadata.region!,
    maxAttempts: 1,
    ...(metadata.endpointUrl && { endpoint: metadata.endpointUrl }),
    ...(credentials.awsKeyId
      ? {
          credentials: {
            accessKeyId: credentials.awsKeyId,
            secretAccessKey: credentials.awsSecretKey!,
            ...(credentials.awsSessionToken && { sessionToken: credentials.awsSessionToken }),
          },
        }
      : { credentials: mayUseRole(target, context) ? context.awsRole : refuseRole }),
    requestHandler: guardedHandler(egress.dispatcher, timeoutMs),
  }
}

/** Stands where the SDK would look for credentials of the server itself. */
const refuseRole = () =>
  Promise.reject(Object.assign(new Error(roleRefused), { name: 'CredentialsProviderError' }))

/** Replies tell what was taken, or why not; an endpoint may be anybody's. */
const mostBodyBytes = 256 * 1024

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
    const body = Readable.from(atMost(mostBodyBytes, reply.body, request.hostname))
    return { response: { statusCode: reply.statusCode, headers: replyHeaders, body } }
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
