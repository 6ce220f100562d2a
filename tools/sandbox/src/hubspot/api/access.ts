import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Grants } from '../../grants.ts'
import { bearerToken } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import type { SandboxState } from '../../state.ts'
import {
  makeExpiredTokenError,
  missingCredentials,
  missingScopes,
  rateLimited,
} from '../portal/errors.ts'
import type { CrmObject } from '../portal/crm-object.ts'
import type { Portal } from '../portal/portal.ts'
import type { Portals } from './portals.ts'

function scopeNeeded(kind: 'objects' | 'schemas', object: CrmObject, act: 'read' | 'write') {
  if (object.name === 'tickets') return 'tickets'
  const isCustom = object.typeId.startsWith('2-')
  // Access to activities follows the objects they belong to.
  const isActivity = ['notes', 'tasks'].includes(object.name)
  return `crm.${kind}.${isCustom ? 'custom' : isActivity ? 'contacts' : object.name}.${act}`
}

export interface Entered {
  portal: Portal
  /** Rejects with MISSING_SCOPES if scopes are enforced. */
  need(kind: 'objects' | 'schemas', object: CrmObject, act: 'read' | 'write'): void
}

/** Returns the portal of the request, after checking its token and the rate limit. */
export type AuthenticateHubspot = (request: FastifyRequest, reply: FastifyReply) => Entered

export function hubspotAuthenticator(
  state: SandboxState,
  grants: Grants,
  portals: Portals,
): AuthenticateHubspot {
  return (request, reply) => {
    const token = bearerToken(request)
    const grant = token === undefined ? undefined : grants.read(token, 'access')
    if (!grant || grant.account === '') throw missingCredentials()
    if (grants.isExpired(grant)) {
      const agoMs = Math.max(0, state.clock.now() - requireDefined(grant.expiresAt))
      throw makeExpiredTokenError(Math.round(agoMs / 60_000))
    }

    const portal = requireDefined(portals.get(grant.account))
    const max = state.settings.hubspotCallsPerTenSeconds
    const used = portal.countCall()
    // HubSpot's search replies have no such headers either.
    if (!request.url.includes('/search')) {
      reply.header('x-hubspot-ratelimit-max', max)
      reply.header('x-hubspot-ratelimit-remaining', Math.max(0, max - used))
      reply.header('x-hubspot-ratelimit-interval-milliseconds', state.settings.hubspotTenSecondsMs)
    }
    if (used > max) throw rateLimited('TEN_SECONDLY_ROLLING')

    return {
      portal,
      need: (kind, object, act) => {
        const scopes = [scopeNeeded(kind, object, act)]
        // Properties can be read with any scope of their object.
        if (kind === 'schemas' && act === 'read') {
          scopes.push(
            scopeNeeded('objects', object, 'read'),
            scopeNeeded('objects', object, 'write'),
          )
        }
        const isAllowed = scopes.some((scope) => grant.scopes.includes(scope))
        if (state.settings.enforceScopes && !isAllowed) throw missingScopes([...new Set(scopes)])
      },
    }
  }
}
