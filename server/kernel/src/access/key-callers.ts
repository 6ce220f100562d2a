import { isLoopbackHost } from '../values/net.ts'
import {
  type DestinationId,
  getRequiredCapability,
  type OperationDefinition,
} from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'
import { hashApiKey, listStoredHashes, invalidCredential } from './credential.ts'
import { capabilitiesOfScopes, mustBeFor, mustHave, unavailable } from './permissions.ts'
import type { Caller } from './caller.ts'
import type { Directory } from './directory.ts'
import { covers, verifyFrontendKey } from './frontend-keys.ts'
import { isInNetworks } from './key-grant.ts'
import type { ShortCaches } from '../values/caches.ts'

/** Authenticates callers by API keys: their scope, capabilities, integrations and networks. */
export function keyCallers(
  database: Database,
  directory: Directory,
  {
    publicUrl,
    caches,
    now,
  }: { publicUrl: string | undefined; caches: ShortCaches; now: () => Date },
) {
  const ownOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin

  const keys = caches.open(async (hash) => {
    const row = await directory.findApiKey(
      database.everything,
      listStoredHashes(Buffer.from(hash, 'base64')),
    )
    if (!row) return undefined
    await directory.noteUse(database.everything, row)
    const {
      apiKeyId,
      label,
      scopes,
      integrationIds,
      destinationId,
      allowedNetworks,
      isFormer: _isFormer,
      expireTime,
      allowedOrigins,
      projectOrigins,
      frontendKeys,
      ...project
    } = row
    const kind: 'full' | 'frontend' = scopes.includes('frontend') ? 'frontend' : 'full'
    const integrations =
      integrationIds &&
      (await directory.findIntegrations(database.tenant(project.id), integrationIds))
    return {
      kind,
      apiKeyId,
      label,
      project,
      expireTime,
      capabilities: capabilitiesOfScopes(scopes),
      ...(integrations && { integrations }),
      ...(destinationId && { destinationId }),
      allowedNetworks,
      allowedOrigins,
      projectOrigins,
      frontendKeys,
    }
  })

  async function authenticate(
    key: string,
    { headers, ip }: FastifyRequest,
    operation: OperationDefinition,
  ): Promise<Caller> {
    const found = await keys.get(hashApiKey(key).toString('base64'))
    if (!found) throw invalidCredential('The API key is not valid.')
    const { kind, apiKeyId, label, project, expireTime, allowedNetworks } = found
    if (expireTime && expireTime <= now()) throw invalidCredential('The API key has expired.')
    if (allowedNetworks.length > 0 && !isInNetworks(allowedNetworks, ip)) throw wrongNetwork(ip)
    mustBeFor(operation, kind)
    if (kind === 'full') {
      const origins = [...found.allowedOrigins, ...found.projectOrigins]
      mustBeOnServer(label, headers.origin, ownOrigin ? [...origins, ownOrigin] : origins)
      const { capabilities, integrations, destinationId } = found
      const base = { kind, apiKeyId, label, project, capabilities, allowedNetworks, expireTime }
      const caller = {
        ...base,
        ...(integrations && { integrations }),
        ...(destinationId && { destinationId }),
      }
      mustSuit(operation, caller)
      return caller
    }
    return { kind, apiKeyId, label, project, ...verifyFrontendKey(found, headers) }
  }

  return { authenticate }
}

/** Rejects a key that lacks the capability, or whose integrations or destination an operation goes beyond. */
function mustSuit(operation: OperationDefinition, key: Caller & { kind: 'full' }): void {
  // What needs no credential shows one that is sent no less.
  if (operation.optionalCallers) return
  const capability = getRequiredCapability(operation)
  // A permission of organizations is none that a key has.
  if (!capability) throw unavailable(operation.id, toSpokenKey(key))
  mustHave(toSpokenKey(key), key.capabilities, capability)
  if (key.destinationId && !isOnDestination(operation)) {
    throw new Problem('permission-missing', {
      detail: `${operation.id} does not concern a destination, and ${toSpokenKey(key, 'the')} is limited to one.`,
    })
  }
  if (!key.integrations || operation.suitsLimitedKeys || integrationIn(operation)) return
  throw new Problem('permission-missing', {
    detail: `${operation.id} concerns the project as a whole, and ${toSpokenKey(key, 'the')} is limited to integrations.`,
  })
}

const isOnDestination = ({ path }: OperationDefinition): boolean => path.includes('{destination}')

/** Rejects a key that is limited to a destination, if the request names another one, or one by its name. */
export function mustNameOwnDestination(
  names: Record<string, unknown>,
  destinationId: DestinationId | undefined,
): void {
  if (!destinationId || names['destination'] === destinationId) return
  throw new Problem('permission-missing', {
    detail: `The credential is limited to another destination than ${String(names['destination']).slice(0, 255)}. Destinations are named by their ID.`,
  })
}

/** The parameter of the path that names an integration. */
const integrationIn = ({ path }: OperationDefinition): string | undefined =>
  /\{(integrationId(?:OrName)?)\}/.exec(path)?.[1]

/** Rejects a key or link that is limited to integrations, if the request names another one. */
export function mustNameOwn(
  operation: OperationDefinition,
  names: Record<string, unknown>,
  integrations: readonly { id: string; name: string }[] | undefined,
): void {
  const parameter = integrationIn(operation)
  if (!integrations || !parameter) return
  const named = names[parameter]
  if (integrations.some(({ id, name }) => named === id || named === name)) return
  // The same for one that does not exist: a key learns nothing about others.
  throw new Problem('permission-missing', {
    detail: `The credential is limited to other integrations than ${String(named).slice(0, 255)}.`,
  })
}

export const toSpokenKey = ({ label }: { label: string }, the: 'The' | 'the' = 'The') =>
  `${the} API key “${label}”`

/**
 * Rejects a key for servers in a page of another origin, where everyone can read it. Pages of the
 * same machine are in development.
 */
function mustBeOnServer(
  label: string,
  origin: string | undefined,
  allowed: readonly string[],
): void {
  if (origin === undefined || covers(allowed, origin)) return
  if (URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname)) return
  throw new Problem('origin-not-allowed', {
    detail: `${toSpokenKey({ label })} is for servers, and a page of ${origin.slice(0, 300)} sent it. Everyone who opens the page can read the key: revoke it.`,
    remedy:
      'In browsers, use JWTs of end users or a key of scope `frontend`. To accept the key from the page anyway, add its origin to the project.',
  })
}

const wrongNetwork = (ip: string) =>
  new Problem('network-not-allowed', { detail: `The key is not accepted from ${ip}.` })
