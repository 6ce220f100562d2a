'use client'

import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { QueryStore } from '@platform/client'
import { apis, type UiApi, type UiCaller } from './api.ts'
import {
  checkOptions,
  optionNames,
  type PlatformEvent,
  type PlatformOptions,
  type QueryClient,
} from './config/options.ts'
import type { GetToken } from './tokens.ts'
import { useWarnOfUnknown } from './words/use-hints.ts'

/** @internal */
export interface UiPlatform {
  options: PlatformOptions
  store: QueryStore
  apiFor: (caller: UiCaller) => UiApi
  emit: (event: PlatformEvent) => void
}

const PlatformContext = createContext<UiPlatform | null>(null)

export interface PlatformProviderProps {
  options: PlatformOptions
  children?: ReactNode
}

/** Creates a cache for `options.queryClient`, to share between providers. */
export const createQueryClient = (): QueryClient => new QueryStore()

/** Provides the project, the credential and the cache to all components and hooks below. */
export function PlatformProvider({ options, children }: PlatformProviderProps) {
  checkOptions(options)
  useWarnOfUnknown('The option', options, optionNames)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const { project, apiKey, baseUrl, fetch, queryClient } = options
  const usesTokens = Boolean(options.getToken)
  // Inline options are new objects on every render; only relevant changes create a new platform.
  const session = useMemo(() => {
    const getToken: GetToken = async (caller) => {
      const token = await latest.current.getToken?.(caller)
      if (token === undefined) throw new Error('The options have no getToken any more.')
      return token
    }
    return {
      store: queryClient ?? new QueryStore(),
      // oxlint-disable-next-line react/refs -- read when a token is asked for, not while rendering
      apiFor: apis({ project, apiKey, baseUrl, fetch, ...(usesTokens && { getToken }) }),
      emit: (event: PlatformEvent) => latest.current.onEvent?.(event),
    }
  }, [project, apiKey, baseUrl, fetch, queryClient, usesTokens])
  const platform = useMemo(() => ({ ...session, options }), [session, options])

  return <PlatformContext.Provider value={platform}>{children}</PlatformContext.Provider>
}

/** @internal */
export const useOptionalPlatform = () => useContext(PlatformContext)

/** @internal */
export function usePlatform(): UiPlatform {
  const platform = useOptionalPlatform()
  if (!platform) {
    throw new Error(
      'No PlatformProvider was found. Wrap this part of your app in <PlatformProvider options={{ project, getToken }}>.',
    )
  }
  return platform
}
