import type { FastifyInstance, FastifyRequest } from 'fastify'
import { controlRoutes } from '../control.ts'
import { isHubspotPathSupported } from '../dated-rules.ts'
import { injectFaults, type RefuseAs } from '../fault-injection.ts'
import { Grants } from '../grants.ts'
import { bearerToken, createHttp } from '../http.ts'
import type { SandboxState } from '../state.ts'
import { hubspotAuthenticator } from './api/access.ts'
import { accountRoutes } from './api/account-routes.ts'
import { associationRoutes } from './api/association-routes.ts'
import { portalControls } from './api/controlled-data.ts'
import {
  makeExpiredTokenError,
  HubSpotError,
  missingScopes,
  portalNotFound,
  rateLimited,
  validationError,
} from './portal/errors.ts'
import { PortalJournal } from './api/journal.ts'
import { journalRoutes } from './api/journal-routes.ts'
import { hubspotOauthRoutes } from './api/oauth.ts'
import { badRefreshToken } from './api/tokens.ts'
import { objectRoutes } from './api/object-routes.ts'
import { Portals } from './api/portals.ts'
import { propertyRoutes } from './api/property-routes.ts'
import { schemaRoutes } from './api/schema-routes.ts'
import { webhookRoutes } from './api/webhook-routes.ts'
import { PortalWebhooks } from './api/webhooks.ts'
import { toMembers, getErrorMessage } from '../members.ts'

export interface HubSpotServer {
  http: FastifyInstance
  portals: Portals
}

/** Paths by version; the dated ones are the same API under newer names. */
const datedVersions = ['2026-03', '2026-09']
const atDates = (toPath: (version: string) => string) => datedVersions.map(toPath)
const objectBases = [
  '/crm/v3/objects',
  '/crm/objects/2025-09',
  ...atDates((version) => `/crm/objects/${version}`),
]
const schemaBases = [
  '/crm/v3/schemas',
  '/crm-object-schemas/v3/schemas',
  ...atDates((version) => `/crm-object-schemas/${version}/schemas`),
]
const propertyBases = ['/crm/v3/properties', ...atDates((version) => `/crm/properties/${version}`)]
const associationBases = [
  { pairs: '/crm/v4/associations', links: '/crm/v4/objects' },
  ...datedVersions.map((version) => ({
    pairs: `/crm/associations/${version}`,
    links: `/crm/objects/${version}`,
  })),
]

export function createHubSpot(state: SandboxState): HubSpotServer {
  const http = createHttp({
    badJson: (message) => validationError(`Invalid input JSON: ${message}`),
  })
  const grants = new Grants('hubspot', state)
  const webhooks = new PortalWebhooks(state)
  const portals: Portals = new Portals(state, (change) => {
    webhooks.announce(change)
    journal.announce(change)
  })
  const journal = new PortalJournal(state, portals)
  http.addHook('onClose', async () => webhooks.stop())

  http.setErrorHandler((error, _request, reply) => {
    if (error instanceof HubSpotError) return reply.code(error.status).send(error.body)
    const { statusCode } = toMembers(error)
    const status = typeof statusCode === 'number' ? statusCode : 500
    return reply.code(status).send(new HubSpotError(status, getErrorMessage(error)).body)
  })
  http.setNotFoundHandler((_request, reply) => reply.code(404).send(portalNotFound().body))

  http.addHook('onRequest', async (request) => {
    const day = state.ruleDay()
    if (day !== undefined && !isHubspotPathSupported(request.url, day)) throw portalNotFound()
  })
  injectFaults(http, {
    provider: 'hubspot',
    state,
    accountOf: (request) => findPortalAccount(grants, request),
    refuse: rejectWith(state),
  })
  const enter = hubspotAuthenticator(state, grants, portals)
  hubspotOauthRoutes(http, { state, grants, knownPortals: portals })
  accountRoutes(http, { enter })
  for (const base of objectBases) objectRoutes(http, base, { enter, portals })
  for (const base of propertyBases) propertyRoutes(http, base, { enter })
  for (const base of schemaBases) schemaRoutes(http, base, { enter })
  for (const bases of associationBases) associationRoutes(http, bases, { enter })
  webhookRoutes(http, { webhooks, state })
  journalRoutes(http, { journal, grants, state })
  controlRoutes(http, {
    provider: 'hubspot',
    state,
    data: portalControls(portals, {
      forgetEvents: () => journal.expire(),
      onReset: () => {
        webhooks.reset()
        journal.reset()
      },
    }),
  })
  return { http, portals }
}

const findPortalAccount = (grants: Grants, request: FastifyRequest) =>
  grants.read(bearerToken(request) ?? '', 'access')?.account

const rejectWith =
  (state: SandboxState): RefuseAs =>
  (rule, request, reply) => {
    switch (rule.effect) {
      case 'rate-limit':
        if (rule.retryAfterSeconds !== undefined) {
          reply.header('retry-after', rule.retryAfterSeconds)
        }
        throw rateLimited(rule.policyName ?? 'TEN_SECONDLY_ROLLING')
      case 'token-expired':
        throw makeExpiredTokenError(5)
      case 'refresh-revoked':
        if (/^\/oauth\/[^/]+\/token/.test(request.url)) throw badRefreshToken()
        return
      case 'permission-lost':
        throw missingScopes(['crm.objects.contacts.read'])
      case 'server-error':
        throw new HubSpotError(500, `internal error at ${state.clock.now()}`)
      case 'cursor-gone':
        if (request.url.includes('after=')) {
          throw validationError('The after parameter is not valid')
        }
        return
      default:
    }
  }
