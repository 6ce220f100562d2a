'use client'

import { createContext, useCallback, useContext, useEffect } from 'react'
import { ProblemError } from '@platform/client'
import { localProblem } from './config/local-problem.ts'
import { useOptionalPlatform } from './platform-provider.tsx'
import type { ProblemDetails } from './config/wire.ts'

export type OnError = (problem: ProblemDetails) => void

const OnErrorContext = createContext<OnError | undefined>(undefined)

/** Provides the `onError` of the host to the components below. */
export const OnErrorProvider = OnErrorContext.Provider

const reported = new WeakSet<Error>()

/** Reports whether the error is new, and marks it as reported. */
export function isFirstReport(error: Error): boolean {
  const isKnown = reported.has(error)
  reported.add(error)
  return !isKnown
}

/** Returns a function that reports an error to the host once. */
export function useReportProblem(): (error: Error) => void {
  const onError = useContext(OnErrorContext)
  const emit = useOptionalPlatform()?.emit
  return useCallback(
    (error) => {
      if (!isFirstReport(error)) return
      const problem = problemFrom(error)
      // The customer sees that something is not set up; the developer sees why in the console.
      if (isOfDeveloper(error)) {
        console.error(['[platform]', problem.detail, problem.remedy].filter(Boolean).join(' '))
      }
      onError?.(problem)
      emit?.({ type: 'problem', problem })
    },
    [onError, emit],
  )
}

/** Reports an error that is on screen. */
export function useReportShownProblem(error: Error): void {
  const report = useReportProblem()
  useEffect(() => report(error), [report, error])
}

export const problemFrom = (error: Error): ProblemDetails =>
  error instanceof ProblemError ? error.problem : localProblem('failed', error.message, 0).problem

const isOfDeveloper = (error: Error) =>
  error instanceof ProblemError &&
  /^(base-url-wrong|token-malformed|provider-app-missing|provider-not-found|client_refused|limit-reached)$/.test(
    error.kind,
  )
