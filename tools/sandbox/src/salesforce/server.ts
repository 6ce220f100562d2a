import type { FastifyInstance, FastifyRequest } from 'fastify'
import { controlRoutes } from '../control.ts'
import { injectFaults, type RefuseAs } from '../fault-injection.ts'
import { Grants } from '../grants.ts'
import { bearerToken, createHttp, getQuery } from '../http.ts'
import type { SandboxState } from '../state.ts'
import { salesforceAuthenticator } from './api/enter.ts'
import { cometdRoutes } from './api/cometd.ts'
import { bulkRoutes } from './api/bulk-jobs.ts'
import { bulkV1Routes } from './api/bulk-v1.ts'
import { collectionRoutes } from './api/collections.ts'
import { compositeRoutes } from './api/composite.ts'
import { orgControls } from './api/controlled-data.ts'
import { invalidLocator } from './query/cursors.ts'
import { invalidSession, orgNotFound, requestLimitExceeded, SalesforceError } from './org/errors.ts'
import { channelMemberRoutes } from './api/channel-members.ts'
import { metadataRoutes, soapFault } from './api/metadata-soap.ts'
import { salesforceOauthRoutes } from './api/oauth.ts'
import { Orgs } from './api/orgs.ts'
import { packageRoutes } from './api/package-page.ts'
import { replicationRoutes } from './api/replication.ts'
import { restRoutes } from './api/rest.ts'
import { soslRoutes } from './api/sosl.ts'
import { toolingRoutes } from './api/tooling.ts'
import { toMembers, getErrorMessage } from '../members.ts'

export interface SalesforceServer {
  http: FastifyInstance
  orgs: Orgs
}

export function createSalesforce(state: SandboxState): SalesforceServer {
  const http = createHttp({
    badJson: (message) => new SalesforceError(400, 'JSON_PARSER_ERROR', message),
  })
  const grants = new Grants('salesforce', state)
  const orgs = new Orgs(state)

  http.setErrorHandler((error, request, reply) => {
    if (error instanceof SalesforceError && request.url.startsWith('/services/Soap/')) {
      const fault = soapFault(`sf:${error.errorCode}`, `${error.errorCode}: ${error.message}`)
      return reply.code(500).type('text/xml; charset=utf-8').send(fault)
    }
    if (error instanceof SalesforceError) return reply.code(error.status).send(error.body)
    if (error instanceof RefusedRefresh) {
      return reply
        .code(400)
        .send({ error: 'invalid_grant', error_description: 'expired access/refresh token' })
    }
    const { statusCode } = toMembers(error)
    const status = typeof statusCode === 'number' ? statusCode : 500
    const code = statusCode === 415 ? 'UNSUPPORTED_MEDIA_TYPE' : 'UNKNOWN_EXCEPTION'
    return reply.code(status).send([{ errorCode: code, message: getErrorMessage(error) }])
  })
  http.setNotFoundHandler((_request, reply) => reply.code(404).send(orgNotFound().body))

  injectFaults(http, {
    provider: 'salesforce',
    state,
    accountOf: (request) => findOrgAccount(grants, request),
    refuse: rejectRequest,
  })
  const enter = salesforceAuthenticator(state, grants, orgs)
  salesforceOauthRoutes(http, { state, grants, orgs })
  packageRoutes(http, { state })
  restRoutes(http, { state, enter, orgs })
  collectionRoutes(http, { enter })
  compositeRoutes(http, { enter })
  replicationRoutes(http, { enter })
  bulkRoutes(http, { enter })
  bulkV1Routes(http, { grants, orgs })
  soslRoutes(http, { enter })
  toolingRoutes(http, { enter })
  metadataRoutes(http, { grants, orgs })
  channelMemberRoutes(http, { enter })
  const cometd = cometdRoutes(http, { grants, orgs })
  const data = orgControls(orgs)
  controlRoutes(http, {
    provider: 'salesforce',
    state,
    data: {
      ...data,
      reset: () => {
        data.reset()
        cometd.forget()
      },
    },
  })
  return { http, orgs }
}

const findOrgAccount = (grants: Grants, request: FastifyRequest) =>
  grants.read(bearerToken(request) ?? getQuery(request)['oauth_token'] ?? '', 'access')?.account

class RefusedRefresh extends Error {}

const rejectRequest: RefuseAs = ({ effect, errorCode }, request) => {
  switch (effect) {
    case 'rate-limit':
      throw requestLimitExceeded()
    case 'token-expired':
      throw invalidSession()
    case 'refresh-revoked':
      if (request.url.startsWith('/services/oauth2/token')) throw new RefusedRefresh()
      return
    case 'permission-lost':
      throw new SalesforceError(
        403,
        'INSUFFICIENT_ACCESS',
        'insufficient access rights on cross-reference id',
      )
    case 'account-blocked':
      throw new SalesforceError(
        403,
        errorCode ?? 'INVALID_OPERATION_WITH_EXPIRED_PASSWORD',
        'The account cannot be used with the API.',
      )
    case 'server-error':
      throw new SalesforceError(
        500,
        'UNKNOWN_EXCEPTION',
        'An unexpected error occurred. Please include this ErrorId if you contact support: ' +
          '1234567890-12345 (-1234567890)',
      )
    case 'cursor-gone':
      if (request.url.includes('/query/')) throw invalidLocator()
      return
    default:
  }
}
