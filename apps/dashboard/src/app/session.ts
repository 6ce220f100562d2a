import { ProblemError } from '@platform/client'
import {
  signInReplyBody,
  needsMailedCode,
  postJson,
  signInProblem,
  refusals,
  requestUncached,
} from './api/sign-in.ts'

/** `ended`: the session expired without a sign-out, and the person may continue after sign-in. */
export type SessionStatus = 'unknown' | 'signed-out' | 'ended' | 'signed-in'

interface Token {
  text: string
  expiresAt: number
  /** Owner of the token. */
  person: string | undefined
}

/** A token is renewed this long before it expires. */
const earlyMs = 30_000

/**
 * The session of this browser. It is stored in a cookie that the page cannot read, and exchanged
 * for short-lived API tokens, which stay in memory.
 */
export class Session {
  #status: SessionStatus = 'unknown'
  #person: string | undefined
  #token: Promise<Token> | undefined
  readonly #listeners = new Set<() => void>()

  constructor() {
    // A rejected request below `/auth` means that the session may have expired.
    refusals.addEventListener('refused', () => {
      if (this.#status !== 'signed-in') return
      this.#token = undefined
      // Later callers get the reason of the failure.
      this.#freshToken().catch(() => {})
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly status = (): SessionStatus => this.#status

  /** Returns the signed-in person, or the last one if the session has ended. */
  readonly person = (): string | undefined => this.#person

  /** Checks whether the browser has a valid session cookie. */
  async resume(): Promise<void> {
    await this.#freshToken().catch((error: unknown) => {
      if (this.#status !== 'signed-out' && this.#status !== 'ended') throw error
    })
  }

  /**
   * Signs in, or reports that a code is required: from the authenticator app, to be followed by
   * `enter`, or a mailed one, to be sent with the password.
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

  /** Continues as the person who has just signed in. */
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
   * Returns a `fetch` for the API, bound to this person: adds a valid token, and renews a rejected
   * one. Pending requests are not repeated for another person who signs in.
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
   * Returns a token of the person. After their session has ended, reads wait until they are back;
   * changes are rejected, because they may no longer be intended.
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
    // The first caller requests a token; the others wait for it.
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
    const { sub = '', exp = Infinity } = parseClaims(token)
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

/** Returns subject and expiry of a token; without an expiry, it is used until it is rejected. */
function parseClaims(token: string): { sub?: string; exp?: number } {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  try {
    return JSON.parse(atob(payload)) as { sub: string; exp: number }
  } catch {
    return {}
  }
}

const sessionEnded = new ProblemError(
  signInProblem(401, 'Your session expired', 'Nothing was changed. Try again.'),
)

const somebodyElse = new ProblemError(
  signInProblem(401, 'A different user has signed in', 'Nothing was changed.'),
)

// The API reports invalid credentials; people have entered an email and a password.
const wrongPassword = new ProblemError(
  signInProblem(401, 'Incorrect email or password', 'Check both and try again.'),
)

const wrongMailCode = new ProblemError(
  signInProblem(401, 'Incorrect code', 'Use the code from the latest email.'),
)
