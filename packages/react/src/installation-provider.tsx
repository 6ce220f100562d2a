'use client'

import {
  createContext,
  useContext,
  useMemo,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react'
import type { InstallationConfig } from './config/config.ts'
import { usePlatform } from './platform-provider.tsx'
import type { UiApi } from './api.ts'

/** Mappings that the builder adds to an object at run time, by object name. */
export type FieldMapping = Record<
  string,
  {
    mapToName: string
    mapToDisplayName?: string
    prompt?: string
    /** The initially selected field of the provider. */
    fieldName?: string
    /** Your values, if the end user maps the provider's values to them. */
    mappedValues?: { mappedValue: string; mappedDisplayValue?: string }[]
  }[]
>

export interface InstallationScope {
  /** The integration's name in `platform.yaml`. */
  integration: string
  consumerRef: string
  consumerName?: string
  groupRef: string
  groupName?: string
  /** Account of the group, if the integration allows several (`multiple`). Default: the default account. */
  instance?: string | undefined
  fieldMapping?: FieldMapping
}

export interface InstallationProviderProps extends InstallationScope {
  children?: ReactNode
}

interface InstallationContextValue extends InstallationScope {
  /** Unsaved changes; `null` if none. */
  draft: InstallationConfig | null
  setDraft: SetDraft
}

export type SetDraft = Dispatch<SetStateAction<InstallationConfig | null>>

const InstallationContext = createContext<InstallationContextValue | null>(null)

/** Sets the integration, group and consumer for the hooks below. */
export function InstallationProvider({
  integration,
  consumerRef,
  consumerName,
  groupRef,
  groupName,
  instance,
  fieldMapping,
  children,
}: InstallationProviderProps) {
  const scope = { integration, consumerRef, consumerName, groupRef, groupName, instance }
  const identity = JSON.stringify([integration, consumerRef, groupRef, instance])
  return (
    <Draft key={identity} scope={{ ...scope, fieldMapping }}>
      {children}
    </Draft>
  )
}

function Draft({ scope, children }: { scope: InstallationScope; children?: ReactNode }) {
  const [draft, setDraft] = useState<InstallationConfig | null>(null)
  const { integration, consumerRef, consumerName, groupRef, groupName, instance, fieldMapping } =
    scope
  const value = useMemo(
    () => ({
      integration,
      consumerRef,
      consumerName,
      groupRef,
      groupName,
      instance,
      fieldMapping,
      draft,
      setDraft,
    }),
    [integration, consumerRef, consumerName, groupRef, groupName, instance, fieldMapping, draft],
  )
  return <InstallationContext.Provider value={value}>{children}</InstallationContext.Provider>
}

/** @internal */
export const useOptionalInstallationScope = () => useContext(InstallationContext)

/** @internal */
export function useInstallationScope(): InstallationContextValue & { api: UiApi } {
  const { apiFor } = usePlatform()
  const scope = useContext(InstallationContext)
  if (!scope) {
    throw new Error(
      'No InstallationProvider was found. Wrap this part of your app in <InstallationProvider integration consumerRef groupRef>.',
    )
  }
  return { ...scope, api: apiFor(scope) }
}
