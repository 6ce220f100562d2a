import type { z } from 'zod'
import type { ProblemKind } from '@platform/contract'
import { Problem } from '../problems/problem.ts'
import {
  isDatabaseAway,
  isDeadlock,
  isDiskFull,
  isReadOnly,
  isWithoutConnections,
} from '../db/errors.ts'
import { getNow } from '../values/database-clock.ts'

/**
 * Describes an invalid input and what to send instead; undefined to use the schema's own message.
 */
export function issueDetail(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'It is required.' : `Use ${types[issue.expected]}.`
    case 'invalid_value':
      return describeValues(issue.values)
    case 'too_small':
      return atLeast(issue.origin, Number(issue.minimum))
    case 'too_big':
      return atMost(issue.origin, Number(issue.maximum))
    case 'invalid_format':
      return formats[issue.format]
    case 'unrecognized_keys':
      return `${issue.keys.join(', no ')} is not allowed here.`
    case 'invalid_union':
      return 'The value matches none of the allowed forms.'
    default:
      return undefined
  }
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** By the list of a schema, which its issues share: a wrong list has thousands of them. */
const described = new WeakMap<readonly unknown[], string>()

function describeValues(values: readonly unknown[]): string {
  const known = described.get(values)
  if (known !== undefined) return known
  const text = `Use ${either.format(values.map(String))}.`
  described.set(values, text)
  return text
}

const types: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
}

const formats: Record<string, string> = {
  date: 'Use a date such as 2026-01-15.',
  datetime: 'Use a time such as 2026-01-15T09:30:00Z.',
  email: 'Use an email address such as ana@acme.example.',
  url: 'Use a URL such as https://acme.example/.',
  uuid: 'Use a UUID.',
}

function atLeast(origin: string, minimum: number): string {
  if (origin === 'string') {
    return minimum === 1 ? 'The value must not be empty.' : `Use at least ${minimum} characters.`
  }
  if (origin === 'array')
    return minimum === 1 ? 'Send at least one item.' : `Send at least ${minimum} items.`
  return `Use ${minimum} or more.`
}

function atMost(origin: string, maximum: number): string {
  if (origin === 'string') return `Use at most ${maximum} characters.`
  if (origin === 'array') return `Send at most ${maximum} items.`
  return `Use ${maximum} or fewer.`
}

/**
 * Problems for missing rows, by the last column of a foreign key, which is called
 * `<table>_<columns>_fkey`.
 */
const missing: Record<string, ProblemKind> = {
  agent_id: 'agent-not-found',
  builder_id: 'builder-not-found',
  connection_id: 'connection-not-found',
  consumer_ref: 'consumer-not-found',
  destination_id: 'destination-not-found',
  destination_id_consumer: 'pull-consumer-not-found',
  group_ref: 'group-not-found',
  installation_id: 'installation-not-found',
  integration_id: 'integration-not-found',
  operation_id: 'operation-not-found',
  org_id: 'org-not-found',
  project_id: 'project-not-found',
  provider_app_id: 'provider-app-not-found',
  revision_id: 'revision-not-found',
  // The subscription is deleted with its connection.
  subscription_id: 'connection-not-found',
  topic_id: 'topic-not-found',
}

const missingBySuffix = new RegExp(`_(${Object.keys(missing).join('|')})_fkey$`)

const taken: Record<string, ProblemKind> = {
  claimed_domains_domain_key: 'domain-claimed',
  destinations_name: 'destination-name-taken',
  event_topic_routes_topic_id_event_type_key: 'route-exists',
  installations_account_integration_id_connection_id_key: 'connection-in-use',
  installations_account_integration_id_group_ref_instance_key: 'installation-exists',
  installations_integration_id_group_ref_key: 'installation-exists',
  integrations_project_id_name_key: 'integration-name-taken',
  invites_org_id_invited_email_idx: 'invite-exists',
  memberships_org_id_builder_id_key: 'membership-exists',
  projects_name_key: 'project-name-taken',
  provider_apps_project_id_provider_external_ref_key: 'provider-app-exists',
  topic_destination_routes_topic_id_destination_id_key: 'route-exists',
  topics_project_id_name_key: 'topic-name-taken',
}

/** Returns the problem of a request that lost a race; undefined for any other constraint. */
export function kindOfViolation(constraint: string): ProblemKind | undefined {
  const column = missingBySuffix.exec(constraint)?.[1]
  if (column !== undefined) return missing[column]
  return Object.hasOwn(taken, constraint) ? taken[constraint] : undefined
}

/**
 * Returns the problem for a row that was created or deleted between a check and the statement that
 * depends on it.
 */
function violationProblem(error: unknown): Problem | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  if ((code !== '23503' && code !== '23505') || typeof constraint !== 'string') return undefined
  const kind = kindOfViolation(constraint)
  if (!kind) return undefined
  return new Problem(kind, {
    detail:
      code === '23503'
        ? 'A resource that the request refers to was deleted meanwhile.'
        : 'A concurrent request created it first.',
    cause: error,
  })
}

/**
 * Converts a thrown value to the problem to reply. A `Problem` stays as it is; errors of the HTTP
 * library, violated constraints and an unavailable database have their own problems; any other
 * error reveals nothing.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseAway(error) || isDeadlock(error)) {
    return new Problem('unavailable', {
      detail: describeUnavailability(error),
      retryAfter: getNow(5000),
      cause: error,
    })
  }
  return violationProblem(error) ?? fromLibrary(error) ?? new Problem('internal', { cause: error })
}

/** Says why the database is unavailable, to the caller and to the operator. */
export function describeUnavailability(error: unknown): string {
  if (isDeadlock(error))
    return 'The change was rolled back because of a deadlock with another change. Repeat the request.'
  if (isDiskFull(error)) {
    return 'The server’s disk is full. Nothing was changed. Repeat the request once the operator has freed space.'
  }
  if (isWithoutConnections(error)) {
    return 'All connections of the database are in use. Nothing was changed. Repeat the request. The operator must raise max_connections of PostgreSQL or lower PLATFORM_DATABASE_CONNECTIONS.'
  }
  if (isReadOnly(error)) {
    return 'The database is read-only. Nothing was changed. Repeat the request once the operator has made DATABASE_URL name the primary, or has made it writable.'
  }
  return 'The database is not responding.'
}

function fromLibrary(error: unknown): Problem | undefined {
  const { code, message, name } = error as { code?: string; message?: string; name?: string }
  // From static files: a path outside the folder, or without a file.
  if (name === 'ForbiddenError' || name === 'NotFoundError') return new Problem('route-not-found')
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported-media-type')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body-too-large')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('malformed-request', {
        detail: 'The length of the body differs from the Content-Length header.',
      })
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Problem('malformed-json', { detail: message })
    case 'FST_ERR_BAD_URL':
      return new Problem('malformed-request', {
        detail: 'The percent-encoding of the path is invalid.',
      })
    case 'FST_STATIC_FORBIDDEN_PATH':
      return new Problem('route-not-found')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('route-not-found', { detail: 'A segment of the path is too long.' })
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new Problem('malformed-request', { detail: 'The body is truncated.' })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout')
    default:
      return undefined
  }
}
