import type { Tokens } from './credentials.ts'

/** How long before its expiry an access token is replaced; covers clock differences. */
export const headStartMs = 2 * 60_000

/** Shorter lifetimes are nonsense: such a token would be renewed by every call. */
const minLifetimeMs = 1_000
/** Longer lifetimes mean that the token does not expire, or are nonsense. */
const maxLifetimeMs = 10 * 365 * 24 * 60 * 60_000

/**
 * Returns when a token expires, in epoch milliseconds, by its lifetime in seconds or its time of
 * expiry as providers report them. Values that are not in the future are ignored: a rejected call then
 * shows the expiry.
 */
export function toExpiresAt(
  { expiresIn, expiresAt }: { expiresIn?: unknown; expiresAt?: unknown },
  {
    now,
    assumedSeconds,
    keepAliveHours,
  }: {
    now: Date
    assumedSeconds?: number | undefined
    /** Refreshes the token at least this often, because its refresh token ends without use. */
    keepAliveHours?: number | undefined
  },
): number | undefined {
  const lifetimesMs = [
    toNumber(expiresIn) * 1000,
    toEpochMs(expiresAt) - now.getTime(),
    (assumedSeconds ?? Number.NaN) * 1000,
  ]
  const lifetimeMs = lifetimesMs.find((ms) => ms >= minLifetimeMs)
  const keepAliveMs = keepAliveHours === undefined ? Infinity : keepAliveHours * 3_600_000
  const soonestMs = Math.min(lifetimeMs ?? Infinity, keepAliveMs)
  return soonestMs === Infinity
    ? undefined
    : now.getTime() + Math.round(Math.min(soonestMs, maxLifetimeMs))
}

const toNumber = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN

/** Accepts seconds and milliseconds since 1970, and ISO 8601. */
function toEpochMs(value: unknown): number {
  const epoch = toNumber(value)
  if (!Number.isNaN(epoch)) return epoch < 100_000_000_000 ? epoch * 1000 : epoch
  if (typeof value !== 'string') return Number.NaN
  const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i.test(value.trim())
  return Date.parse(hasZone ? value : `${value.trim()}Z`)
}

/** Returns the times of a token that the provider has just issued. */
export const toTokenTimes = (now: Date, expiresAt: number | undefined) => ({
  issuedAt: now.getTime(),
  ...(expiresAt !== undefined && { expiresAt, lifetimeMs: expiresAt - now.getTime() }),
})

/**
 * Returns how long before its expiry a token is replaced: at most half its lifetime, so that a short
 * one is not refreshed by every call.
 */
export const limitHeadStart = ({ lifetimeMs = Infinity }: Tokens, wishedMs: number): number =>
  Math.min(wishedMs, lifetimeMs / 2)

/** Reports whether the token expires too soon to be refreshed before anybody needs it. */
export const isShortLived = ({ lifetimeMs = Infinity }: Tokens, aheadMs: number): boolean =>
  lifetimeMs < 2 * aheadMs
