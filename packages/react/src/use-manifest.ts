'use client'

import { useMemo } from 'react'
import { useConnection } from './use-connection.ts'
import { useInstallationScope } from './installation-provider.tsx'
import { toLabel } from './label.ts'
import { manifestObject, toUndescribedObject, type ManifestObject } from './manifest.ts'
import { manifestQuery } from './queries.ts'
import { useIntegration } from './use-installation.ts'
import { useWarnOfUnknown } from './use-hints.ts'
import { useUiQuery, type QueryResult } from './use-query.ts'
import type { FieldMetadata, HydratedRevision } from './wire.ts'

export type UiManifest = HydratedRevision

const entryNames = ['mapToName', 'mapToDisplayName', 'prompt', 'fieldName', 'mappedValues']

export interface ManifestWriteObject {
  objectName: string
  displayName: string
}

/**
 * Returns what the integration reads and writes, with the live fields of the connected account.
 * Without them, objects are as the integration defines them.
 */
export function useManifest(): QueryResult<UiManifest> & {
  readObjects: ManifestObject[]
  writeObjects: ManifestWriteObject[]
  getReadObject: (objectName: string) => ManifestObject | undefined
  getWriteObject: (objectName: string) => ManifestWriteObject | undefined
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
  const result = useUiQuery(query)
  const content = result.data?.content
  const defined = integration?.latestRevision.content

  useWarnOfUnknown(
    'The object in fieldMapping',
    (defined && fieldMapping) ?? {},
    (defined?.read?.objects ?? []).map(({ objectName }) => objectName),
  )
  useWarnOfUnknown(
    'The member of fieldMapping',
    Object.assign({}, ...Object.values(fieldMapping ?? {}).flat()),
    entryNames,
  )

  // Memoized, because an object may have thousands of fields.
  const readObjects = useMemo(
    () =>
      (defined?.read?.objects ?? []).map((raw) =>
        manifestObject(
          content?.read?.objects?.find(({ objectName }) => objectName === raw.objectName) ??
            toUndescribedObject(raw),
          fieldMapping?.[raw.objectName],
          raw,
        ),
      ),
    [content, defined, fieldMapping],
  )
  const writeObjects = (defined?.write?.objects ?? []).map(({ objectName }) => ({
    objectName,
    displayName:
      content?.write?.objects?.find((object) => object.objectName === objectName)?.displayName ??
      readObjects.find((object) => object.objectName === objectName)?.displayName ??
      toLabel(objectName),
  }))
  const getReadObject = (wanted: string) =>
    readObjects.find(({ objectName }) => objectName === wanted)

  return {
    ...result,
    readObjects,
    writeObjects,
    getReadObject,
    getWriteObject: (wanted) => writeObjects.find(({ objectName }) => objectName === wanted),
    getCustomerFieldsForObject: (objectName) => getReadObject(objectName)?.fields ?? {},
  }
}
