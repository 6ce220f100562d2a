import type { FastifyInstance, FastifyRequest } from 'fastify'
import { controlPrefix } from './fault-injection.ts'
import { faultEffects, type FaultRule } from './faults.ts'
import { getQuery } from './http.ts'
import { sandboxApps, type OAuthApp } from './oauth-apps.ts'
import { requireDefined } from './require-defined.ts'
import type { SandboxProvider } from './provider.ts'
import type { ConsentSetting, SandboxState, SandboxSettings } from './state.ts'
import { getErrorMessage } from './members.ts'

/** A record as returned by control calls. */
export interface ControlledRecord {
  id: string
  values: Record<string, unknown>
}

/** Changes to the data of one provider, as made by a person in its UI. */
export interface ControlledData {
  accounts(): { id: string; name: string }[]
  create(account: string | undefined, object: string, values: Body): ControlledRecord
  update(account: string | undefined, object: string, id: string, values: Body): ControlledRecord
  delete(account: string | undefined, object: string, id: string): void
  restore(account: string | undefined, object: string, id: string): ControlledRecord
  showField(account: string | undefined, object: string, field: string, visible: boolean): void
  /** Expires all query locators. */
  forgetCursors(): void
  /** Salesforce only: drops all retained events. */
  forgetEvents(): void
  /** Salesforce only: emits an event without the fields of its record. */
  announceGap(account: string | undefined, object: string, id: string, changeType: string): void
  reset(): void
}

type Body = Record<string, unknown>
type OfObject = { Params: { object: string } }
type OfRecord = { Params: { object: string; id: string } }
type OfField = { Params: { object: string; field: string } }

/** A control call that cannot be carried out. */
export class ControlError extends Error {}

interface ControlOptions {
  provider: SandboxProvider
  state: SandboxState
  data: ControlledData
}

/** Serves the calls under `/__sandbox`, for this machine only. */
export function controlRoutes(http: FastifyInstance, options: ControlOptions): void {
  void http.register(
    (control, _options, done) => {
      control.addHook('onRequest', async (request, reply) => {
        if (!isLoopback(request)) {
          return reply.code(403).send({ error: 'The control API answers to loopback only.' })
        }
        return undefined
      })
      control.setErrorHandler((error, _request, reply) =>
        reply.code(400).send({ error: getErrorMessage(error) }),
      )
      settingRoutes(control, options)
      faultRoutes(control, options)
      dataRoutes(control, options)
      done()
    },
    { prefix: controlPrefix },
  )
}

function settingRoutes(control: FastifyInstance, { provider, state, data }: ControlOptions): void {
  const accountOf = (request: FastifyRequest) =>
    accountIn(request) ?? requireDefined(data.accounts()[0]).id

  control.post('/reset', async (_request, reply) => {
    state.reset()
    data.reset()
    return reply.code(204).send()
  })

  control.get('/accounts', async () => data.accounts())

  control.post('/consent', async (request) => {
    const { answer, account } = getControlBody<ConsentSetting>(request)
    if (!['ask', 'allow', 'deny'].includes(answer)) {
      throw new ControlError(`answer must be ask, allow or deny, not ${answer}`)
    }
    state.consent[provider] = { answer, ...(account ? { account } : {}) }
    return state.consent[provider]
  })

  control.post('/settings', async (request) => {
    const body = getControlBody<Partial<SandboxSettings>>(request)
    const unknown = Object.keys(body).find((name) => !(name in state.settings))
    if (unknown) throw new ControlError(`There is no setting ${unknown}`)
    return state.changeSettings(body)
  })

  control.post('/clock', async (request) => {
    const { offsetSeconds } = getControlBody<{ offsetSeconds: number }>(request)
    if (!Number.isFinite(offsetSeconds)) throw new ControlError('offsetSeconds must be a number')
    state.clock.offsetMs = offsetSeconds * 1000
    return { now: new Date(state.clock.now()).toISOString() }
  })

  control.post('/apps', async (request) => {
    const { clientId, clientSecret, name, redirectUris, ...further } =
      getControlBody<Partial<OAuthApp>>(request)
    if (!clientId || !clientSecret) {
      throw new ControlError('clientId and clientSecret are required')
    }
    const app = {
      clientId,
      clientSecret,
      name: name ?? clientId,
      redirectUris: redirectUris ?? [],
      ...further,
    }
    const others = state.apps[provider].filter((known) => known.clientId !== clientId)
    state.apps[provider] = [...others, app]
    return app
  })

  control.post('/packages', async (request, reply) => {
    const { isInstalled = true } = getControlBody<{ isInstalled?: boolean }>(request)
    const [client, account] = [clientIdIn(request, provider), accountOf(request)]
    if (isInstalled) state.installPackage(client, account)
    else state.uninstallPackage(client, account)
    return reply.code(204).send()
  })

  control.post('/blocked-apps', async (request, reply) => {
    const { isBlocked = true } = getControlBody<{ isBlocked?: boolean }>(request)
    const app = `${clientIdIn(request, provider)} ${accountOf(request)}`
    if (isBlocked) state.blockedApps.add(app)
    else state.blockedApps.delete(app)
    return reply.code(204).send()
  })

  control.post('/lacked-scopes', async (request, reply) => {
    const { scopes } = getControlBody<{ scopes: string[] }>(request)
    state.lackedScopes.set(accountOf(request), scopes)
    return reply.code(204).send()
  })

  control.post('/tokens/expire', async (request, reply) => {
    state.endTokens('access', provider, accountIn(request))
    return reply.code(204).send()
  })

  control.post('/tokens/revoke', async (request, reply) => {
    state.endTokens('access', provider, accountIn(request))
    state.endTokens('refresh', provider, accountIn(request))
    return reply.code(204).send()
  })

  control.get('/requests', async () => state.requests.list(provider))
  control.delete('/requests', async (_request, reply) => {
    state.requests.clear()
    return reply.code(204).send()
  })
}

const clientIdIn = (request: FastifyRequest, provider: SandboxProvider): string =>
  getControlBody<{ clientId?: string }>(request).clientId ?? sandboxApps[provider].clientId

function faultRoutes(control: FastifyInstance, { provider, state }: ControlOptions): void {
  control.get('/faults', async () => state.faults.list())

  control.post('/faults', async (request) => {
    const rule = getControlBody<FaultRule>(request)
    if (!faultEffects.includes(rule.effect)) {
      throw new ControlError(`effect must be one of ${faultEffects.join(', ')}`)
    }
    return state.faults.add({ ...rule, match: { provider, ...rule.match } })
  })

  control.delete('/faults', async (_request, reply) => {
    state.faults.clear()
    return reply.code(204).send()
  })

  control.delete<{ Params: { id: string } }>('/faults/:id', async (request, reply) =>
    reply.code(state.faults.remove(request.params.id) ? 204 : 404).send(),
  )
}

function dataRoutes(control: FastifyInstance, { data }: ControlOptions): void {
  control.post<OfObject>('/records/:object', async (request, reply) => {
    const { object } = request.params
    return reply.code(201).send(data.create(accountIn(request), object, valuesIn(request)))
  })

  control.patch<OfRecord>('/records/:object/:id', async (request) => {
    const { object, id } = request.params
    return data.update(accountIn(request), object, id, valuesIn(request))
  })

  control.delete<OfRecord>('/records/:object/:id', async (request, reply) => {
    const { object, id } = request.params
    data.delete(accountIn(request), object, id)
    return reply.code(204).send()
  })

  control.post<OfRecord>('/records/:object/:id/restore', async (request) => {
    const { object, id } = request.params
    return data.restore(accountIn(request), object, id)
  })

  control.put<OfField>('/fields/:object/:field/visibility', async (request, reply) => {
    const { object, field } = request.params
    const { visible } = getControlBody<{ visible: boolean }>(request)
    data.showField(accountIn(request), object, field, visible)
    return reply.code(204).send()
  })

  control.delete('/events', async (_request, reply) => {
    data.forgetEvents()
    return reply.code(204).send()
  })

  control.post<OfRecord>('/records/:object/:id/gap', async (request, reply) => {
    const { object, id } = request.params
    const { changeType = '' } = getControlBody<{ changeType?: string }>(request)
    data.announceGap(accountIn(request), object, id, changeType)
    return reply.code(204).send()
  })

  control.delete('/cursors', async (_request, reply) => {
    data.forgetCursors()
    return reply.code(204).send()
  })
}

function isLoopback({ ip }: FastifyRequest): boolean {
  return ip === '::1' || /^(::ffff:)?127\./.test(ip)
}

const getControlBody = <T>(request: FastifyRequest): T => (request.body ?? {}) as T

/** Returns the organization or portal from the body or query; defaults to the first one. */
const accountIn = (request: FastifyRequest): string | undefined =>
  getControlBody<{ account?: string }>(request).account ?? getQuery(request)['account']

function valuesIn(request: FastifyRequest): Body {
  const { values } = getControlBody<{ values?: Body }>(request)
  if (typeof values !== 'object') throw new ControlError('values must be an object')
  return values
}
