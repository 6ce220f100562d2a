'use client'

import { useEffect } from 'react'
import { ProblemError } from '@platform/client'
import type { UiApi } from '../api.ts'

/**
 * Warns the developer in the console about names that match nothing. The messages are loaded on
 * demand.
 */
export function useWarnOfUnknown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given)
    .filter((name) => !known.includes(name))
    .join()
  useEffect(() => {
    if (!unknown) return
    void import('./hints.ts').then((hints) => hints.warnOfUnknown(what, unknown.split(','), known))
    // oxlint-disable-next-line react/exhaustive-deps -- `known` is made anew by each rendering
  }, [what, unknown])
}

/**
 * Warns the developer in the console that the integration does not exist, with the nearest name.
 */
export function useWarnOfIntegration(api: UiApi, integration: string, error: Error | null): void {
  const isMissing = error instanceof ProblemError && error.kind === 'integration-not-found'
  useEffect(() => {
    if (!isMissing) return
    void import('./hints.ts').then((hints) => hints.warnOfIntegration(api, integration))
  }, [api, integration, isMissing])
}
