import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Mail } from '@platform/tenancy/sign-in/mailer'

export interface ServerOptions {
  /** Overrides of the provider catalogue, in addition to `PLATFORM_PROVIDERS`. */
  providerOverrides?: Record<string, Record<string, unknown>>
  log?: Logger
  /** How long what runs is given to reach a safe point when the platform stops. */
  stopWithinMs?: number
  /** How a scrape is answered, if more than these metrics are to be returned. */
  metricsOf?: (own: Registry) => () => Promise<string>
  /** Whether what the process is started for is there, beside what it serves. */
  isReady?: () => boolean
  /** What happens to mails where no mail server is configured; by default they are in the log. */
  showMail?: (mail: Mail) => void
}
