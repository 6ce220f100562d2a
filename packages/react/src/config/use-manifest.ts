'use client'

import { useMemo } from 'react'
import { useConnection } from '../use-connection.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { toLabel } from '../words/label.ts'
import {
  labelFields,
  manifestObject,
  toUndescribedObject,
  type ManifestObject,
} from './manifest.ts'
import { manifestQuery } from '../queries.ts'
import { useIntegration } from '../use-installation.ts'
import { useWarnOfUnknown } from '../words/use-hints.ts'
import { useUiQuery, type QueryResult } from '../use-query.ts'
import type { FieldMetadata, HydratedRevision } from './wire.ts'

export type UiManifest = HydratedRevision

const entryNames = ['mapToName', 'mapToDisplayName', 'prompt', 'fieldName', 'mappedValues']

export interface ManifestWriteObject {
  objectName: string
  displayName: string
  /** Whether the user can set default values. */
  isDefaultAllowed: boolean
  /** Every field of the connected account, by name. */
  fields: Record<string, FieldMetadata>
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

  const objectNames = (defined?.read?.objects ?? []).map(({ objectName }) => objectName)
  /** The provider's names of objects by the builder's. */
  const mapped = new Map(
    (defined?.read?.objects ?? []).flatMap(({ mapToName, objectName }) =>
      mapToName === undefined || objectNames.includes(mapToName) ? [] : [[mapToName, objectName]],
    ),
  )

  useWarnOfUnknown('The object in fieldMapping', (defined && fieldMapping) ?? {}, [
    ...objectNames,
    ...mapped.keys(),
  ])
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
          fieldMapping?.[raw.objectName] ?? fieldMapping?.[raw.mapToName ?? ''],
          raw,
        ),
      ),
    [content, defined, fieldMapping],
  )
  const findNamed = <T extends { objectName: string }>(objects: readonly T[], wanted: string) =>
    objects.find(({ objectName }) => objectName === wanted) ??
    objects.find(({ objectName }) => objectName === mapped.get(wanted))
  const getReadObject = (wanted: string) => findNamed(readObjects, wanted)
  const writeObjects = useMemo(
    () =>
      (defined?.write?.objects ?? []).map(({ objectName, valueDefaults }) => {
        const isNamed = (object: { objectName: string }) => object.objectName === objectName
        const described = content?.write?.objects?.find(isNamed)
        const read = readObjects.find(isNamed)
        return {
          objectName,
          displayName: described?.displayName ?? read?.displayName ?? toLabel(objectName),
          isDefaultAllowed: valueDefaults?.allowAnyFields === true,
          fields: read?.fields ?? labelFields(described?.allFieldsMetadata ?? {}),
        }
      }),
    [content, defined, readObjects],
  )

  return {
    ...result,
    readObjects,
    writeObjects,
    getReadObject,
    getWriteObject: (wanted) => findNamed(writeObjects, wanted),
    getCustomerFieldsForObject: (objectName) => getReadObject(objectName)?.fields ?? {},
  }
}
