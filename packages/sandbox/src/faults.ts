import type { SandboxProvider } from './provider.ts'
import { dice } from './seed/chance.ts'

/** Everything that can be made to go wrong. How it looks on the wire depends on the provider. */
export const faultEffects = [
  'rate-limit',
  'token-expired',
  'refresh-revoked',
  'permission-lost',
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
  'lost-reply',
  'held-reply',
  'partial-failure',
  'cursor-gone',
] as const

export type FaultEffect = (typeof faultEffects)[number]

export interface FaultRule {
  effect: FaultEffect
  /** All of these must fit the request; what is absent fits every request. */
  match?: { provider?: SandboxProvider; method?: string; pathRegex?: string; account?: string }
  /** Only the nth matching request, counted from 1. */
  nth?: number
  /** Each nth matching request. */
  every?: number
  /** The share of matching requests that is hit, decided by `seed`. */
  probability?: number
  seed?: number
  /** How often the rule acts at most. */
  times?: number
  /** For `slow`: how long to wait, unless the rule is taken away before. For `rate-limit` and `unavailable`: seconds of Retry-After. */
  delayMs?: number
  retryAfterSeconds?: number
  /** For `html`: 502 when absent. */
  status?: number
  /** For `rate-limit` at HubSpot. */
  policyName?: 'TEN_SECONDLY_ROLLING' | 'SECONDLY' | 'DAILY'
  /** For `partial-failure`: rows of the batch that fail; the first one when absent. */
  rows?: number[]
}

export interface ActiveFaultRule extends FaultRule {
  id: string
  matched: number
  applied: number
  /** How many requests were carried out whose reply it holds. */
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

  /** Aborted when the rule is taken away; undefined when it has been. */
  endOf(id: string): AbortSignal | undefined {
    return this.#rules.find(({ rule }) => rule.id === id)?.ending.signal
  }

  #end(isMeant: (one: { rule: ActiveFaultRule }) => boolean): boolean {
    const ended = this.#rules.filter(isMeant)
    this.#rules = this.#rules.filter((one) => !isMeant(one))
    for (const { ending } of ended) ending.abort()
    return ended.length > 0
  }

  /** The first rule that hits this request. Rules that fit count the request even without a hit. */
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
