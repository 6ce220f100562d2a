import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerToken, getQuery } from '../../http.ts'
import { missingCredentials, portalNotFound } from '../portal/errors.ts'
import { appId, type Subscription, type PortalWebhooks } from './webhooks.ts'
import { toTextMembers } from '../../members.ts'
import { sandboxApps } from '../../oauth-apps.ts'
import type { SandboxState } from '../../state.ts'

type OfApp = { Params: { appId: string } }
type OfSubscription = { Params: { appId: string; id: string } }

/** Routes for an app's webhook subscriptions and target URL. */
export function webhookRoutes(
  http: FastifyInstance,
  { webhooks, state }: { webhooks: PortalWebhooks; state: SandboxState },
): void {
  const base = '/webhooks/v3/:appId'

  /** Any developer key is accepted: ownership of the app is not simulated. */
  function enterApp(request: FastifyRequest): void {
    if (!getQuery(request)['hapikey'] && !bearerToken(request)) throw missingCredentials()
    if (toTextMembers(request.params).appId !== String(appId)) throw portalNotFound()
    // Webhooks of a project are defined by a file of the project.
    const app = state.app('hubspot', sandboxApps.hubspot.clientId)
    if (state.applies('newApps') && !app?.isLegacy) throw portalNotFound()
  }

  http.get<OfApp>(`${base}/settings`, async (request) => {
    enterApp(request)
    if (!webhooks.settings) throw portalNotFound()
    return webhooks.settings
  })
  http.put<
    OfApp & {
      Body: {
        targetUrl?: string
        throttling?: { maxConcurrentRequests?: number }
      }
    }
  >(`${base}/settings`, async (request) => {
    enterApp(request)
    const { targetUrl = '', throttling } = request.body
    return webhooks.configure(targetUrl, throttling?.maxConcurrentRequests ?? 10)
  })
  http.delete<OfApp>(`${base}/settings`, async (request, reply) => {
    enterApp(request)
    webhooks.forgetSettings()
    return reply.code(204).send()
  })

  http.get<OfApp>(`${base}/subscriptions`, async (request) => {
    enterApp(request)
    return { results: webhooks.subscriptions }
  })
  http.post<OfApp & { Body: Subscription }>(`${base}/subscriptions`, async (request, reply) => {
    enterApp(request)
    return reply.code(201).send(webhooks.subscribe(request.body))
  })
  http.post<OfApp & { Body: { inputs: { id: number | string; active: boolean }[] } }>(
    `${base}/subscriptions/batch/update`,
    async (request) => {
      enterApp(request)
      const { inputs } = request.body
      const results = inputs.flatMap(
        ({ id, active }) => webhooks.activate(String(id), active) ?? [],
      )
      const at = new Date().toISOString()
      return { status: 'COMPLETE', results, startedAt: at, completedAt: at }
    },
  )
  http.get<OfSubscription>(`${base}/subscriptions/:id`, async (request) => {
    enterApp(request)
    const found = webhooks.subscriptions.find(({ id }) => id === request.params.id)
    if (!found) throw portalNotFound()
    return found
  })
  http.patch<OfSubscription & { Body: { active?: boolean } }>(
    `${base}/subscriptions/:id`,
    async (request) => {
      enterApp(request)
      const { active = false } = request.body
      const changed = webhooks.activate(request.params.id, active)
      if (!changed) throw portalNotFound()
      return changed
    },
  )
  http.delete<OfSubscription>(`${base}/subscriptions/:id`, async (request, reply) => {
    enterApp(request)
    webhooks.unsubscribe(request.params.id)
    return reply.code(204).send()
  })
}
