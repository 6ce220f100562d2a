'use client'

import { useConnection } from './use-connection.ts'
import { useInstallationScope } from './installation-provider.tsx'
import { manifestObject, type ManifestObject } from './manifest.ts'
import { manifestQuery } from './queries.ts'
import { useIntegration } from './use-installation.ts'
import { useQuery, type QueryResult } from './use-query.ts'
import type { FieldMetadata, HydratedRevision } from './wire.ts'

export type Manifest = HydratedRevision

/** What the integration reads and writes, with the live fields of the connected account. */
export function useManifest(): QueryResult<Manifest> & {
  getReadObject: (objectName: string) => ManifestObject | undefined
  getWriteObject: (objectName: string) => { objectName: string; displayName: string } | undefined
  getCustomerFieldsForObject: (objectName: string) => Record<string, FieldMetadata>
} {
  const { api, fieldMapping } = useInstallationScope()
  const { integration } = useIntegration()
  const { connection } = useConnection()
  const query =
    integration && connection
      ? manifestQuery(api, {
          integrationId: integration.id,
          revisionId: integration.latestRevision.id,
          connectionId: connection.id,
        })
      : null
  const result = useQuery(query)
  const content = result.data?.content
  const getReadObject = (objectName: string) => {
    const object = content?.read?.objects?.find((candidate) => candidate.objectName === objectName)
    return object && manifestObject(object, fieldMapping?.[objectName])
  }

  return {
    ...result,
    getReadObject,
    getWriteObject: (objectName) =>
      content?.write?.objects?.find((object) => object.objectName === objectName),
    getCustomerFieldsForObject: (objectName) => getReadObject(objectName)?.fields ?? {},
  }
}
