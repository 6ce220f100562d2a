import { ProblemError, type ProblemDetails } from '@platform/client'

/** Sends requests below `/auth`, which use the session cookie. */
export const getJson = async <Reply>(path: string): Promise<Reply> =>
  (await signInReplyBody(await requestUncached(path))) as Reply

export const postJson = async <Reply>(path: string, body: unknown): Promise<Reply> =>
  (await signInReplyBody(
    await requestUncached(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )) as Reply

export async function requestUncached(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, cache: 'no-store' })
  } catch (cause) {
    throw new ProblemError(
      signInProblem(
        0,
        'Could not reach the server',
        'Check your connection and that the server is running.',
      ),
      { cause },
    )
  }
}

/** Emits an event for every unauthenticated request. */
export const refusals = new EventTarget()

export async function signInReplyBody(reply: Response): Promise<unknown> {
  // A proxy in between may reply in HTML; its status is reported below.
  const body: unknown = await reply.json().catch(() => undefined)
  if (reply.ok) return body

  if (reply.status === 401) refusals.dispatchEvent(new Event('refused'))
  if (isProblemReply(body)) throw new ProblemError(body)
  const detail = `The server returned status ${reply.status} without details.`
  const requestId = reply.headers.get('x-request-id') ?? ''
  throw new ProblemError({ ...signInProblem(reply.status, 'Request failed', detail), requestId })
}

/** Reports whether a mailed code is required, after many wrong passwords. */
export const needsMailedCode = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.context?.['code'] === 'MAIL_CODE_NEEDED'

const isProblemReply = (body: unknown): body is ProblemDetails =>
  typeof body === 'object' && body !== null && 'title' in body && 'detail' in body

/** Creates a problem reported by the dashboard itself. */
export const signInProblem = (status: number, title: string, detail: string): ProblemDetails => ({
  type: 'about:blank',
  title,
  status,
  detail,
  instance: '',
  subsystem: 'dashboard',
  time: new Date().toISOString(),
  requestId: '',
  retryable: status === 0 || status === 429 || status >= 500,
})
