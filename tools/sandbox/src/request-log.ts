import type { SandboxProvider } from './provider.ts'

export interface LoggedRequest {
  at: string
  provider: SandboxProvider
  method: string
  url: string
  status: number | null
  durationMs: number
  /** The organization or portal of the token. */
  account?: string
  /** The applied fault, if any. */
  fault?: string
}

const kept = 2000

/** The latest requests, oldest first. */
export class RequestLog {
  #entries: LoggedRequest[] = []

  add(entry: LoggedRequest): void {
    this.#entries.push(entry)
    if (this.#entries.length > kept * 2) this.#entries = this.#entries.slice(-kept)
  }

  list(provider: SandboxProvider): LoggedRequest[] {
    return this.#entries.filter((entry) => entry.provider === provider).slice(-kept)
  }

  clear(): void {
    this.#entries = []
  }
}
