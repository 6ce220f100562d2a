import { ProblemError } from '@platform/client'
import {
  signInReplyBody,
  needsMailedCode,
  postJson,
  signInProblem,
  refusals,
  requestUncached,
} from './api/sign-in.ts'

/** `ended`: somebody was signed in who did not sign out, and may go on once they are again. */
export type SessionStatus = 'unknown' | 'signed-out' | 'ended' | 'signed-in'

interface Token {
  text: string
  expiresAt: number
  /** Whose it is. */
  person: string | undefined
}

/** A token is renewed this long before it expires. */
const earlyMs = 30_000

/**
 * Who is signed in at this browser. The platform keeps that in a cookie, which the page cannot
 * read; for the API it is exchanged for short-lived tokens, which never leave memory.
 */
export class Session {
  #status: SessionStatus = 'unknown'
  #person: string | undefined
  #token: Promise<Token> | undefined
  readonly #listeners = new Set<() => void>()

  constructor() {
    // Sign-in knows people by their cookie: whom it refuses may have been signed in for too long.
    refusals.addEventListener('refused', () => {
      if (this.#status !== 'signed-in') return
      this.#token = undefined
      // Later callers get the reason why there is none.
      this.#freshToken().catch(() => {})
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly status = (): SessionStatus => this.#status

  /** Who is signed in, or was until the session ended. */
  readonly person = (): string | undefined => this.#person

  /** Finds out whether the browser's cookie is good for a session. */
  async resume(): Promise<void> {
    await this.#freshToken().catch((error: unknown) => {
      if (this.#status !== 'signed-out' && this.#status !== 'ended') throw error
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
    const reply = await postJson<{ twoFactorRedirect?: boolean }>('/auth/sign-in/email', {
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
    await postJson('/auth/sign-out', {})
    this.#token = undefined
    this.#become('signed-out', undefined)
  }

  /**
   * `fetch` for the API, for this person alone: with a token that is good, asked for anew when it is
   * refused. What they have begun does not go on as whoever signs in meanwhile.
   */
  fetchAs(person: string | undefined): typeof globalThis.fetch {
    return async (input, init) => {
      const token = await this.#tokenOf(person, init)
      const reply = await fetch(input, withToken(init, token))
      if (reply.status !== 401) return reply

      return fetch(input, withToken(init, await this.#tokenOf(person, init, token)))
    }
  }

  /**
   * A token of the person. When their session has ended, whatever only asks waits for them. A change
   * is refused: by then they may not mean it any more.
   */
  async #tokenOf(
    person: string | undefined,
    init: RequestInit | undefined,
    otherThan?: Token,
  ): Promise<Token> {
    for (;;) {
      if (this.#status !== 'ended') {
        const token = await this.#freshToken({ otherThan }).catch((error: unknown) => {
          if (this.#status !== 'ended') throw error
        })
        if (token && token.person !== person) throw somebodyElse
        if (token) return token
      }
      if ((init?.method ?? 'GET') !== 'GET') throw sessionEnded
      await this.#nextStatus(init?.signal)
    }
  }

  #nextStatus(signal: AbortSignal | null | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.subscribe(() => (stop(), resolve()))
      signal?.addEventListener('abort', () => (stop(), reject(signal.reason)), { once: true })
    })
  }

  async #freshToken({ otherThan }: { otherThan?: Token | undefined } = {}): Promise<Token> {
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
    const reply = await requestUncached('/auth/token')
    if (reply.status === 401) {
      this.#become(this.#person === undefined ? 'signed-out' : 'ended', this.#person)
    }
    const { token } = (await signInReplyBody(reply)) as { token: string }
    const { sub = '', exp = Infinity } = claimsOf(token)
    this.#become('signed-in', sub)
    return { text: token, expiresAt: exp * 1000, person: sub }
  }

  #become(status: SessionStatus, person: string | undefined): void {
    if (this.#status === status && this.#person === person) return
    this.#status = status
    this.#person = person
    for (const listener of this.#listeners) listener()
  }
}

function withToken(init: RequestInit | undefined, token: Token): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${token.text}`)
  return { ...init, headers }
}

/** Whose the token is and when it expires; one that does not say is used until it is refused. */
function claimsOf(token: string): { sub?: string; exp?: number } {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  try {
    return JSON.parse(atob(payload)) as { sub: string; exp: number }
  } catch {
    return {}
  }
}

const sessionEnded = new ProblemError(
  signInProblem(401, 'Your session had expired', 'Nothing was changed. Try again.'),
)

const somebodyElse = new ProblemError(
  signInProblem(401, 'A different user has signed in', 'Nothing was changed.'),
)

// The API speaks of credentials; people here have typed an email and a password.
const wrongPassword = new ProblemError(
  signInProblem(401, 'Incorrect email or password', 'Check both and try again.'),
)

const wrongMailCode = new ProblemError(
  signInProblem(401, 'Incorrect code', 'Use the code from the latest email.'),
)
