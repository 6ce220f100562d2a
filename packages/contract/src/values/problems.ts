import { z } from 'zod'

export interface ProblemType {
  status: number
  title: string
  /** What the caller can do, if it is the same for every occurrence. */
  remedy?: string
  retryable?: boolean
}

/**
 * Every way an operation can fail. The key ends the problem's `type` URI and names its docs page.
 */
export const problemTypes = {
  // Every operation
  'invalid-input': {
    status: 400,
    title: 'The request is invalid',
    remedy: 'Correct the inputs listed in `issues`.',
  },
  'malformed-json': {
    status: 400,
    title: 'The body is not valid JSON',
    remedy: 'Send well-formed JSON.',
  },
  'malformed-request': { status: 400, title: 'The request is not valid HTTP' },
  'credential-missing': {
    status: 401,
    title: 'A credential is required',
    remedy: 'Send `X-Api-Key: <key>` or `Authorization: Bearer <token>`.',
  },
  'credential-invalid': { status: 401, title: 'The credential is invalid' },
  'webhook-not-proved': {
    status: 401,
    title: 'The webhook signature is missing or invalid',
    remedy:
      'Sign the webhook with the secret of the provider app, and send it within five minutes of signing.',
  },
  'bearer-required': {
    status: 401,
    title: 'This operation requires a Bearer token',
    remedy: 'Sign in and send `Authorization: Bearer <token>`. API keys cannot act for a person.',
  },
  'permission-missing': { status: 403, title: 'The credential lacks the required permission' },
  'origin-not-allowed': {
    status: 403,
    title: 'The credential cannot be used from this origin',
    remedy:
      'Add the origin to `allowedOrigins` of the key. For JWTs, and keys without `allowedOrigins`, add it to the project.',
  },
  'network-not-allowed': {
    status: 403,
    title: 'The API key cannot be used from this network',
    remedy:
      'Call from a network in `allowedNetworks` of the key, or add the network. Behind a proxy, set `PLATFORM_TRUST_PROXY` on the server.',
  },
  'frontend-keys-off': {
    status: 403,
    title: 'The project does not accept frontend API keys',
    remedy:
      'Send a JWT signed by your backend for the end user, or set `frontendKeys` of the project to `allowed`.',
  },
  'owner-required': { status: 403, title: 'The org:owner permission is required' },
  'email-not-verified': {
    status: 403,
    title: 'The email address is not verified',
    remedy: 'Follow the link in the mail you received on sign-up, or request a new one.',
  },
  'route-not-found': {
    status: 404,
    title: 'Route not found',
    remedy: 'See /docs for all operations.',
  },
  'not-found': { status: 404, title: 'Resource not found' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'not-acceptable': {
    status: 406,
    title: 'The requested media type is not available',
    remedy: 'Accept application/json.',
  },
  'request-timeout': { status: 408, title: 'The request took too long to arrive', retryable: true },
  'idempotency-key-in-use': {
    status: 409,
    title: 'A request with this Idempotency-Key is in progress',
    retryable: true,
  },
  'precondition-failed': {
    status: 412,
    title: 'The resource has changed',
    remedy: 'Fetch the resource again and send its current ETag in `If-Match`.',
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
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    retryable: true,
    remedy: 'Repeat the request after `retryAfter`, or send fewer requests at a time.',
  },
  'headers-too-large': { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'Internal server error', retryable: true },
  unavailable: {
    status: 503,
    title: 'The service is temporarily unavailable',
    retryable: true,
  },
  // Organizations
  'org-not-found': { status: 404, title: 'Organization not found' },
  'builder-not-found': { status: 404, title: 'Builder not found' },
  'membership-exists': { status: 400, title: 'The builder is already a member' },
  'membership-not-found': { status: 404, title: 'The builder is not a member' },
  'last-owner': {
    status: 422,
    title: 'The organization needs an owner',
    remedy: 'Make another member an owner first.',
  },
  'invite-not-found': { status: 404, title: 'Invite not found' },
  'invite-exists': {
    status: 400,
    title: 'The person already has a pending invite',
    remedy: 'Revoke the pending invite before you send another.',
  },
  'invite-not-pending': { status: 400, title: 'The invite is no longer pending' },
  'domain-not-found': { status: 404, title: 'Domain claim not found' },
  'domain-claimed': { status: 409, title: 'Another organization has claimed the domain' },
  'domain-not-proven': {
    status: 400,
    title: 'Domain ownership is not verified',
    remedy:
      'Sign in with a verified email address of the domain, or add the DNS TXT record given in `detail`.',
  },
  // Projects
  'in-use': { status: 409, title: 'The resource is in use' },
  'deploy-breaks-installations': {
    status: 409,
    title: 'Installations would fail with this manifest',
    remedy: 'Correct the fields listed in `causes`, or deploy with `force=true`.',
  },
  'limit-reached': {
    status: 409,
    title: 'Limit reached',
    remedy:
      'Delete resources you no longer need, or ask the operator to raise the setting named in `detail`.',
  },
  'project-not-found': { status: 404, title: 'Project not found' },
  'project-name-taken': { status: 422, title: 'The project name is taken' },
  'project-in-use': {
    status: 422,
    title: 'The project has installations',
    remedy: 'Delete the installations first, or repeat the request with `force=true`.',
  },
  'api-key-not-found': { status: 404, title: 'API key not found' },
  'agent-not-found': { status: 404, title: 'Agent not found' },
  'connect-link-not-found': { status: 404, title: 'Connect link not found' },
  'approval-not-found': { status: 404, title: 'Approval not found' },
  'approval-decided': {
    status: 409,
    title: 'The write no longer waits for approval',
    remedy: 'Ask for the write again if it is still wanted.',
  },
  'approval-outdated': {
    status: 409,
    title: 'The changes differ from those that were shown',
    remedy: 'Get the approval again, show the changes, and approve those.',
  },
  'jwt-key-not-found': { status: 404, title: 'JWT key not found' },
  'provider-app-not-found': { status: 404, title: 'Provider app not found' },
  'provider-app-exists': {
    status: 422,
    title: 'A provider app for this provider exists',
    remedy: 'Update the existing app, or set a different `externalRef`.',
  },
  // Integrations
  'manifest-invalid': {
    status: 422,
    title: 'platform.yaml is invalid',
    remedy: 'Correct the errors listed in `issues`. `platform validate` reports the same errors.',
  },
  'integration-not-found': { status: 404, title: 'Integration not found' },
  'integration-name-taken': { status: 422, title: 'The integration name is taken' },
  'revision-not-found': { status: 404, title: 'Revision not found' },
  'provider-not-found': {
    status: 404,
    title: 'Provider not found',
    remedy: 'See /v1/providers for all providers.',
  },
  'provider-not-supported': { status: 400, title: 'The provider does not support this operation' },
  // Connections
  'connection-not-found': { status: 404, title: 'Connection not found' },
  'connection-missing': {
    status: 422,
    title: 'The group has no connection',
    remedy: 'Connect the provider first.',
  },
  'group-not-found': { status: 404, title: 'Group not found' },
  'consumer-not-found': { status: 404, title: 'Consumer not found' },
  'connection-in-use': { status: 422, title: 'The connection is used by an installation' },
  'provider-app-missing': {
    status: 422,
    title: 'No provider app is configured',
    remedy: 'Add your OAuth client under Provider apps.',
  },
  'connect-session-not-found': { status: 404, title: 'Connect session not found' },
  'connect-session-open': {
    status: 422,
    title: 'The end user has not finished signing in',
    remedy: 'Retry when the sign-in window reports success, or start connecting again.',
  },
  'connect-session-failed': {
    status: 422,
    title: 'Connecting failed',
    remedy: 'Start connecting again.',
  },
  'oauth-state-invalid': {
    status: 400,
    title: 'The sign-in is unknown, expired or already used',
    remedy: 'Start connecting again.',
  },
  'authorization-refused': { status: 400, title: 'The provider refused the authorization' },
  'credentials-refused': { status: 422, title: 'The provider refused the credentials' },
  // Installations
  'installation-not-found': { status: 404, title: 'Installation not found' },
  'installation-exists': { status: 409, title: 'The group has already installed the integration' },
  'accounts-not-allowed': {
    status: 409,
    title: 'The integration allows one account per customer',
    remedy: 'Set `multiple: true` for the integration in platform.yaml and deploy it.',
  },
  'sample-read-failed': {
    status: 422,
    title: 'The provider refused a read of the selected fields',
    remedy:
      'Deselect the fields listed in `issues`, make them visible to the connected user at the provider, or grant the permission named in `detail`. `skipSampling=true` saves without this check.',
  },
  'support-access-off': {
    status: 403,
    title: 'Support access is off',
    remedy:
      'Ask the customer to turn on support access: in your product, open the integration and choose Manage.',
  },
  // Reading
  'operation-not-found': { status: 404, title: 'Operation not found' },
  'backfill-not-found': { status: 404, title: 'The object has no backfill' },
  'records-not-kept': {
    status: 409,
    title: 'The records of the object are not kept',
    remedy: 'Set `keepRecords: true` for the object in `platform.yaml`, and deploy it.',
  },
  'object-not-installed': { status: 400, title: 'The installation does not use the object' },
  'object-paused': {
    status: 409,
    title: 'The object is paused',
    remedy: 'Resume it first: `POST …/installations/{installationId}:unpause`.',
  },
  'operation-ended': { status: 409, title: 'The operation has already ended' },
  'object-not-found': {
    status: 404,
    title: 'The provider has no such object',
    remedy: 'Use an object that exists at the provider and is visible to the connected user.',
  },
  'deletion-not-enabled': {
    status: 403,
    title: 'The installation does not allow deleting records',
    remedy: 'Set `deletionSettings.enabled` for the object in the installation’s configuration.',
  },
  'write-refused': {
    status: 422,
    title: 'The provider refused the write',
    remedy: 'Fix the errors listed in `errors`.',
  },
  'write-conflict': {
    status: 409,
    title: 'The record was changed at the provider',
    remedy: 'Read the record, merge the changes and write it again.',
  },
  'write-outcome-unknown': {
    status: 502,
    title: 'The outcome of the write is unknown',
    remedy: 'Check whether the provider has the record before you send it again.',
  },
  'fields-refused': { status: 400, title: 'The provider refused the fields' },
  'sign-in-again': {
    status: 403,
    title: 'The provider no longer accepts the connection’s credentials',
    remedy: 'Ask the end user to sign in again.',
  },
  'provider-permission-missing': {
    status: 403,
    title: 'The connected user lacks a permission at the provider',
    remedy:
      'Ask the provider’s administrator to grant the permission named in `causes`, then repeat the request.',
  },
  // Providers
  'provider-refused': {
    status: 502,
    title: 'The provider refused the request',
    remedy:
      'Fix the errors listed in `causes`, or ask the provider’s administrator to grant the connected user access.',
  },
  'proxy-not-enabled': {
    status: 403,
    title: 'The proxy is not enabled for the integration',
    remedy: 'Set `proxy.enabled: true` in platform.yaml and deploy it.',
  },
  'provider-unavailable': {
    status: 502,
    title: 'The provider did not answer',
    retryable: true,
    remedy: 'Repeat the request later.',
  },
  'download-not-found': { status: 404, title: 'Download not found' },
  // Notifications
  'destination-not-found': { status: 404, title: 'Destination not found' },
  'destination-not-pulled': {
    status: 409,
    title: 'The messages of this destination are sent, not fetched',
    remedy: 'Create a destination of type `pull`, and route messages to it.',
  },
  'pull-consumer-not-found': {
    status: 404,
    title: 'The destination has no such consumer',
    remedy: 'Create the consumer first.',
  },
  'pull-consumer-name-taken': {
    status: 409,
    title: 'The destination has a consumer of this name already',
  },
  'destination-name-taken': { status: 409, title: 'The destination name is taken' },
  'destination-unreachable': {
    status: 422,
    title: 'The destination did not accept a message',
    retryable: true,
  },
  'deliveries-pending': {
    status: 409,
    title: 'Deliveries to the destination are pending',
    remedy: 'Repeat the request with `?force=true` to cancel them.',
  },
  'event-type-not-found': {
    status: 404,
    title: 'Event type not found',
    remedy: 'Declare the type with `createEventType` first.',
  },
  'event-type-exists': { status: 409, title: 'The event type exists' },
  'topic-not-found': { status: 404, title: 'Topic not found' },
  'topic-name-taken': { status: 409, title: 'The topic name is taken' },
  'route-exists': { status: 409, title: 'The route already exists' },
  'notification-route-not-found': { status: 404, title: 'Route not found' },
  'event-not-found': { status: 404, title: 'Event not found' },
  'delivery-not-found': { status: 404, title: 'Delivery not found' },
  'delivery-in-progress': { status: 409, title: 'The delivery is already in progress' },
  'replay-not-found': { status: 404, title: 'Replay not found' },
} satisfies Record<string, ProblemType>

export type ProblemKind = keyof typeof problemTypes

export const ApiProblem = z
  .looseObject({
    type: z
      .string()
      .meta({ format: 'uri' })
      .describe('URL of the problem type and its documentation. Compare its last segment.'),
    href: z
      .string()
      .meta({ format: 'uri' })
      .optional()
      .describe('Link to the documentation; equal to `type`.'),
    title: z.string().describe('Summary of the problem type; never varies.'),
    status: z.int().min(400).max(599).describe('HTTP status of the reply.'),
    detail: z.string().describe('What happened in this occurrence, naming the value at fault.'),
    instance: z.string().describe('URI of this occurrence: the type with the request ID.'),
    subsystem: z.string().describe('Part of the API that failed, such as `connections`.'),
    time: z.iso.datetime().describe('Time of the failure, in UTC.'),
    requestId: z
      .string()
      .describe('ID of the request in the server’s log; equal to the `X-Request-Id` header.'),
    causes: z
      .array(z.string())
      .optional()
      .describe('Causes, such as the provider’s error messages, in no particular order.'),
    remedy: z.string().optional().describe('What the caller can do, if anything.'),
    supportEmail: z
      .string()
      .optional()
      .describe('Support email address of the operator, if configured.'),
    supportPhone: z
      .string()
      .optional()
      .describe('Support phone number of the operator, if configured.'),
    supportUrl: z.string().optional().describe('Support page of the operator, if configured.'),
    retryable: z.boolean().describe('Whether repeating the same request can succeed.'),
    retryAfter: z.iso.datetime().optional().describe('Earliest time to retry, if known.'),
    context: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Machine-readable values by name; they depend on the problem type.'),
  })
  .meta({
    id: 'ApiProblem',
    description: 'A failed request, as `application/problem+json` (RFC 9457).',
  })
export type ApiProblem = z.infer<typeof ApiProblem>

export const InputValidationIssue = z
  .looseObject({
    in: z
      .enum(['body', 'header', 'path', 'query'])
      .describe('Part of the request that contains the input.'),
    name: z
      .string()
      .describe('Path of the input, such as `items[0].name`; empty for the whole part.'),
    value: z.unknown().optional().describe('Received value; omitted if it may be secret.'),
    detail: z.string().describe('What is wrong, and what is accepted.'),
  })
  .meta({
    id: 'InputValidationIssue',
    description: 'An invalid input. Values that may be secret are never echoed.',
  })
export type InputValidationIssue = z.infer<typeof InputValidationIssue>

export const InputValidationProblem = ApiProblem.extend({
  issues: z.array(InputValidationIssue).optional().describe('All invalid inputs.'),
}).meta({
  id: 'InputValidationProblem',
  description: 'An invalid request, with every invalid input.',
})
export type InputValidationProblem = z.infer<typeof InputValidationProblem>
