'use client'

import { useSyncExternalStore } from 'react'
import { useInstallationScope } from '../../installation-provider.tsx'
import { usePlatform } from '../../platform-provider.tsx'
import { sampleQuery } from '../../queries.ts'
import { useIntegration } from '../../use-installation.ts'
import { useUiQuery } from '../../use-query.ts'
import type { SampleRecord } from '../../config/wire.ts'

/** Values of each field in some records, as text. */
export type Samples = Record<string, string[]>

/**
 * Returns some live records with these fields, in memory only; none if the page's credential may
 * not see records (a frontend key) or the provider returns none.
 */
export function useSampleRecords(
  objectName: string,
  fieldNames: string[],
): { records: SampleRecord[]; isPending: boolean } {
  const { api } = useInstallationScope()
  const { integration } = useIntegration()
  const wanted = [...new Set(fieldNames)].toSorted()
  const maySee = useMaySeeRecords()
  const { data, isPending } = useUiQuery(
    maySee && integration && wanted.length
      ? sampleQuery(api, integration.id, objectName, wanted)
      : null,
  )
  return { records: data ?? none, isPending }
}

const none: SampleRecord[] = []

/** A frontend key is public and may not see records, so none are requested. */
export function useMaySeeRecords(): boolean {
  const { options } = usePlatform()
  // The server and the first render in the browser show no samples.
  const isMounted = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return isMounted && options.getToken !== undefined
}

export const collectSamples = (records: SampleRecord[], fieldNames: string[]): Samples =>
  Object.fromEntries(
    fieldNames.flatMap((fieldName) => {
      const values = records.filter(({ fields }) => fieldName in fields)
      return values.length
        ? [[fieldName, values.map(({ fields }) => asText(fields[fieldName]))]]
        : []
    }),
  )

const maxLength = 60

/** Formats a value for people, on one line. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}
