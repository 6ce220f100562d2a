import { ProviderError } from '@platform/connector'
import * as contract from '@platform/contract'
import type { ConnectionId, ObjectMetadata, ProjectId } from '@platform/contract'
import { findProvider } from '@platform/connectors'
import { findGroupConnection } from '../connections/connections.ts'
import { openProvider } from '../provider/open-provider.ts'
import type { Api } from '../http/api.ts'
import { Problem } from '../problems/problem.ts'
import { getGroupInstallation } from '../installations/installations.ts'
import { findReadObject } from '../integrations/read-object.ts'
import type { Services } from '../services.ts'

export function objectMetadataRoutes(api: Api, services: Services): void {
  api.serve(contract.getObjectMetadataForInstallation, async ({ params, query, project, db }) => {
    const { integration, installation } = await getGroupInstallation(db, {
      integrationIdOrName: params.integrationId,
      groupRef: query.groupRef,
    })
    const mapToName = findReadObject(params.objectName, integration.content)?.mapToName
    const metadata = await describeObject(services, {
      projectId: project.id,
      connectionId: installation.connectionId,
      objectName: params.objectName,
      excludeReadOnly: query.excludeReadOnly ?? false,
    })
    return { ...metadata, ...(mapToName && { mappedObjectName: mapToName }) }
  })

  api.serve(contract.getObjectMetadataForConnection, async ({ params, query, project, db }) => {
    if (!findProvider(params.provider, { among: services.catalogue })) {
      throw new Problem('provider-not-found', {
        detail: `The catalogue has no provider ${params.provider}.`,
      })
    }
    const connection = await findGroupConnection(db, params.provider, query.groupRef)
    if (!connection) {
      throw new Problem('connection-not-found', {
        detail: `The group ${query.groupRef} has no connection to ${params.provider}.`,
      })
    }
    return describeObject(services, {
      projectId: project.id,
      connectionId: connection.id,
      objectName: params.objectName,
      excludeReadOnly: query.excludeReadOnly ?? false,
    })
  })
}

async function describeObject(
  services: Services,
  {
    projectId,
    connectionId,
    objectName,
    excludeReadOnly,
  }: {
    projectId: ProjectId
    connectionId: ConnectionId
    objectName: string
    excludeReadOnly: boolean
  },
): Promise<ObjectMetadata> {
  const { entry, client } = await openProvider(services, { projectId, connectionId })
  if (!entry.connector) {
    throw new Problem('provider-refused', {
      detail: `${entry.info.name} does not describe objects.`,
    })
  }
  try {
    const { displayName, fields } = await entry.connector.describeObject(client, objectName)
    return {
      name: objectName,
      displayName,
      fields: excludeReadOnly
        ? Object.fromEntries(Object.entries(fields).filter(([, { readOnly }]) => !readOnly))
        : fields,
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw problemOf(error, entry.info.displayName ?? entry.info.name, objectName)
  }
}

function problemOf(error: ProviderError, provider: string, objectName: string): Problem {
  const { failure, message, code, retryAfterMs } = error
  const details = {
    causes: [message],
    context: { ...(code !== undefined && { providerErrorCode: code }) },
    cause: error,
  }
  switch (failure) {
    case 'not-found':
      return new Problem('object-not-found', {
        ...details,
        detail: `${provider} has no object ${objectName}, or does not show it to the connected user.`,
      })
    case 'credentials':
      return new Problem('credentials-refused', {
        ...details,
        detail: `${provider} no longer accepts the credentials of the connection.`,
        remedy: 'Have the end user connect again.',
      })
    case 'unavailable':
    case 'rate-limit':
      return new Problem('provider-unavailable', {
        ...details,
        detail: `${provider} did not describe ${objectName}: ${message.replace(/\.$/, '')}.`,
        ...(retryAfterMs !== undefined && { retryAfter: new Date(Date.now() + retryAfterMs) }),
      })
    default:
      return new Problem('provider-refused', {
        ...details,
        detail: `${provider} refused to describe ${objectName}: ${message.replace(/\.$/, '')}.`,
      })
  }
}
