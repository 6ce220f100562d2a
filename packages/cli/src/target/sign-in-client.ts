import { hostname } from 'node:os'
import { ProblemError, type ProblemDetails } from '@platform/client'
import { asMembers } from '../files/as-members.ts'
import { ServerAway } from './server-away.ts'
import type { StoredSignIn } from './sign-ins.ts'
import { CommandError } from '../terminal/terminal.ts'
import { toError } from '../terminal/to-error.ts'
import { version } from '../version.ts'

/** Sends requests below `/auth`, which use the session cookie. */
export async function askSignIn(
  baseUrl: string,
  path: string,
  { body, cookie }: { body?: unknown; cookie?: string } = {},
): Promise<{ body: Record<string, unknown>; cookie: string }> {
  const reply = await fetch(`${baseUrl}/auth/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'error',
    headers: {
      // Shown in the person's list of sessions.
      'user-agent': `platform-cli/${version} (${hostname()})`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // The origin of the server itself, which sessions require.
      ...(cookie && { cookie, origin: new URL(baseUrl).origin }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    const reason = toError(cause).message
    throw new ServerAway(`The server did not answer: ${baseUrl} (${reason}).`, 2, { cause })
  })
  // A proxy may reply with HTML; the status is sufficient.
  const text = await reply.text()
  const parsed = asMembers(reply.headers.get('content-type')?.includes('json') && JSON.parse(text))
  if (!reply.ok) throw toSignInError(baseUrl, reply.status, parsed)
  const cookies = reply.headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '')
  return { body: parsed, cookie: cookies.join('; ') }
}

function toSignInError(baseUrl: string, status: number, body: Record<string, unknown>): Error {
  if (isProblemBody(body)) return new ProblemError(body)
  return status >= 500
    ? new ServerAway(`The server answered ${status} without an explanation.`, 1)
    : new CommandError(
        `${baseUrl} answered ${status} without an explanation. Is this the URL of the platform?`,
        1,
      )
}

const isProblemBody = (body: object): body is ProblemDetails => 'title' in body && 'detail' in body

/** Returns an API token of the person, valid for some minutes. */
export async function fetchToken(baseUrl: string, { cookie }: StoredSignIn): Promise<string> {
  const { body } = await askSignIn(baseUrl, 'token', { cookie }).catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.status !== 401) throw error
    throw new CommandError('You are no longer signed in: run `platform login`.', 2, {
      cause: error,
    })
  })
  return String(body['token'])
}
