import type { DestinationMetadata, InputValidationIssue } from '@platform/contract'
import { awsHost, awsRegion, parseArn } from './hosts.ts'
import type { AwsReply } from './replies.ts'
import { NoAwsRole, type AwsRole } from './role.ts'
import { signHeaders, type AwsRequest } from './signature.ts'
import { issue, type SinkChecks, type SinkContext, type SinkTarget } from '../sink.ts'
import { urlIssues } from '../http-exchange.ts'

/** Validates what AWS sinks have in common. */
export function awsIssues(
  target: Pick<SinkTarget, 'projectId' | 'metadata' | 'credentials'>,
  context: SinkChecks,
): InputValidationIssue[] {
  const { metadata, credentials } = target
  const hasHalf = (credentials.awsKeyId === undefined) !== (credentials.awsSecretKey === undefined)
  const hasNone = credentials.awsKeyId === undefined && credentials.awsSecretKey === undefined
  return [
    ...nameIssues('region', metadata.region, awsRegion, 'us-east-1'),
    ...(metadata.endpointUrl
      ? urlIssues('metadata.endpointUrl', metadata.endpointUrl, context)
      : []),
    ...(hasHalf ? [issue('secrets', 'awsKeyId and awsSecretKey must be set together.')] : []),
    ...(hasNone && !mayUseRole(target, context) ? [issue('secrets', roleRefused)] : []),
  ]
}

const roleRefused =
  "awsKeyId and awsSecretKey are required. The server's own AWS role is only available to projects listed in PLATFORM_AWS_AMBIENT, and not with an endpointUrl."

/**
 * Whether the server's own role may be used: only for AWS hosts and only for projects that the
 * operator trusts.
 */
const mayUseRole = (
  { projectId, metadata }: Pick<SinkTarget, 'projectId' | 'metadata'>,
  { awsRoleProjects }: Pick<SinkContext, 'awsRoleProjects'>,
) => awsRoleProjects.includes(projectId) && !metadata.endpointUrl

/** Returns the issue of a name that AWS rejects, as a list to spread. */
export const nameIssues = (
  field: keyof DestinationMetadata,
  name: string | undefined,
  pattern: RegExp,
  example: string,
): InputValidationIssue[] =>
  !name || pattern.test(name)
    ? []
    : [issue(`metadata.${field}`, `The name is invalid. Example: ${example}.`, name)]

/** Returns the issue of an ARN that names nothing of the kind in a region of its partition. */
export function arnIssues(
  { metadata }: Pick<SinkTarget, 'metadata'>,
  field: 'topicArn' | 'eventBusArn',
  { service, resource, example }: { service: string; resource: RegExp; example: string },
): InputValidationIssue[] {
  const arn = metadata[field] ?? ''
  const parsed = parseArn(arn, service)
  return parsed && resource.test(parsed.resource)
    ? []
    : [issue(`metadata.${field}`, `The ARN is invalid. Example: ${example}.`, arn)]
}

/**
 * Whether SQS and SNS accept the message group: letters, digits and punctuation, up to 128.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export const isAwsGroup = (group: string): boolean => /^[!-~]{1,128}$/.test(group)

type OwnRequest = Pick<AwsRequest, 'method' | 'path' | 'headers' | 'body'>

/** Sends a signed POST or PUT request to one endpoint. */
type AwsCall = (request: OwnRequest) => Promise<AwsReply>

/** Returns the request for an operation of AWS's JSON protocols. */
export const makeJsonRequest = (
  operation: string,
  body: object,
  version: '1.0' | '1.1' = '1.1',
): OwnRequest => ({
  method: 'POST',
  path: '/',
  headers: { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': operation },
  body: JSON.stringify(body),
})

/** Replies contain results per record or errors; endpoints are untrusted. */
const maxBodyBytes = 256 * 1024
/** AWS rejects requests whose time differs more. */
const maxClockSkewMs = 5 * 60_000

/**
 * Creates calls to a service for the destination: guarded by egress, sent once, tolerant of a wrong
 * local clock.
 */
export function awsCalls(
  target: SinkTarget,
  { egress, timeoutMs, ...context }: SinkContext,
  {
    service,
    region,
    endpoint = findEndpoint(target.metadata, service, region),
  }: { service: string; region: string; endpoint?: AwsEndpoint },
): AwsCall {
  const { origin, prefix } = endpoint
  const credentialsOf = credentialsFor(target, context)
  const { host } = new URL(origin)
  const outlet = egress.forTenant(target.projectId)
  let clockOffsetMs = 0
  return async ({ method, path: ownPath, headers, body }) => {
    const path = prefix + ownPath
    const signing = {
      credentials: await credentialsOf(),
      service,
      region,
      at: new Date(Date.now() + clockOffsetMs),
    }
    const reply = await outlet.request(origin, {
      method,
      path,
      headers: signHeaders({ method, host, path, headers, body }, signing),
      body,
      timeoutMs,
      maxBodyBytes,
    })
    const serverTime = Date.parse(String(reply.headers['date'] ?? ''))
    if (Math.abs(serverTime - Date.now() - clockOffsetMs) > maxClockSkewMs) {
      clockOffsetMs = serverTime - Date.now()
    }
    return { status: reply.status, body: reply.body }
  }
}

function credentialsFor(
  target: SinkTarget,
  context: Pick<SinkContext, 'awsRole' | 'awsRoleProjects'>,
): AwsRole {
  const { awsKeyId, awsSecretKey, awsSessionToken } = target.credentials
  if (!awsKeyId) return mayUseRole(target, context) ? context.awsRole : rejectRole
  const own = {
    accessKeyId: awsKeyId,
    secretAccessKey: awsSecretKey!,
    ...(awsSessionToken && { sessionToken: awsSessionToken }),
  }
  return () => Promise.resolve(own)
}

const rejectRole: AwsRole = () => Promise.reject(new NoAwsRole(roleRefused))

interface AwsEndpoint {
  origin: string
  /** Begins every path. */
  prefix: string
}

/** Returns the endpoint of the destination, or else that of the service in the region. */
export function findEndpoint(
  { endpointUrl }: Pick<DestinationMetadata, 'endpointUrl'>,
  service: string,
  region: string,
): AwsEndpoint {
  const { origin, pathname } = new URL(endpointUrl ?? `https://${awsHost(service, region)}`)
  return { origin, prefix: pathname.replace(/\/+$/, '') }
}
