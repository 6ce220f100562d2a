import { listTroubles, type Schemas, type Trouble } from '@platform/client'
import type { pathsIn, RoutePath } from '../routes.ts'

type To = ReturnType<typeof pathsIn>

/** An unhealthy resource with the page on which it can be repaired. */
export interface Attention {
  key: string
  kind: Trouble['kind']
  name: string
  /** Integration and provider, or the kind of resource. */
  of: string
  health: Schemas['Health']
  action: string
  page: (to: To) => RoutePath
}

/** Lists unhealthy resources with what to do about them, the worst first. */
export const listAttention = (
  resources: Parameters<typeof listTroubles>[0],
  providerName: (provider: string) => string,
): Attention[] => listTroubles(resources).map((trouble) => toAttention(trouble, providerName))

function toAttention(trouble: Trouble, providerName: (provider: string) => string): Attention {
  const { kind, health, resource } = trouble
  const common = { key: resource.id, kind, health }
  if (trouble.kind === 'installation') {
    const { id, integrationId, integrationName, connection, group } = trouble.resource
    return {
      ...common,
      name: getGroupName(group ?? connection.group),
      of: `${integrationName} · ${providerName(connection.provider)}`,
      ...(health.state === 'needsSignIn'
        ? signIn(connection.id)
        : {
            action: 'View',
            page: (to: To) => to('installation', { integration: integrationId, installation: id }),
          }),
    }
  }
  if (trouble.kind === 'connection') {
    const { id, provider, group } = trouble.resource
    return {
      ...common,
      name: getGroupName(group),
      of: `Connection · ${providerName(provider)}`,
      ...signIn(id),
      ...(health.state !== 'needsSignIn' && { action: 'View' }),
    }
  }
  const { id, name } = trouble.resource
  return {
    ...common,
    name,
    of: 'Destination',
    action: 'View',
    page: (to: To) => to('destination', { destination: id }),
  }
}

const getGroupName = ({ groupName, groupRef }: { groupName?: string; groupRef: string }) =>
  groupName || groupRef

const signIn = (connection: string) => ({
  action: 'Send sign-in link',
  page: (to: To) => to('connection', { connection }),
})
