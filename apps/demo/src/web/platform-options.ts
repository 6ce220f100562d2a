import { useMemo } from 'react'
import type { PlatformOptions } from '@platform/react'
import { callBackend, type DemoSession } from './backend.ts'

/** Returns the options of `PlatformProvider`, with tokens of the demo's backend. */
export function usePlatformOptions(
  { project, platformUrl }: DemoSession,
  locale: string,
): PlatformOptions {
  return useMemo(
    () => ({
      project,
      baseUrl: platformUrl,
      locale,
      getToken: async (caller: { consumerRef: string; groupRef: string }) =>
        (await callBackend<{ token: string }>('/api/token', caller)).token,
    }),
    [project, platformUrl, locale],
  )
}
