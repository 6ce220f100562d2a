import type { ProblemKind } from '@platform/contract'
import { challenge } from '@platform/kernel/access'
import { Problem } from '@platform/kernel/problems/problem'
import { commonPassword } from './common-passwords.ts'
import { ssoUnavailable } from './sso-unavailable.ts'
import { getNow } from '@platform/kernel/values'

const kinds: Record<number, ProblemKind> = {
  400: 'invalid-input',
  401: 'credential-invalid',
  403: 'permission-missing',
  404: 'route-not-found',
  405: 'method-not-allowed',
  415: 'unsupported-media-type',
  422: 'invalid-input',
  429: 'too-many-requests',
}

/** Inputs that errors of the library are about, by their names in paths, with the issue. */
const refusedInputs: Record<string, { names: readonly string[]; detail: string }> = {
  INVALID_PASSWORD: {
    names: ['currentPassword', 'password'],
    detail: 'The password is wrong.',
  },
  PASSWORD_TOO_SHORT: {
    names: ['newPassword', 'password'],
    detail: 'The password must have at least 10 characters.',
  },
  PASSWORD_TOO_LONG: {
    names: ['newPassword', 'password'],
    detail: 'The password must have at most 128 characters.',
  },
  PASSWORD_COMMON: {
    names: ['newPassword', 'password'],
    detail: commonPassword,
  },
  INVALID_CODE: { names: ['code'], detail: 'The code is wrong or has expired.' },
  INVALID_BACKUP_CODE: {
    names: ['code'],
    detail: 'The backup code is wrong or has been used.',
  },
}

function toIssues(code: string | undefined, body: object) {
  const refused = code !== undefined && refusedInputs[code]
  const name = refused && refused.names.find((one) => one in body)
  return name ? [{ in: 'body', name, detail: refused.detail } as const] : undefined
}

/** Converts an error of the library to a problem. */
export function problemOfLibrary(
  { status, headers }: Response,
  reply: string,
  body: string,
): Problem {
  const { message, code } = parseLibraryBody(reply)
  const issues = toIssues(code, parseLibraryBody(body))
  const retryAfter = Number(headers.get('x-retry-after') ?? headers.get('retry-after'))
  // The library's error for any invalid reply of a device.
  if (code === 'FAILED_TO_VERIFY_REGISTRATION') {
    return new Problem('invalid-input', { detail: message, context: { code } })
  }
  if (code === ssoUnavailable) {
    return new Problem('provider-unavailable', { detail: message, context: { code } })
  }
  if (status >= 500) return new Problem('internal', { cause: new Error(message ?? reply) })
  const kind = kinds[status] ?? 'invalid-input'
  return new Problem(kind, {
    ...(message && { detail: issues?.[0]?.detail ?? message }),
    ...(issues && { issues }),
    // Without a named input, the usual remedy would be meaningless.
    ...(kind === 'invalid-input' && !issues && { remedy: 'Fix the request and try again.' }),
    ...(code && { context: { code } }),
    ...(status === 401 && { headers: challenge() }),
    ...(retryAfter > 0 && { retryAfter: getNow(retryAfter * 1000) }),
  })
}

/** Parses a JSON body; empty if it is no object. */
export function parseLibraryBody(text: string): {
  message?: string
  code?: string
  email?: unknown
} {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
