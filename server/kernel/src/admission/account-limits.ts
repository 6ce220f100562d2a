import { must } from '../values/must.ts'
interface Account {
  open: number
  limit: number
  /** When the calls that are not answered began; the oldest first. */
  waits: Map<symbol, number>
}

/** Work for an account at a provider. */
export interface AccountWork {
  /** Waits for the provider's answer, and learns from it. */
  note<Answer>(answer: Promise<Answer>): Promise<Answer>
  close(): void
}

export interface AccountLimitsOptions {
  /** Maximum amount of concurrent work for one account. */
  maxOpen: number
  /** More work may begin for an account. */
  onRelief?: () => void
  now?: () => number
}

/** How much work begins for an account that has not answered yet. */
const firstOpen = 4
/** A provider that has not answered for this time seems to hang. */
export const hangsAfterMs = 10_000
/** Maximum number of idle accounts that are remembered because they did not answer. */
const maxRemembered = 10_000

/**
 * Limits the work for each account at a provider. An account that does not answer has one piece of
 * work at a time, which shows when it answers again; with every answer, it gets one more.
 */
export class AccountLimits {
  private readonly accounts = new Map<string, Account>()
  private readonly maxOpen: number
  private readonly onRelief: () => void
  private readonly now: () => number

  constructor({
    maxOpen,
    onRelief = () => {},
    now = () => performance.now(),
  }: AccountLimitsOptions) {
    this.maxOpen = maxOpen
    this.onRelief = onRelief
    this.now = now
  }

  open(key: string): AccountWork {
    const account = this.accounts.get(key) ?? {
      open: 0,
      limit: Math.min(firstOpen, this.maxOpen),
      waits: new Map<symbol, number>(),
    }
    this.accounts.set(key, account)
    account.open++
    return {
      note: (answer) => this.note(account, answer),
      close: () => {
        account.open--
        if (account.open === 0) this.forget(key, account)
      },
    }
  }

  /** Returns the accounts for which no more work may begin. */
  listSated(): string[] {
    const sated: string[] = []
    for (const [key, account] of this.accounts) {
      if (account.open >= this.getLimit(account)) sated.push(key)
    }
    return sated
  }

  private getLimit(account: Account): number {
    const [oldest] = account.waits.values()
    if (oldest !== undefined && this.now() - oldest > hangsAfterMs) account.limit = 1
    return account.limit
  }

  private async note<Answer>(account: Account, answer: Promise<Answer>): Promise<Answer> {
    const call = Symbol()
    account.waits.set(call, this.now())
    try {
      return await answer
    } finally {
      const waitedMs = this.now() - must(account.waits.get(call), 'wait')
      account.waits.delete(call)
      if (waitedMs > hangsAfterMs) account.limit = 1
      else if (account.limit < this.maxOpen) {
        const wasSated = account.open >= account.limit++
        if (wasSated) this.onRelief()
      }
    }
  }

  private forget(key: string, account: Account): void {
    this.accounts.delete(key)
    if (account.limit > 1 || this.maxOpen === 1) return
    this.accounts.set(key, account)
    if (this.accounts.size <= maxRemembered) return
    for (const [other, { open }] of this.accounts) {
      if (open > 0) continue
      this.accounts.delete(other)
      return
    }
  }
}
