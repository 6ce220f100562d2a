import { z } from 'zod'

export interface ProblemType {
  status: number
  title: string
  /** What the caller can do about it, when the same sentence always fits. */
  remedy?: string
  retryable?: boolean
}

/** Every way an operation can fail. The key ends the problem's `type` URI and names its docs page. */
export const problemTypes = {
  // Every operation
  'invalid-input': {
    status: 400,
    title: 'The request is not valid',
    remedy: 'Correct the inputs that `issues` names.',
  },
  'malformed-json': {
    status: 400,
    title: 'The body is not JSON',
    remedy: 'Send well-formed JSON.',
  },
  'malformed-request': { status: 400, title: 'The request is not HTTP that can be read' },
  'credential-missing': {
    status: 401,
    title: 'A credential is required',
    remedy: 'Send `X-Api-Key: <key>` or `Authorization: Bearer <token>`.',
  },
  'credential-invalid': { status: 401, title: 'The credential is not valid' },
  'webhook-not-proved': {
    status: 401,
    title: 'The webhook is not proved to be the provider’s',
    remedy:
      'Send it with the signature of the provider app that it is for, within five minutes of signing it.',
  },
  'bearer-required': {
    status: 401,
    title: 'This operation accepts a Bearer token only',
    remedy:
      'Sign in and send `Authorization: Bearer <token>`; an API key does not act for a person.',
  },
  'permission-missing': { status: 403, title: 'The credential does not allow this' },
  'origin-not-allowed': {
    status: 403,
    title: 'The credential is not for pages of this origin',
    remedy:
      'Add the origin to the `allowedOrigins` of the key or, where it names none and for a JWT, of the project.',
  },
  'frontend-keys-off': {
    status: 403,
    title: 'The project takes no API keys of scope frontend',
    remedy:
      'Send a JWT that your backend signs for the end user, or set the `frontendKeys` of the project to `allowed`.',
  },
  'owner-required': { status: 403, title: 'The org:owner permission is required' },
  'email-not-verified': {
    status: 403,
    title: 'The email address has yet to be confirmed',
    remedy: 'Follow the link in the mail that came when you signed up, or have another one sent.',
  },
  'route-not-found': {
    status: 404,
    title: 'There is no such route',
    remedy: 'See /docs for every operation.',
  },
  'not-found': { status: 404, title: 'It does not exist' },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'not-acceptable': {
    status: 406,
    title: 'The wanted media type is not available',
    remedy: 'Accept application/json.',
  },
  'request-timeout': { status: 408, title: 'The request took too long to arrive', retryable: true },
  'idempotency-key-in-use': {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    retryable: true,
  },
  'precondition-failed': {
    status: 412,
    title: 'It has changed since it was read',
    remedy: 'Read it again and send the new ETag in If-Match.',
  },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': {
    status: 415,
    title: 'The media type of the body is not supported',
    remedy: 'Send `Content-Type: application/json`.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    remedy: 'Use a new Idempotency-Key for a new request.',
  },
  'too-many-requests': { status: 429, title: 'Too many requests', retryable: true },
  'headers-too-large': { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'Something went wrong here', retryable: true },
  unavailable: {
    status: 503,
    title: 'The service is not available at the moment',
    retryable: true,
  },
  // Organizations
  'org-not-found': { status: 404, title: 'There is no such organization' },
  'builder-not-found': { status: 404, title: 'There is no such builder' },
  'membership-exists': { status: 400, title: 'The builder is already a member' },
  'membership-not-found': { status: 404, title: 'The builder is not a member' },
  'last-owner': {
    status: 422,
    title: 'The organization needs an owner',
    remedy: 'Make somebody else an owner first.',
  },
  'invite-not-found': { status: 404, title: 'There is no such invite' },
  'invite-exists': {
    status: 400,
    title: 'The person is invited already',
    remedy: 'Revoke the pending invite to send another.',
  },
  'invite-not-pending': { status: 400, title: 'The invite is no longer pending' },
  'domain-not-found': { status: 404, title: 'Nobody has claimed the domain' },
  'domain-claimed': { status: 409, title: 'Another organization has claimed the domain' },
  'domain-not-proven': {
    status: 400,
    title: 'Nothing proves that the domain is yours',
    remedy:
      'Sign in with a verified email of the domain, or add the DNS TXT record that `detail` names.',
  },
  // Projects
  'in-use': { status: 409, title: 'It is in use' },
  'limit-reached': {
    status: 409,
    title: 'A limit is reached',
    remedy:
      'Delete what is no longer needed, or have the operator raise the setting that `detail` names.',
  },
  'project-not-found': { status: 404, title: 'There is no such project' },
  'project-name-taken': { status: 422, title: 'A project has this name already' },
  'project-in-use': {
    status: 422,
    title: 'The project has installations',
    remedy: 'Delete them first, or repeat with `force=true`.',
  },
  'api-key-not-found': { status: 404, title: 'There is no such API key' },
  'jwt-key-not-found': { status: 404, title: 'There is no such JWT key' },
  'provider-app-not-found': { status: 404, title: 'There is no such provider app' },
  'provider-app-exists': {
    status: 422,
    title: 'The provider has an app already',
    remedy: 'Update that app, or tell the two apart by `externalRef`.',
  },
  // Integrations
  'manifest-invalid': {
    status: 422,
    title: 'platform.yaml is not valid',
    remedy: 'Correct what `issues` names; `platform validate` shows the same.',
  },
  'integration-not-found': { status: 404, title: 'There is no such integration' },
  'integration-name-taken': { status: 422, title: 'An integration has this name already' },
  'revision-not-found': { status: 404, title: 'There is no such revision' },
  'provider-not-found': {
    status: 404,
    title: 'There is no such provider',
    remedy: 'See /v1/providers for every provider.',
  },
  'provider-not-supported': { status: 400, title: 'The provider is not supported for this' },
  // Connections
  'connection-not-found': { status: 404, title: 'There is no such connection' },
  'connection-missing': {
    status: 422,
    title: 'The group has no connection',
    remedy: 'Connect the provider first.',
  },
  'group-not-found': { status: 404, title: 'There is no such group' },
  'consumer-not-found': { status: 404, title: 'There is no such consumer' },
  'connection-in-use': { status: 422, title: 'An installation uses the connection' },
  'provider-app-missing': {
    status: 422,
    title: 'The provider has no app configured',
    remedy: 'Add the OAuth client under provider apps.',
  },
  'connect-session-not-found': { status: 404, title: 'There is no such connect session' },
  'connect-session-open': {
    status: 422,
    title: 'The end user has not come back yet',
    remedy: 'Ask again when the window that was opened says so, or start connecting again.',
  },
  'connect-session-failed': {
    status: 422,
    title: 'Nothing was connected',
    remedy: 'Start connecting again.',
  },
  'oauth-state-invalid': {
    status: 400,
    title: 'The sign-in was not started here, has expired or was used already',
    remedy: 'Start connecting again.',
  },
  'authorization-refused': { status: 400, title: 'The provider refused the authorization' },
  'credentials-refused': { status: 422, title: 'The provider refused the credentials' },
  // Installations
  'installation-not-found': { status: 404, title: 'There is no such installation' },
  'installation-exists': { status: 409, title: 'The group has installed the integration already' },
  'sample-read-failed': {
    status: 422,
    title: 'The provider refused a read of the selected fields',
    remedy:
      'Leave out the fields that `issues` names, or have somebody make them visible to the connected user at the provider, or give that user the permission that `detail` names. `skipSampling=true` saves without this check.',
  },
  // Reading
  'operation-not-found': { status: 404, title: 'There is no such operation' },
  'backfill-not-found': { status: 404, title: 'The object has no backfill' },
  'object-not-installed': { status: 400, title: 'The installation does not read the object' },
  'object-paused': {
    status: 409,
    title: 'The object is paused',
    remedy: 'Resume it first: `POST …/installations/{installationId}:unpause`.',
  },
  'operation-ended': { status: 409, title: 'The operation has ended already' },
  'object-not-found': {
    status: 404,
    title: 'The provider has no such object',
    remedy: 'Name an object that the provider has and that the connected user may see there.',
  },
  'deletion-not-enabled': {
    status: 403,
    title: 'The installation does not allow deleting records',
    remedy:
      'Have `deletionSettings.enabled` set for the object in the installation’s configuration.',
  },
  'write-refused': {
    status: 422,
    title: 'The provider refused what was to be written',
    remedy: 'Correct what `errors` tells of.',
  },
  'write-outcome-unknown': {
    status: 502,
    title: 'It is not known whether the record was written',
    remedy: 'Look for the record at the provider before you send it again.',
  },
  'fields-refused': { status: 400, title: 'The provider refused the fields' },
  'sign-in-again': {
    status: 403,
    title: 'The provider no longer accepts the connection’s credentials',
    remedy: 'Have the end user connect again.',
  },
  'provider-permission-missing': {
    status: 403,
    title: 'The provider denies the connected user the permission',
    remedy: 'Have the provider’s administrator grant what `causes` names, then repeat the request.',
  },
  // Providers
  'provider-refused': {
    status: 502,
    title: 'The provider refused the request',
    remedy:
      'Correct what `causes` tells of, or have somebody allow it to the connected user at the provider.',
  },
  'proxy-not-enabled': {
    status: 403,
    title: 'The integration does not let calls through',
    remedy: 'Set `proxy.enabled: true` in platform.yaml and deploy it.',
  },
  'provider-unavailable': {
    status: 502,
    title: 'The provider did not answer',
    retryable: true,
    remedy: 'Repeat the request later.',
  },
  'download-not-found': { status: 404, title: 'There is no such download' },
  // Notifications
  'destination-not-found': { status: 404, title: 'There is no such destination' },
  'destination-name-taken': { status: 409, title: 'A destination has this name already' },
  'destination-unreachable': {
    status: 422,
    title: 'The destination did not accept a message',
    retryable: true,
  },
  'deliveries-pending': {
    status: 409,
    title: 'Deliveries to the destination are pending',
    remedy: 'Send `?force=true` to cancel them.',
  },
  'topic-not-found': { status: 404, title: 'There is no such topic' },
  'topic-name-taken': { status: 409, title: 'A topic has this name already' },
  'route-exists': { status: 409, title: 'The route exists already' },
  'notification-route-not-found': { status: 404, title: 'There is no such route' },
  'event-not-found': { status: 404, title: 'There is no such event' },
  'delivery-not-found': { status: 404, title: 'There is no such delivery' },
  'delivery-in-progress': { status: 409, title: 'The delivery is being made already' },
  'replay-not-found': { status: 404, title: 'There is no such replay' },
} satisfies Record<string, ProblemType>

export type ProblemKind = keyof typeof problemTypes

export const ApiProblem = z
  .looseObject({
    type: z
      .string()
      .meta({ format: 'uri' })
      .describe(
        'A URL that names the kind of problem: compare its last part, or open it to read about it.',
      ),
    href: z
      .string()
      .meta({ format: 'uri' })
      .optional()
      .describe('The same URL, for clients that look for a link.'),
    title: z.string().describe('The kind of problem in a few words; the same every time.'),
    status: z.int().min(400).max(599).describe('The HTTP status of the reply.'),
    detail: z
      .string()
      .describe('What happened this time, in a sentence that names the value at fault.'),
    instance: z.string().describe('Names this one occurrence: the type with the request’s ID.'),
    subsystem: z
      .string()
      .describe('The part of the API that it happened in, such as `connections`.'),
    time: z.iso.datetime().describe('When it happened, in UTC.'),
    requestId: z
      .string()
      .describe(
        'Identifies the request in the server’s log; the `X-Request-Id` header tells it too.',
      ),
    causes: z
      .array(z.string())
      .optional()
      .describe('What brought it about, such as what the provider answered; in no order.'),
    remedy: z.string().optional().describe('What to do about it, where something can be done.'),
    supportEmail: z
      .string()
      .optional()
      .describe('Where the operator of this server takes questions, where they have said so.'),
    supportPhone: z
      .string()
      .optional()
      .describe('The number where the operator takes questions, where they have said so.'),
    supportUrl: z
      .string()
      .optional()
      .describe('The page where the operator takes questions, where they have said so.'),
    retryable: z.boolean().describe('Whether sending the same request again may succeed.'),
    retryAfter: z.iso
      .datetime()
      .optional()
      .describe('Not before then; missing where it is not known.'),
    context: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Values that a program may want to act on, by name; which ones follows from the type.',
      ),
  })
  .meta({
    id: 'ApiProblem',
    description: 'Why a request failed, as `application/problem+json` (RFC 9457).',
  })
export type ApiProblem = z.infer<typeof ApiProblem>

export const InputValidationIssue = z
  .looseObject({
    in: z
      .enum(['body', 'header', 'path', 'query'])
      .describe('Which part of the request holds the input.'),
    name: z
      .string()
      .describe('The path of the input in it, such as `items[0].name`; empty for the whole of it.'),
    value: z.unknown().optional().describe('What was sent; left out where it may be secret.'),
    detail: z.string().describe('What is wrong with it, and what would be right.'),
  })
  .meta({
    id: 'InputValidationIssue',
    description: 'One input that is not valid. What may be secret is never echoed.',
  })
export type InputValidationIssue = z.infer<typeof InputValidationIssue>

export const InputValidationProblem = ApiProblem.extend({
  issues: z
    .array(InputValidationIssue)
    .optional()
    .describe('Every input that is not valid, not only the first.'),
}).meta({
  id: 'InputValidationProblem',
  description: 'Why a request was not valid, input by input.',
})
export type InputValidationProblem = z.infer<typeof InputValidationProblem>
