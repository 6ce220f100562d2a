import { ProviderError, type ProviderFailure, type ProviderResponse } from '@platform/connector'
import { isMembers } from '../members.ts'
import { requireValue } from '../require-value.ts'
import { isPage, retryAfterMs } from '../reply-headers.ts'

interface SalesforceError {
  errorCode?: string
  message?: string
  fields?: string[]
}

const failureByCode: Readonly<Record<string, ProviderFailure>> = {
  INVALID_SESSION_ID: 'credentials',
  // States of the account: no call succeeds until its administrator has changed them.
  API_DISABLED_FOR_ORG: 'credentials',
  CLIENT_NOT_ACCESSIBLE_FOR_USER: 'credentials',
  INVALID_OPERATION_WITH_EXPIRED_PASSWORD: 'credentials',
  LOGIN_DURING_RESTRICTED_DOMAIN: 'credentials',
  LOGIN_DURING_RESTRICTED_TIME: 'credentials',
  ORG_LOCKED: 'credentials',
  PASSWORD_LOCKOUT: 'credentials',
  TRIAL_EXPIRED: 'credentials',
  REQUEST_LIMIT_EXCEEDED: 'rate-limit',
  INVALID_QUERY_LOCATOR: 'cursor-gone',
  UNABLE_TO_LOCK_ROW: 'unavailable',
  NOT_FOUND: 'not-found',
  ENTITY_IS_DELETED: 'not-found',
  INSUFFICIENT_ACCESS: 'permission',
  INSUFFICIENT_ACCESS_OR_READONLY: 'permission',
  INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY: 'permission',
  CANNOT_EXECUTE_FLOW_TRIGGER: 'permission',
  DUPLICATE_VALUE: 'conflict',
  DUPLICATES_DETECTED: 'conflict',
  DUPLICATE_DEVELOPER_NAME: 'conflict',
  // Conditions that pass, whatever the status of the reply.
  API_CURRENTLY_DISABLED: 'unavailable',
  EXTERNAL_OBJECT_CONNECTION_EXCEPTION: 'unavailable',
  FUNCTIONALITY_TEMPORARILY_UNAVAILABLE: 'unavailable',
  QUERY_TIMEOUT: 'unavailable',
  REQUEST_RUNNING_TOO_LONG: 'unavailable',
  SERVER_UNAVAILABLE: 'unavailable',
  TXN_SECURITY_METERING_ERROR: 'unavailable',
  UNKNOWN_EXCEPTION: 'unavailable',
}

/** Meaning of a specific code; undefined for the many that mean an invalid request. */
export const failureOfCode = (code: string | undefined): ProviderFailure | undefined =>
  code !== undefined && Object.hasOwn(failureByCode, code) ? failureByCode[code] : undefined

const failureByStatus: Readonly<Record<number, ProviderFailure>> = {
  401: 'credentials',
  403: 'permission',
  404: 'not-found',
  420: 'unavailable',
  429: 'rate-limit',
}

const missingColumn = /No such column '([^']+)' on entity '([^']+)'/

/**
 * Message for fields that do not exist or are not visible: Salesforce does not distinguish the two.
 */
export function missingFieldsMessage(fieldNames: readonly string[], objectName: string): string {
  const names = fieldNames.map((name) => `'${name}'`).join(', ')
  return fieldNames.length === 1
    ? `Field ${names} was not found or is not accessible on object '${objectName}'. This usually means either the field name is incorrect (custom field names must end in '__c'), or the connected Salesforce user lacks field-level visibility for this field.`
    : `Fields ${names} were not found or are not accessible on object '${objectName}'. This usually means either the field names are incorrect (custom field names must end in '__c'), or the connected Salesforce user lacks field-level visibility for these fields.`
}

/** Reports whether a reply of any status rejects the token, or names a state of the account that does. */
export const isSessionRefused = (response: ProviderResponse): boolean =>
  isRefusalCode(parseErrors(response)[0]?.errorCode)

/** Begins the message with a code that names a state of the account: the text alone does not identify it. */
export const nameAccountState = (code: string | undefined, text: string): string =>
  isRefusalCode(code) && code !== 'INVALID_SESSION_ID' ? `${code}: ${text}` : text

export const isRefusalCode = (code: string | undefined): boolean =>
  failureOfCode(code) === 'credentials'

/**
 * Converts a reply to an error. Salesforce returns a list of errors; the first one determines the
 * type.
 */
export function salesforceError(response: ProviderResponse): ProviderError {
  const { status, headers } = response
  const [first] = parseErrors(response)
  const code = first?.errorCode
  const details = {
    status,
    code,
    retryAfterMs: retryAfterMs(headers),
    isOurDefect: code === 'MALFORMED_QUERY',
    isDailyLimit: isDailyLimit(first),
  }
  if (!first) {
    const failure =
      status === 403 && isPage(response) ? 'unavailable' : classifyFailure(status, code)
    return new ProviderError(failure, unreadable(status), details)
  }

  const text = nameAccountState(code, withoutDrawing(first.message ?? ''))
  const column = code === 'INVALID_FIELD' ? missingColumn.exec(text) : null
  if (column) {
    return new ProviderError(
      'bad-request',
      missingFieldsMessage([requireValue(column[1])], requireValue(column[2])),
      {
        ...details,
        fieldNames: [requireValue(column[1])],
      },
    )
  }
  return new ProviderError(classifyFailure(status, code), text || unreadable(status), {
    ...details,
    fieldNames: first.fields ?? [],
  })
}

/** This code also reports other limits, such as that of concurrent calls. */
export const isDailyLimit = (
  error: { errorCode?: unknown; message?: unknown } | undefined | null,
) =>
  error?.errorCode === 'REQUEST_LIMIT_EXCEEDED' && String(error.message).startsWith('TotalRequests')

function classifyFailure(status: number, code: string | undefined): ProviderFailure {
  const byCode = failureOfCode(code)
  if (byCode) return byCode
  if (status >= 500 || status < 400) return 'unavailable'
  return failureByStatus[status] ?? 'bad-request'
}

/** Some errors are not in a list. Members of unexpected types are left out. */
function parseErrors({ body }: ProviderResponse): SalesforceError[] {
  const errors = Array.isArray(body) ? body : isMembers(body) && 'errorCode' in body ? [body] : []
  return errors.filter(isMembers).map((error) => {
    const { errorCode, message, fields } = error
    return {
      ...(typeof errorCode === 'string' && { errorCode }),
      ...(typeof message === 'string' && { message }),
      ...(Array.isArray(fields) && { fields: fields.map(String) }),
    }
  })
}

const unreadable = (status: number) =>
  `Salesforce replied with status ${status} and an unreadable body.`

/** Removes the lines that mark the position in the query, which precede the message. */
function withoutDrawing(message: string): string {
  return message.replace(/^[\s\S]*ERROR at Row:\d+:Column:\d+\n/, '').trim()
}
