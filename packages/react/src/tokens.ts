/** Identifies an end user (consumer) of a company, team or workspace (group). */
export interface TokenCaller {
  groupRef: string
  consumerRef?: string
}

export type GetToken = (caller: { consumerRef: string; groupRef: string }) => Promise<string>

const refreshBeforeMs = 30_000
/** Assumed lifetime of a token whose expiry cannot be parsed. */
const opaqueLifetimeMs = 300_000

interface Held {
  token: Promise<string>
  refreshAt: number
}

/**
 * Tokens of one page, in memory only. At most one request per caller is in progress; tokens are
 * renewed 30 seconds before they expire.
 */
export class TokenStore {
  readonly #getToken: GetToken
  readonly #now: () => number
  readonly #held = new Map<string, Held>()

  constructor(getToken: GetToken, now: () => number = Date.now) {
    this.#getToken = getToken
    this.#now = now
  }

  get({ groupRef, consumerRef = '' }: TokenCaller): Promise<string> {
    const key = JSON.stringify([groupRef, consumerRef])
    const held = this.#held.get(key)
    if (held && this.#now() < held.refreshAt) return held.token

    const fresh: Held = {
      token: this.#getToken({ consumerRef, groupRef }),
      refreshAt: Infinity,
    }
    this.#held.set(key, fresh)
    fresh.token.then(
      (token) => (fresh.refreshAt = this.#refreshAt(token)),
      () => this.#held.get(key) === fresh && this.#held.delete(key),
    )
    return fresh.token
  }

  /** Removes a token that the API rejected, unless it was already replaced. */
  async drop({ groupRef, consumerRef = '' }: TokenCaller, refused: string): Promise<void> {
    const key = JSON.stringify([groupRef, consumerRef])
    const held = this.#held.get(key)
    if (held && (await held.token.catch(() => refused)) === refused) this.#held.delete(key)
  }

  #refreshAt(token: string): number {
    const { exp, iat } = parseTokenClaims(token)
    if (exp === undefined) return this.#now() + opaqueLifetimeMs
    // Uses the lifetime instead of the expiry time, in case the local clock is wrong.
    return this.#now() + (exp - (iat ?? this.#now() / 1000)) * 1000 - refreshBeforeMs
  }
}

function parseTokenClaims(token: string): { exp?: number; iat?: number } {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
  } catch {
    return {}
  }
}
