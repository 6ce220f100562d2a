import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Clock } from './clock.ts'
import { FaultRules } from './faults.ts'
import { maxIdleDays, parseAsOf, ruleDays } from './dated-rules.ts'
import type { Grant } from './grant.ts'
import { listBuiltInApps, type OAuthApp } from './oauth-apps.ts'
import type { SandboxProvider } from './provider.ts'
import { RequestLog } from './request-log.ts'
import { defaultSeedCounts, type SeedCounts } from './seed/counts.ts'
import { toMembers } from './members.ts'

/** Answer of the consent page: ask, or answer automatically. */
export interface ConsentSetting {
  answer: 'ask' | 'allow' | 'deny'
  /** The organization or portal to connect; defaults to the first one. */
  account?: string
}

export interface SandboxSettings {
  /** Every refresh returns a new refresh token and ends the previous one. */
  rotateRefreshTokens: boolean
  /** Reject calls whose token lacks the scope documented by the provider. */
  enforceScopes: boolean
  /** Calls to a portal within ten seconds before it answers 429. */
  hubspotCallsPerTenSeconds: number
  /** Length of those ten seconds, shorter in tests. */
  hubspotTenSecondsMs: number
  /** Calls to an organization before it answers REQUEST_LIMIT_EXCEEDED. */
  salesforceCallsPerDay: number
  /** Delays before each retry of a webhook by HubSpot. */
  webhookRetryDelaysMs: number[]
  /**
   * Month or day whose rules apply, such as `2026-11`: each provider refuses what it refuses then.
   * The clock moves it. null accepts everything.
   */
  asOf: string | null
}

const defaultSettings: SandboxSettings = {
  rotateRefreshTokens: false,
  enforceScopes: true,
  hubspotCallsPerTenSeconds: 1_000_000,
  hubspotTenSecondsMs: 10_000,
  salesforceCallsPerDay: 15_000_000,
  webhookRetryDelaysMs: [500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 60_000, 60_000, 60_000],
  asOf: null,
}
const defaultLifetimes: Record<SandboxProvider, number> = { salesforce: 7200, hubspot: 1800 }

interface Persisted {
  seededAt: number
  revoked: string[]
  /** Salesforce organizations with the package of an app, as `client account`. */
  packages?: string[]
}

export interface SandboxStateOptions {
  seed?: Partial<SeedCounts>
  accessTokenSeconds?: number
  statePath?: string
  /** Month or day whose rules apply, such as `2026-11`. */
  asOf?: string | undefined
}

/** State shared by both providers: time, faults, the log, apps, consent and revoked tokens. */
export class SandboxState {
  readonly clock = new Clock()
  readonly faults = new FaultRules()
  readonly requests = new RequestLog()
  readonly counts: SeedCounts
  /** Time at which the seeded records were generated. Survives restarts with `statePath`. */
  readonly seededAt: number
  readonly #lifetimeSeconds: number | undefined
  readonly #statePath: string | undefined
  readonly #asOf: string | null
  readonly #packages: Set<string>
  readonly #revoked: Set<string>
  readonly #voidBefore = new Map<string, number>()
  apps!: Record<SandboxProvider, OAuthApp[]>
  consent!: Record<SandboxProvider, ConsentSetting>
  settings!: SandboxSettings
  /** Apps that an administrator of a Salesforce organization has blocked, as `client account`. */
  readonly blockedApps = new Set<string>()
  /** Scopes that the plan of a HubSpot account lacks. */
  readonly lackedScopes = new Map<string, readonly string[]>()

  constructor(options: SandboxStateOptions) {
    this.counts = { ...defaultSeedCounts, ...options.seed }
    this.#lifetimeSeconds = options.accessTokenSeconds
    this.#statePath = options.statePath
    this.#asOf = options.asOf ?? null
    requireAsOf(this.#asOf)
    const persisted = options.statePath ? loadState(options.statePath) : undefined
    this.seededAt = persisted?.seededAt ?? Math.floor(Date.now() / 1000) * 1000
    this.#revoked = new Set(persisted?.revoked)
    this.#packages = new Set(persisted?.packages)
    this.#resetAll()
    this.#save()
  }

  /** Resets everything except revoked tokens. */
  reset(): void {
    this.#packages.clear()
    this.#resetAll()
    this.#save()
  }

  #resetAll(): void {
    this.clock.offsetMs = 0
    this.faults.clear()
    this.requests.clear()
    this.#voidBefore.clear()
    this.blockedApps.clear()
    this.lackedScopes.clear()
    this.apps = { salesforce: listBuiltInApps('salesforce'), hubspot: listBuiltInApps('hubspot') }
    this.consent = { salesforce: { answer: 'ask' }, hubspot: { answer: 'ask' } }
    this.settings = { ...defaultSettings, asOf: this.#asOf }
  }

  changeSettings(changes: Partial<SandboxSettings>): SandboxSettings {
    requireAsOf(changes.asOf ?? null)
    return Object.assign(this.settings, changes)
  }

  /** Returns the day whose rules apply, such as `2026-11-30`; undefined if everything is accepted. */
  ruleDay(): string | undefined {
    const { asOf } = this.settings
    if (asOf === null) return undefined
    return new Date((parseAsOf(asOf) ?? 0) + this.clock.offsetMs).toISOString().slice(0, 10)
  }

  applies(rule: keyof typeof ruleDays): boolean {
    const day = this.ruleDay()
    return day !== undefined && day >= ruleDays[rule]
  }

  rotatesRefreshTokens(provider: SandboxProvider): boolean {
    return (
      this.settings.rotateRefreshTokens || (provider === 'salesforce' && this.applies('newApps'))
    )
  }

  /** Reports whether a refresh token of Salesforce was not used for too long. */
  wasIdle({ issuedAt }: Grant): boolean {
    return this.applies('newApps') && this.clock.now() - issuedAt > maxIdleDays * 86_400_000
  }

  /** Reports whether a Salesforce organization accepts the app. */
  hasPackage(clientId: string, account: string): boolean {
    return !this.applies('appsMustBeInstalled') || this.#packages.has(`${clientId} ${account}`)
  }

  installPackage(clientId: string, account: string): void {
    this.#packages.add(`${clientId} ${account}`)
    this.#save()
  }

  uninstallPackage(clientId: string, account: string): void {
    this.#packages.delete(`${clientId} ${account}`)
    this.#save()
  }

  accessTokenSeconds(provider: SandboxProvider): number {
    return this.#lifetimeSeconds ?? defaultLifetimes[provider]
  }

  app(provider: SandboxProvider, clientId: string | undefined): OAuthApp | undefined {
    return this.apps[provider].find((app) => app.clientId === clientId)
  }

  revoke(familyOrSerial: string): void {
    this.#revoked.add(familyOrSerial)
    this.#save()
  }

  isRevoked(grant: Grant): boolean {
    return (
      this.#revoked.has(grant.family) ||
      this.#revoked.has(grant.serial) ||
      (grant.kind === 'refresh' && grant.issuedAt <= this.#voidedAt('refresh', grant))
    )
  }

  /** Ends every token of the kind issued so far, in one account or in all of the provider. */
  endTokens(kind: Grant['kind'], provider: SandboxProvider, account = '*'): void {
    this.#voidBefore.set(`${kind} ${provider} ${account}`, this.clock.now())
  }

  accessTokensVoidBefore(grant: Grant): number {
    return this.#voidedAt('access', grant)
  }

  #voidedAt(kind: Grant['kind'], { provider, account }: Grant): number {
    return Math.max(
      this.#voidBefore.get(`${kind} ${provider} ${account}`) ?? 0,
      this.#voidBefore.get(`${kind} ${provider} *`) ?? 0,
    )
  }

  #save(): void {
    if (!this.#statePath) return
    const persisted: Persisted = {
      seededAt: this.seededAt,
      revoked: [...this.#revoked],
      packages: [...this.#packages],
    }
    mkdirSync(dirname(this.#statePath), { recursive: true })
    writeFileSync(this.#statePath, JSON.stringify(persisted))
  }
}

function requireAsOf(asOf: string | null): void {
  if (asOf === null || parseAsOf(asOf) !== undefined) return
  throw new Error(`The sandbox's rules are those of a month or day, such as 2026-11, not ${asOf}.`)
}

function loadState(path: string): Persisted | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Persisted
  } catch (error) {
    if (toMembers(error).code === 'ENOENT') return undefined
    throw new Error(`The sandbox's state in ${path} is not readable.`, { cause: error })
  }
}
