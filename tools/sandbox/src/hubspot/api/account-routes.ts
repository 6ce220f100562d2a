import type { FastifyInstance } from 'fastify'
import { listParameter, getQuery } from '../../http.ts'
import type { AuthenticateHubspot } from './access.ts'
import { portalNotFound } from '../portal/errors.ts'
import { dealStages, ticketStages } from '../portal/objects.ts'

/** Serves metadata of a portal: details, owners and pipelines. */
export function accountRoutes(
  app: FastifyInstance,
  { enter }: { enter: AuthenticateHubspot },
): void {
  for (const version of ['v3', '2026-03', '2026-09']) {
    app.get(`/account-info/${version}/details`, async (request, reply) => {
      const { portal } = enter(request, reply)
      return {
        portalId: Number(portal.id),
        accountType: 'STANDARD',
        timeZone: 'US/Eastern',
        companyCurrency: 'USD',
        additionalCurrencies: [],
        utcOffset: '-04:00',
        utcOffsetMilliseconds: -14_400_000,
        uiDomain: 'app.hubspot.com',
        dataHostingLocation: 'na1',
      }
    })
  }

  app.get('/integrations/v1/me', async (request, reply) => {
    const { portal } = enter(request, reply)
    return {
      portalId: Number(portal.id),
      timeZone: 'US/Eastern',
      accountType: 'STANDARD',
      currency: 'USD',
      utcOffset: '-04:00',
      utcOffsetMilliseconds: -14_400_000,
    }
  })

  for (const base of ['/crm/v3/owners', '/crm/owners/2026-03', '/crm/owners/2026-09']) {
    ownerRoutes(app, base, enter)
  }
  for (const base of ['/crm/v3/pipelines', '/crm/pipelines/2026-03', '/crm/pipelines/2026-09']) {
    app.get<{ Params: { type: string } }>(`${base}/:type`, async (request, reply) => {
      const { portal } = enter(request, reply)
      const { name } = portal.object(request.params.type)
      return {
        results: name === 'deals' ? [salesPipeline] : name === 'tickets' ? [supportPipeline] : [],
      }
    })
  }
}

function ownerRoutes(app: FastifyInstance, base: string, enter: AuthenticateHubspot): void {
  app.get(base, async (request, reply) => {
    const { portal } = enter(request, reply)
    const { after = '0', limit = '100', archived } = getQuery(request)
    const [email] = listParameter(request, 'email')
    const owners = archived === 'true' ? [] : portal.owners()
    const wanted = email === undefined ? owners : owners.filter((owner) => owner.email === email)
    const end = Number(after) + Number(limit)
    return {
      results: wanted.slice(Number(after), end),
      ...(end < wanted.length ? { paging: { next: { after: String(end) } } } : {}),
    }
  })

  app.get<{ Params: { id: string } }>(`${base}/:id`, async (request, reply) => {
    const { portal } = enter(request, reply)
    const owner = portal.owners().find(({ id }) => id === request.params.id)
    if (!owner) throw portalNotFound()
    return owner
  })
}

const at = '2024-01-01T00:00:00.000Z'

const pipeline = (
  id: string,
  label: string,
  stages: { id: string; label: string; metadata: Record<string, string> }[],
) => ({
  id,
  label,
  displayOrder: 0,
  stages: stages.map((stage, displayOrder) => ({
    ...stage,
    displayOrder,
    createdAt: at,
    updatedAt: at,
    archived: false,
  })),
  createdAt: at,
  updatedAt: at,
  archived: false,
})

const salesPipeline = pipeline(
  'default',
  'Sales Pipeline',
  dealStages.map(({ id, label, probability, closed }) => ({
    id,
    label,
    metadata: { isClosed: String(closed), probability },
  })),
)

const supportPipeline = pipeline(
  '0',
  'Support Pipeline',
  ticketStages.map(({ id, label, closed }) => ({
    id,
    label,
    metadata: { isClosed: String(closed), ticketState: closed ? 'CLOSED' : 'OPEN' },
  })),
)
