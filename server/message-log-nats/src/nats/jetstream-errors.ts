import { MessageLogError } from '@platform/delivery/notifications/message-log/message-log'

/** Returns the code of an error that JetStream replied; undefined for all other errors. */
export function getApiErrorCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('status' in error)) return undefined
  return typeof error.code === 'number' ? error.code : undefined
}

const getErrorStatus = (error: unknown) =>
  error instanceof Error && 'status' in error ? error.status : undefined

/** Reports whether nothing listened to a request, so that it was not carried out. */
export const isUnheard = (error: unknown) =>
  error instanceof Error && error.name === 'JetStreamNotEnabled'

/** Codes of what can change without a change of settings, beside those with a status of 503. */
const temporary = [
  10005, // Too few nodes of the cluster are running.
  10009, // The node is not the leader any more.
  10118, // The stream is offline.
  10158, // An earlier attempt with the same ID is being stored.
  10167, // Too many requests.
]

/** Reports whether a message could not be deleted because the stream does not contain it any more. */
export const isAlreadyDeleted = (code: number) => code === 10043 || code === 10057

/** A failed write has one code for all causes. */
const isFull = (code: number, message: string) =>
  code === 10047 || (code === 10077 && /maximum bytes|no space/.test(message))

/** Returns what to throw for an error that another attempt cannot change; undefined otherwise. */
export function toFinalError(error: unknown): MessageLogError | undefined {
  if (error instanceof MessageLogError) return error.reason === 'unreachable' ? undefined : error
  const { name, cause, message } = error instanceof Error ? error : new Error(String(error))
  const code = getApiErrorCode(error)
  if (code !== undefined && isFull(code, message)) {
    return new MessageLogError(
      'full',
      'The message log is full. Raise PLATFORM_LOG_BYTES, lower the retention, or add disks to its nodes.',
      { cause: error },
    )
  }
  if (name === 'InvalidArgumentError' || code === 10054) {
    return new MessageLogError(
      'too-large',
      `A node of the message log rejects an entry as too large (${message}). Set the same max_payload on every node.`,
      { cause: error },
    )
  }
  if (
    name === 'PermissionViolationError' ||
    (cause instanceof Error && cause.name === 'PermissionViolationError')
  ) {
    return new MessageLogError(
      'settings',
      `The user of the message log lacks a permission (${message}). Allow it to use JetStream and the subjects of its streams.`,
      { cause: error },
    )
  }
  if (code !== undefined && !temporary.includes(code) && getErrorStatus(error) !== 503) {
    return new MessageLogError('settings', `The message log rejects a request (${message}).`, {
      cause: error,
    })
  }
  return undefined
}
