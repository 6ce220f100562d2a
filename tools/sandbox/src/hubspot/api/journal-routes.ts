import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Grants } from '../../grants.ts'
import { bearerToken, getQuery } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import type { SandboxState } from '../../state.ts'
import {
  HubSpotError,
  makeExpiredTokenError,
  missingCredentials,
  missingScopes,
  portalNotFound,
  validationError,
} from '../portal/errors.ts'
import type { PortalJournal } from './journal.ts'

const version = '2026-03'
const urlLifetimeMs = 5 * 60_000

/** Routes of the webhooks journal. Only tokens of the app open it, which contain its scopes. */
export function journalRoutes(
  http: FastifyInstance,
  { journal, grants, state }: { journal: PortalJournal; grants: Grants; state: SandboxState },
): void {
  function enter(request: FastifyRequest, scope: string): void {
    const grant = grants.read(bearerToken(request) ?? '', 'access')
    // A token of an account is none of the app.
    if (!grant || grant.account !== '') throw missingCredentials()
    if (grants.isExpired(grant)) {
      const agoMs = Math.max(0, state.clock.now() - requireDefined(grant.expiresAt))
      throw makeExpiredTokenError(Math.round(agoMs / 60_000))
    }
    const needed = `developer.webhooks_journal.${scope}`
    if (!grant.scopes.includes(needed)) throw missingScopes([needed])
  }

  const subscriptions = `/webhooks-journal/subscriptions/${version}`
  http.get(subscriptions, async (request) => {
    enter(request, 'subscriptions.read')
    return { results: journal.subscriptions }
  })
  http.post(subscriptions, async (request) => {
    enter(request, 'subscriptions.write')
    return journal.subscribe(request.body)
  })
  http.delete<{ Params: { id: string } }>(`${subscriptions}/:id`, async (request, reply) => {
    enter(request, 'subscriptions.write')
    journal.unsubscribe(Number(request.params.id))
    return reply.code(204).send()
  })

  const entries = `/webhooks-journal/journal-local/${version}`
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    find: (portalId: number) => { offset: string } | undefined,
  ) => {
    enter(request, 'read')
    const portalId = Number(getQuery(request)['installPortalId'])
    if (!Number.isSafeInteger(portalId)) throw validationError('installPortalId is not a number')
    const entry = find(portalId)
    if (!entry) return reply.code(204).send()
    const expiresAt = state.clock.now() + urlLifetimeMs
    // HubSpot's files are at another host, which accepts no credentials but those in the URL.
    const host = request.host.replace(/^127\.0\.0\.1/, 'localhost')
    return reply.send({
      url: `http://${host}/journal-files/${entry.offset}.json?expires=${expiresAt}`,
      expiresAt: new Date(expiresAt).toISOString(),
      currentOffset: entry.offset,
    })
  }
  http.get(`${entries}/earliest`, async (request, reply) =>
    show(request, reply, (portalId) => journal.findEarliest(portalId)),
  )
  http.get(`${entries}/latest`, async (request, reply) =>
    show(request, reply, (portalId) => journal.findLatest(portalId)),
  )
  http.get<{ Params: { offset: string } }>(
    `${entries}/offset/:offset/next`,
    async (request, reply) =>
      show(request, reply, (portalId) => journal.findNext(portalId, request.params.offset)),
  )

  http.get<{ Params: { file: string } }>('/journal-files/:file', async (request) => {
    if (request.headers.authorization)
      throw new HubSpotError(400, 'Only one auth mechanism allowed')
    const isExpired = !(Number(getQuery(request)['expires']) > state.clock.now())
    if (isExpired) throw new HubSpotError(403, 'Request has expired')
    const entry = journal.findEntry(request.params.file.replace('.json', ''))
    if (!entry) throw portalNotFound()
    const { offset, journalEvents, publishedAt } = entry
    return { offset, journalEvents, publishedAt: new Date(publishedAt).toISOString() }
  })
}
