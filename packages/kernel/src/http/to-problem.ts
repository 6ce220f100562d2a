import { isDeadlock } from '../db/is-deadlock.ts'
import { isDatabaseAway, isDiskFull, isWithoutConnections } from '../db/is-database-away.ts'
import { Problem } from '../problems/problem.ts'
import { violationProblem } from './violation-problem.ts'
import { getNow } from '../values/database-clock.ts'

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
