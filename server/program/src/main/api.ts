import { createAccess, outsideIssuer } from '@platform/kernel/access'
import { createAuditLog } from '@platform/tenancy/audit/audit-log'
import { directory } from './directory.ts'
import { deleteAgentsOfUser } from '@platform/tenancy/agents/store'
import { selectMembershipsOfUser } from '@platform/tenancy/organizations/store'
import { downloadRoutes } from '@platform/delivery/downloads/routes'
import { type TenantEgress, fetchBy } from '@platform/kernel/egress'
import { createApi, referenceRoutes, createHttpServer, traceRequests } from '@platform/kernel/http'
import { activeTracer } from '@platform/kernel/telemetry/trace'
import { npmRoutes } from '../npm/routes.ts'
import { keepReleasedPackages } from '../npm/published-packages.ts'
import { signUpBy } from '@platform/tenancy/organizations/sign-up'
import { type MasterKeys, serverSecret } from '@platform/kernel/secrets'
import { Problem, type SupportContact } from '@platform/kernel/problems/problem'
import type { DomainInputs } from '@platform/kernel/domain'
import { signInRoutes } from '@platform/tenancy/sign-in/routes'
import { subscribeRoutes } from '@platform/data/subscribe/routes'
import { createSignIn, type SignIn } from '@platform/tenancy/sign-in/sign-in'
import { dashboardRoutes } from './dashboard.ts'
import { docsRoutes } from './docs.ts'
import { healthRoutes, type ReportedLog } from './health.ts'
import { SettingsError, type Settings } from './settings/settings.ts'
import { serveOperations } from './process/serve-operations.ts'
import { listenOnPort } from './process/listen.ts'
import { liveRoutes } from './live.ts'
import { setupRoutes } from './setup-routes.ts'

export interface RunningApi {
  signIn: SignIn
  /** Starts accepting requests and returns the URL. */
  listen(): Promise<string>
  close(): Promise<void>
}

/** Reports whether a request may need disk space: reads, deletions and sign-ins do not. */
const mayStore = (method: string, url: string): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(method) && !/^\/(auth|search|proxy)\//.test(url)

/** Creates what serves operations, pages and health checks. */
export async function makeApi(
  settings: Settings,
  program: DomainInputs,
  {
    metrics,
    masterKeys,
    operatorEgress,
    isReady,
    isDraining,
    messageLog,
    isDiskNearlyFull,
    closeWithinMs,
  }: {
    /** Returns the reply to a metrics scrape. */
    metrics: () => Promise<string>
    masterKeys: MasterKeys
    /** For addresses that the operator configures, which may be internal. */
    operatorEgress: TenantEgress
    isReady: () => boolean
    isDraining: () => boolean
    messageLog: ReportedLog | undefined
    isDiskNearlyFull: () => boolean
    /** How long requests in progress may take when the API closes. */
    closeWithinMs: number
  },
): Promise<RunningApi> {
  const { database, services, mailer } = program
  const { secrets, publicUrl, log } = services
  const http = createHttpServer({
    publicUrl,
    logger: log,
    closeWithinMs,
    trustProxy: settings.PLATFORM_TRUST_PROXY ?? false,
    support: pickSupport(settings),
  })
  http.addHook('onRequest', async ({ method, url }) => {
    if (isDiskNearlyFull() && mayStore(method, url)) {
      throw new Problem('unavailable', {
        detail:
          'The disk is nearly full, so nothing was changed. Repeat the request when the operator has freed space.',
      })
    }
  })
  http.addHook('onRequest', (_request, reply, done) => {
    // The next request of this caller goes to another process.
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
  const tracer = activeTracer()
  if (tracer) traceRequests(http, tracer)
  const auditLog = createAuditLog(database, selectMembershipsOfUser)
  const signIn = createSignIn(database, {
    onEvent: async (event) => {
      await auditLog.recordSignIn(event).catch((error: unknown) => {
        log.error(
          { err: error, action: event.action },
          'A sign-in could not be written to the audit log',
        )
        throw error
      })
      // Whoever connected them may have known the former password.
      if (['changePassword', 'resetPassword'].includes(event.action)) {
        await deleteAgentsOfUser(database.everything, event.userId)
      }
    },
    publicUrl,
    mailer,
    signUp: signUpBy(database.everything, settings.PLATFORM_SIGN_UP),
    secret: await serverSecret(database, masterKeys, 'sign-in'),
    ...makeSingleSignOn(settings, operatorEgress),
  })
  const access = createAccess(database, directory, {
    ownIssuer: signIn.issuer,
    outsideIssuers: makeOutsideIssuers(settings, operatorEgress),
    publicUrl,
  })
  const api = createApi(http, database, access, {
    secrets,
    recordChange: auditLog.record,
    keepReplies: services.retention.replies,
    rateLimit: { requests: settings.PLATFORM_RATE_LIMIT, windowSeconds: 60 },
    anonymousRateLimit: { requests: settings.PLATFORM_ANONYMOUS_RATE_LIMIT, windowSeconds: 60 },
  })

  serveOperations(api, program)
  signInRoutes(http, signIn, publicUrl)
  referenceRoutes(http, publicUrl)
  docsRoutes(http)
  downloadRoutes(http, database, services)
  subscribeRoutes(http, { database, services })
  npmRoutes(http, { database, publicUrl })
  setupRoutes(http, database)
  const live = liveRoutes(api, { database, log })
  healthRoutes(http, {
    database,
    metrics,
    isReady,
    isDraining,
    messageLog,
    metricsToken: settings.PLATFORM_METRICS_TOKEN,
  })
  await dashboardRoutes(http, { publicUrl, catalogue: services.catalogue })
  await keepReleasedPackages(database.everything)

  return {
    signIn,
    async listen() {
      await listenOnPort(http, settings, 'PLATFORM_PORT')
      return publicUrl
    },
    async close() {
      // Streams do not end by themselves.
      await live.stop()
      await http.close()
      await signIn.close()
    },
  }
}

/** Omits unset members. */
const pickSupport = ({
  PLATFORM_SUPPORT_EMAIL: supportEmail,
  PLATFORM_SUPPORT_PHONE: supportPhone,
  PLATFORM_SUPPORT_URL: supportUrl,
}: Settings): SupportContact => ({
  ...(supportEmail && { supportEmail }),
  ...(supportPhone && { supportPhone }),
  ...(supportUrl && { supportUrl }),
})

function makeSingleSignOn(settings: Settings, egress: TenantEgress) {
  const issuer = settings.PLATFORM_SSO_ISSUER
  const clientId = settings.PLATFORM_SSO_CLIENT_ID
  const clientSecret = settings.PLATFORM_SSO_CLIENT_SECRET
  if (!issuer && !clientId && !clientSecret) return {}
  if (!issuer || !clientId || !clientSecret) {
    throw new SettingsError(
      'Single sign-on requires all of PLATFORM_SSO_ISSUER, PLATFORM_SSO_CLIENT_ID and PLATFORM_SSO_CLIENT_SECRET.',
    )
  }
  return { singleSignOn: { issuer, clientId, clientSecret, egress } }
}

function makeOutsideIssuers(settings: Settings, egress: TenantEgress) {
  const issuer = settings.PLATFORM_TOKEN_ISSUER
  const audience = settings.PLATFORM_TOKEN_AUDIENCE
  const jwksUrl = settings.PLATFORM_TOKEN_JWKS_URL
  if (!issuer && !audience && !jwksUrl) return []
  if (!issuer || !audience || !jwksUrl) {
    throw new SettingsError(
      'An external token issuer requires all of PLATFORM_TOKEN_ISSUER, PLATFORM_TOKEN_AUDIENCE and PLATFORM_TOKEN_JWKS_URL.',
    )
  }
  return [outsideIssuer({ issuer, audience, jwksUrl, fetch: fetchBy(egress) })]
}
