'use client'

import { createContext, useCallback, useContext, useEffect } from 'react'
import { ProblemError } from '@platform/client'
import { localProblem } from './local-problem.ts'
import { useOptionalPlatform } from './platform-provider.tsx'
import type { Problem } from './wire.ts'

export type OnError = (problem: Problem) => void

const OnErrorContext = createContext<OnError | undefined>(undefined)

/** Names the host's `onError` for the component below. */
export const OnErrorProvider = OnErrorContext.Provider

const reported = new WeakSet<Error>()

/** Whether the host was not told of the failure before. */
export function isNews(error: Error): boolean {
  const isKnown = reported.has(error)
  reported.add(error)
  return !isKnown
}

/** Tells the host of a failure, once however often it is shown. */
export function useReport(): (error: Error) => void {
  const onError = useContext(OnErrorContext)
  const emit = useOptionalPlatform()?.emit
  return useCallback(
    (error) => {
      if (!isNews(error)) return
      const problem = problemFrom(error)
      onError?.(problem)
      emit?.({ type: 'problem', problem })
    },
    [onError, emit],
  )
}

/** The same for a failure that is on screen. */
export function useReported(error: Error): void {
  const report = useReport()
  useEffect(() => report(error), [report, error])
}

export const problemFrom = (error: Error): Problem =>
  error instanceof ProblemError ? error.problem : localProblem('failed', error.message, 0).problem
