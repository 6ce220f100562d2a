import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Mail } from '@platform/tenancy/sign-in/mailer'

export interface ServerOptions {
  /** Overrides of the provider catalogue, in addition to `PLATFORM_PROVIDERS`. */
  providerOverrides?: Record<string, Record<string, unknown>>
  log?: Logger
  /** How long running work may take to reach a safe point when the platform stops. */
  stopWithinMs?: number
  /** Returns the reply to a scrape if more than these metrics are included. */
  metricsOf?: (own: Registry) => () => Promise<string>
  /** Whether everything else the process is started for is ready. */
  isReady?: () => boolean
  /** Receives mails if no mail server is configured; by default they are logged. */
  showMail?: (mail: Mail) => void
}
