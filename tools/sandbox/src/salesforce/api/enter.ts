import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Grants } from '../../grants.ts'
import { bearerToken } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import type { SandboxState } from '../../state.ts'
import {
  apiNotAllowed,
  invalidSession,
  orgNotFound,
  requestLimitExceeded,
  SalesforceError,
} from '../org/errors.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { Orgs } from './orgs.ts'
import { isPlainObject, toTextMembers } from '../../members.ts'

/** Returns the organization of the request, and counts one call against its limit. */
export type AuthenticateSalesforce = (request: FastifyRequest, reply: FastifyReply) => SalesforceOrg

export type Version = { version: string }

export const releases = Array.from({ length: 18 }, (_, step) => {
  const version = 50 + step
  const season = requireDefined(['Winter', 'Spring', 'Summer'][(version + 1) % 3])
  const year = 21 + Math.floor((version - 50) / 3)
  return { label: `${season} '${year}`, version: `${version}.0` }
})

function isKnownVersion(version: string): boolean {
  return releases.some((release) => release.version === version)
}

export function salesforceAuthenticator(
  state: SandboxState,
  grants: Grants,
  orgs: Orgs,
): AuthenticateSalesforce {
  return (request, reply) => {
    const grant = grants.read(bearerToken(request) ?? '', 'access')
    if (!grant || grants.isExpired(grant)) throw invalidSession()
    if (!grants.mayCallApi(grant)) throw apiNotAllowed()
    const { version } = toTextMembers(request.params)
    if (version !== undefined && !isKnownVersion(version)) throw orgNotFound()

    const org = requireDefined(orgs.get(grant.account))
    org.calls += 1
    const max = state.settings.salesforceCallsPerDay
    reply.header('sforce-limit-info', `api-usage=${Math.min(org.calls, max)}/${max}`)
    if (org.calls > max) throw requestLimitExceeded()
    // Each request changes records in the same step in which it enters.
    org.events.origin = describeOrigin(request, version)
    return org
  }
}

/** https://developer.salesforce.com/docs/atlas.en-us.change_data_capture.meta/change_data_capture/cdc_event_fields_header.htm */
function describeOrigin({ headers }: FastifyRequest, version = '60.0'): string {
  const client = /(?:^|,)\s*client=([^,]+)/i.exec(String(headers['sforce-call-options'] ?? ''))?.[1]
  return `com/salesforce/api/rest/${version}${client === undefined ? '' : `;client=${client}`}`
}

export function getRequestBody(request: FastifyRequest): Record<string, unknown> {
  if (isPlainObject(request.body)) return request.body
  throw new SalesforceError(400, 'JSON_PARSER_ERROR', 'The request body must be a JSON object')
}
