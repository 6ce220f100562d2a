import { ProblemError } from '@platform/client'
import { bodyOf, needsMailedCode, post, problem, request } from './api/sign-in.ts'

export type SessionStatus = 'unknown' | 'signed-out' | 'signed-in'

interface Token {
  text: string
  expiresAt: number
}

/** A token is renewed this long before it expires. */
const earlyMs = 30_000

/**
 * Who is signed in at this browser. The platform keeps that in a cookie, which the page cannot
 * read; for the API it is exchanged for short-lived tokens, which never leave memory.
 */
export class Session {
  #status: SessionStatus = 'unknown'
  #hasEnded = false
  #token: Promise<Token> | undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly status = (): SessionStatus => this.#status

  /** Whether somebody was signed in here who did not sign out themselves. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Finds out whether the browser's cookie is good for a session. */
  async resume(): Promise<void> {
    await this.#freshToken().catch((error: unknown) => {
      if (this.#status !== 'signed-out') throw error
    })
  }

  /**
   * Signs in, or says that a code is asked for as well: of the authenticator app, where whoever takes
   * it calls `enter`, or one that was mailed and comes with the password.
   */
  async signIn(
    email: string,
    password: string,
    mailCode?: string,
  ): Promise<'signed-in' | 'code-needed' | 'mail-code-needed'> {
    const reply = await post<{ twoFactorRedirect?: boolean }>('/auth/sign-in/email', {
      email,
      password,
      ...(mailCode && { code: mailCode }),
    }).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.status !== 401) throw error
      if (!needsMailedCode(error)) throw wrongPassword
      if (mailCode) throw wrongMailCode
      return 'mail-code-needed' as const
    })
    if (reply === 'mail-code-needed') return reply
    if (reply.twoFactorRedirect) return 'code-needed'
    await this.enter()
    return 'signed-in'
  }

  /** Goes on as whoever the platform has just let in. */
  async enter(): Promise<void> {
    this.#token = undefined
    await this.#freshToken()
  }

  async signOut(): Promise<void> {
    await post('/auth/sign-out', {})
    this.#token = undefined
    this.#hasEnded = false
    this.#become('signed-out')
  }

  /** `fetch` for the API: with a token that is good, asked for anew when it is refused. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const token = await this.#freshToken()
    const reply = await fetch(input, withToken(init, token))
    if (reply.status !== 401) return reply

    return fetch(input, withToken(init, await this.#freshToken({ otherThan: token })))
  }

  async #freshToken({ otherThan }: { otherThan?: Token } = {}): Promise<Token> {
    const current = this.#token
    if (current) {
      const token = await current
      if (token !== otherThan && token.expiresAt - earlyMs > Date.now()) return token
    }
    // Whoever came first asks; the others wait for the same answer.
    if (this.#token === current) {
      const asked = this.#askForToken()
      asked.catch(() => (this.#token = undefined))
      this.#token = asked
      return asked
    }
    return this.#token ?? this.#freshToken({ otherThan })
  }

  async #askForToken(): Promise<Token> {
    const reply = await request('/auth/token')
    if (reply.status === 401) {
      this.#hasEnded = this.#status === 'signed-in'
      this.#become('signed-out')
    }
    const { token } = (await bodyOf(reply)) as { token: string }
    this.#become('signed-in')
    return { text: token, expiresAt: expiryOf(token) }
  }

  #become(status: SessionStatus): void {
    if (this.#status === status) return
    this.#status = status
    for (const listener of this.#listeners) listener()
  }
}

function withToken(init: RequestInit | undefined, token: Token): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${token.text}`)
  return { ...init, headers }
}

/** When the token expires, by its own word; one that does not say is used until it is refused. */
function expiryOf(token: string): number {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  try {
    return (JSON.parse(atob(payload)) as { exp: number }).exp * 1000
  } catch {
    return Infinity
  }
}

// The API speaks of credentials; people here have typed an email and a password.
const wrongPassword = new ProblemError(
  problem(401, 'The email or the password is wrong', 'Check both and try again.'),
)

const wrongMailCode = new ProblemError(
  problem(401, 'The code is not the one that was mailed', 'Take it from the newest mail.'),
)
