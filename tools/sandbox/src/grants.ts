import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Grant } from './grant.ts'
import { requireDefined } from './require-defined.ts'
import type { SandboxProvider } from './provider.ts'
import type { SandboxState } from './state.ts'

/** A consent waiting to be exchanged for tokens. */
export interface PendingCode {
  account: string
  user: string
  clientId: string
  scopes: string[]
  redirectUri: string
  challenge?: string
  expiresAt: number
}

type Packed = [string, string, string, string, string[], string, string, number, number | null]

// Fixed so that the next process can read its tokens. It protects nothing real.
const signingKey = 'sandbox-crm-token-key'
const codeLifetimeMs = 10 * 60_000

/**
 * Issues and parses tokens. A token contains its signed content, so it survives a restart; only
 * revoked ones must be stored.
 */
export class Grants {
  readonly #provider: SandboxProvider
  readonly #state: SandboxState
  readonly #codes = new Map<string, PendingCode>()

  constructor(provider: SandboxProvider, state: SandboxState) {
    this.#provider = provider
    this.#state = state
  }

  issueCode(pending: Omit<PendingCode, 'expiresAt'>): string {
    const code = randomBytes(24).toString('base64url')
    this.#codes.set(code, { ...pending, expiresAt: this.#state.clock.now() + codeLifetimeMs })
    return code
  }

  /** Redeems a code once; undefined if it is unknown, used or expired. */
  redeemCode(code: string): PendingCode | undefined {
    const pending = this.#codes.get(code)
    this.#codes.delete(code)
    return pending && pending.expiresAt > this.#state.clock.now() ? pending : undefined
  }

  issue(
    kind: Grant['kind'],
    grant: Pick<Grant, 'account' | 'user' | 'clientId' | 'scopes'> & { family?: string },
  ): { token: string; grant: Grant } {
    const issuedAt = this.#state.clock.now()
    const issued: Grant = {
      kind,
      provider: this.#provider,
      account: grant.account,
      user: grant.user,
      clientId: grant.clientId,
      scopes: grant.scopes,
      family: grant.family ?? randomBytes(9).toString('base64url'),
      serial: randomBytes(9).toString('base64url'),
      issuedAt,
    }
    if (kind === 'access') {
      issued.expiresAt = issuedAt + this.#state.accessTokenSeconds(this.#provider) * 1000
    }
    return { token: pack(issued), grant: issued }
  }

  /**
   * Returns the content of a token, even if expired; undefined if it is forged, foreign or revoked.
   */
  read(token: string, kind: Grant['kind']): Grant | undefined {
    const grant = unpack(token)
    if (!grant || grant.kind !== kind || grant.provider !== this.#provider) return undefined
    return this.#state.isRevoked(grant) ? undefined : grant
  }

  isExpired(grant: Grant): boolean {
    if (grant.expiresAt === undefined) return false
    return (
      grant.expiresAt <= this.#state.clock.now() ||
      grant.issuedAt <= this.#state.accessTokensVoidBefore(grant)
    )
  }

  /**
   * Reports whether the token permits calls of Salesforce's API, in addition to reading the user's
   * identity.
   */
  mayCallApi(grant: Grant): boolean {
    if (!this.#state.settings.enforceScopes) return true
    return grant.scopes.some((scope) => scope === 'api' || scope === 'full')
  }

  /** Revokes a token; with a refresh token, also its access tokens. */
  revoke(grant: Grant): void {
    this.#state.revoke(grant.kind === 'refresh' ? grant.family : grant.serial)
  }

  /** Ends all tokens of a sign-in if the refresh token was replaced before, or was not used for too long. */
  revokeReused(token: string): void {
    const grant = unpack(token)
    if (grant?.kind !== 'refresh' || grant.provider !== this.#provider) return
    this.#state.revoke(grant.family)
  }

  /** Ends a single token, as rotation does with a used refresh token. */
  retire(grant: Grant): void {
    this.#state.revoke(grant.serial)
  }
}

export function fitsChallenge(challenge: string | undefined, verifier: string | undefined) {
  if (challenge === undefined) return true
  if (verifier === undefined) return false
  return hash('sha256', verifier, 'base64url') === challenge
}

const signatureLength = 27
const sign = (body: string) =>
  createHmac('sha1', signingKey).update(body).digest('base64url').slice(0, signatureLength)

function pack(grant: Grant): string {
  const packed: Packed = [
    grant.kind,
    grant.provider,
    grant.account,
    grant.user,
    [grant.clientId, ...grant.scopes],
    grant.family,
    grant.serial,
    grant.issuedAt,
    grant.expiresAt ?? null,
  ]
  const body = Buffer.from(JSON.stringify(packed)).toString('base64url')
  return prefix(grant) + body + sign(body)
}

function prefix(grant: Grant): string {
  if (grant.provider === 'hubspot') return grant.kind === 'access' ? 'CPT!' : 'na1!'
  return grant.kind === 'access' ? `${grant.account.slice(0, 15)}!` : '5Aep861!'
}

function unpack(token: string): Grant | undefined {
  const text = token.slice(token.indexOf('!') + 1)
  const body = text.slice(0, -signatureLength)
  if (body === '' || sign(body) !== text.slice(-signatureLength)) return undefined

  const packed = JSON.parse(Buffer.from(body, 'base64url').toString()) as Packed
  const [kind, provider, account, user, client, family, serial, issuedAt, expiresAt] = packed
  return {
    kind: kind as Grant['kind'],
    provider: provider as SandboxProvider,
    account,
    user,
    clientId: requireDefined(client[0]),
    scopes: client.slice(1),
    family,
    serial,
    issuedAt,
    ...(expiresAt === null ? {} : { expiresAt }),
  }
}
