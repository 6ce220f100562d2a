import { ProviderError, type Connector } from '@platform/connector'
import type { ProviderScopes } from '@platform/contract'

/** Adds the scopes of the object to the provider's refusals, which rarely contain them. */
export function nameScopes(
  connector: Connector | undefined,
  scopes: ProviderScopes | undefined,
): Connector | undefined {
  const byObject = scopes?.byObject
  if (!connector || !byObject) return connector
  const explain = (objectName: string, action: 'read' | 'write') => (error: unknown) => {
    const own = Object.hasOwn(byObject, objectName) ? byObject[objectName] : byObject['*']
    const needed = own?.[action] ?? []
    if (error instanceof ProviderError && error.failure === 'permission' && needed.length > 0) {
      error.message += ` Scopes required to ${action} ${objectName}: ${needed.join(', ')}.`
    }
    throw error
  }
  const { writing } = connector
  return {
    ...connector,
    read: (client, request) =>
      connector.read(client, request).catch(explain(request.objectName, 'read')),
    ...(writing && {
      writing: {
        ...writing,
        write: (client, request) =>
          writing.write(client, request).catch(explain(request.objectName, 'write')),
      },
    }),
  }
}
