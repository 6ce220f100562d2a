import { projectCallers, type OperationDefinition } from '@platform/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '@platform/kernel/access'
import type { Api } from '@platform/kernel/http'
import { createLastingAccess } from '@platform/kernel/http/lasting-access'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { findBrokenReply, forwardCall } from './forward.ts'
import { mustOnlyRead } from './must-only-read.ts'
import { openPassage, type InstallationName } from './open-passage.ts'

declare module '@platform/kernel/domain' {
  interface DomainInputs {
    proxyStallMs: number
  }
}

/**
 * Not an operation of the contract, because replies are the provider's. Access treats it like one.
 */
const proxied = {
  id: 'proxy',
  method: 'POST',
  path: '/proxy/{projectIdOrName}',
  tag: 'Proxy',
  summary: 'Call a provider',
  callers: projectCallers,
  permission: 'proxy:write',
  suitsLimitedKeys: true,
  success: 200,
  reply: null,
} as const satisfies OperationDefinition

/**
 * Serves `/proxy/…`: forwards requests to the provider of an installation, with its credentials.
 * For builders and their servers only; never for end users or browser keys.
 */
export function proxyRoutes(api: Api, services: Services, { stallMs }: { stallMs: number }): void {
  // Cached, so that most calls need no query; a revocation by another process applies within two
  // seconds.
  const passages = api.caches.open(
    (_key, wanted: Parameters<typeof openPassage>[1]) => openPassage(services, wanted),
    { max: 1000, isSecret: true },
  )

  void api.http.register(async (scope) => {
    // Bodies are forwarded unparsed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.setErrorHandler<Error>((error) => {
      throw findBrokenReply(error)
    })
    scope.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/proxy/*',
      exposeHeadRoute: false,
      config: { subsystem: 'proxy', isUnlimited: true, isStreamed: true },
      handler: (request, reply) => passThrough(request, reply),
    })
  })

  async function passThrough(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { db, project, caller, access } = await api.admit(proxied, request, reply, {
      projectIdOrName: mustName(request, 'x-platform-project-id'),
    })
    const mode = readHeader(request, 'x-platform-rate-limiter-mode')
    if (mode !== undefined && mode !== 'throttle') {
      throw invalidInput({
        in: 'header',
        name: 'x-platform-rate-limiter-mode',
        value: mode,
        detail: 'The only supported mode is `throttle`.',
      })
    }
    const named = readInstallationName(request)
    mustNameOwnIntegration(caller, named)
    const { integrationIds } = project
    const key = JSON.stringify([project.id, named, integrationIds])
    const findPassage = () => passages.get(key, { db, named, integrationIds })
    const { session, getTarget, installationId, approvedObjects } = await findPassage()
    mustOnlyRead(approvedObjects, request)
    return forwardCall(services, {
      session,
      getTarget,
      installationId,
      isThrottled: mode === 'throttle',
      access: createLastingAccess(async () => {
        await access.check()
        await findPassage()
      }),
      stallMs,
      request,
      reply,
    })
  }
}

/** Rejects a key that is limited to integrations, if the request names another one or none that exists. */
function mustNameOwnIntegration(caller: Caller, named: InstallationName): void {
  const { integrations } = caller.kind === 'full' ? caller : {}
  if (!integrations || 'id' in named) return
  const { integrationIdOrName } = named
  if (integrations.some(({ id, name }) => [id, name].includes(integrationIdOrName))) return
  throw new Problem('permission-missing', {
    detail: `The credential is limited to other integrations than ${integrationIdOrName.slice(0, 255)}.`,
  })
}

/** The ID takes precedence over the names. */
function readInstallationName(request: FastifyRequest): InstallationName {
  const id = readHeader(request, 'x-platform-installation-id')
  if (id !== undefined) return { id }
  return {
    integrationIdOrName: mustName(request, 'x-platform-integration-name'),
    groupRef: mustName(request, 'x-platform-group-ref'),
    instance: readHeader(request, 'x-platform-instance'),
  }
}

function mustName(request: FastifyRequest, name: string): string {
  const value = readHeader(request, name)
  if (value !== undefined) return value
  throw invalidInput({
    in: 'header',
    name,
    detail:
      name === 'x-platform-project-id'
        ? 'Set it to the project’s ID or name.'
        : 'Set `x-platform-installation-id`, or both `x-platform-integration-name` and `x-platform-group-ref`.',
  })
}

const readHeader = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
