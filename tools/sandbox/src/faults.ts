import type { SandboxProvider } from './provider.ts'
import { dice } from './seed/chance.ts'

/** All faults. Their form in replies depends on the provider. */
export const faultEffects = [
  'rate-limit',
  'token-expired',
  'refresh-revoked',
  'permission-lost',
  'account-blocked',
  'server-error',
  'unavailable',
  'html',
  'empty',
  'truncated',
  'wrong-content-type',
  'slow',
  'hang',
  'reset',
  'reset-mid-body',
  'late-reply',
  'lost-reply',
  'held-reply',
  'partial-failure',
  'cursor-gone',
] as const

export type FaultEffect = (typeof faultEffects)[number]

export interface FaultRule {
  effect: FaultEffect
  /** All conditions must match the request; absent ones match every request. */
  match?: { provider?: SandboxProvider; method?: string; pathRegex?: string; account?: string }
  /** Only the nth matching request, counted from 1. */
  nth?: number
  /** Every nth matching request. */
  every?: number
  /** Fraction of matching requests that are affected, determined by `seed`. */
  probability?: number
  seed?: number
  /** Maximum number of times the rule applies. */
  times?: number
  /**
   * For `slow` and `late-reply`: the delay, before or after the request is executed, unless the rule is
   * removed earlier. For `rate-limit` and `unavailable`: seconds of Retry-After.
   */
  delayMs?: number
  retryAfterSeconds?: number
  /** For `account-blocked` at Salesforce: the code of the error. */
  errorCode?: string
  /** For `html`: 502 by default. */
  status?: number
  /** For `rate-limit` at HubSpot. */
  policyName?: 'TEN_SECONDLY_ROLLING' | 'SECONDLY' | 'DAILY'
  /** For `partial-failure`: failing rows of the batch; the first one by default. */
  rows?: number[]
}

export interface ActiveFaultRule extends FaultRule {
  id: string
  matched: number
  applied: number
  /** Number of executed requests whose reply is withheld. */
  held?: number
}

export interface FaultSubject {
  provider: SandboxProvider
  method: string
  path: string
  account: string | undefined
}

export class FaultRules {
  #rules: {
    rule: ActiveFaultRule
    path: RegExp | undefined
    throwDice: () => number
    ending: AbortController
  }[] = []
  #added = 0

  add(rule: FaultRule): ActiveFaultRule {
    const active = { ...rule, id: `fault_${++this.#added}`, matched: 0, applied: 0 }
    const pathRegex = rule.match?.pathRegex
    this.#rules.push({
      rule: active,
      path: pathRegex === undefined ? undefined : new RegExp(pathRegex),
      throwDice: dice(rule.seed ?? 1),
      ending: new AbortController(),
    })
    return active
  }

  list(): ActiveFaultRule[] {
    return this.#rules.map(({ rule }) => ({ ...rule }))
  }

  remove(id: string): boolean {
    return this.#end(({ rule }) => rule.id === id)
  }

  clear(): void {
    this.#end(() => true)
  }

  /** Returns a signal that aborts when the rule is removed; undefined if it already has been. */
  getEndSignal(id: string): AbortSignal | undefined {
    return this.#rules.find(({ rule }) => rule.id === id)?.ending.signal
  }

  #end(isMeant: (one: { rule: ActiveFaultRule }) => boolean): boolean {
    const ended = this.#rules.filter(isMeant)
    this.#rules = this.#rules.filter((one) => !isMeant(one))
    for (const { ending } of ended) ending.abort()
    return ended.length > 0
  }

  /**
   * Returns the first rule that applies to this request. Matching rules count the request even if
   * they do not apply.
   */
  hit(subject: FaultSubject): ActiveFaultRule | undefined {
    if (this.#rules.length === 0) return undefined

    for (const { rule, path, throwDice } of this.#rules) {
      if (!fits(rule, path, subject)) continue
      rule.matched += 1
      if (rule.applied >= (rule.times ?? Infinity)) continue
      if (rule.nth !== undefined && rule.matched !== rule.nth) continue
      if (rule.every !== undefined && rule.matched % rule.every !== 0) continue
      if (rule.probability !== undefined && throwDice() >= rule.probability) continue
      rule.applied += 1
      return rule
    }
    return undefined
  }
}

function fits({ match }: FaultRule, path: RegExp | undefined, subject: FaultSubject): boolean {
  return (
    (match?.provider === undefined || match.provider === subject.provider) &&
    (match?.method === undefined || match.method.toUpperCase() === subject.method) &&
    (match?.account === undefined || match.account === subject.account) &&
    (path === undefined || path.test(subject.path))
  )
}
