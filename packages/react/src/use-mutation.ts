'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useReportProblem } from './use-report.tsx'

export interface MutationCallbacks<Result> {
  onSuccess?: (result: Result) => void
  onError?: (error: Error) => void
  onSettled?: () => void
}

export interface MutationState {
  status: 'idle' | 'pending' | 'success' | 'error'
  error: Error | null
}

export interface Mutation<Input, Result> extends MutationState {
  isIdle: boolean
  isPending: boolean
  isSuccess: boolean
  isError: boolean
  /** Message to show for the error. */
  errorMsg: string | null
  /** Rejects on failure, after the callbacks. */
  mutate: (input: Input, callbacks?: MutationCallbacks<Result>) => Promise<Result>
  reset: () => void
}

const idle: MutationState = { status: 'idle', error: null }

export function useMutation<Input, Result>(
  perform: (input: Input) => Promise<Result>,
): Mutation<Input, Result> {
  const report = useReportProblem()
  const [state, setState] = useState<MutationState>(idle)
  const latest = useRef(perform)
  useEffect(() => {
    latest.current = perform
  })

  const mutate = useCallback(
    async (input: Input, callbacks: MutationCallbacks<Result> = {}) => {
      setState({ status: 'pending', error: null })
      try {
        const result = await latest.current(input)
        setState({ status: 'success', error: null })
        callbacks.onSuccess?.(result)
        return result
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown))
        setState({ status: 'error', error })
        report(error)
        callbacks.onError?.(error)
        throw error
      } finally {
        callbacks.onSettled?.()
      }
    },
    [report],
  )

  return {
    ...state,
    isIdle: state.status === 'idle',
    isPending: state.status === 'pending',
    isSuccess: state.status === 'success',
    isError: state.status === 'error',
    errorMsg: state.error?.message ?? null,
    mutate,
    reset: useCallback(() => setState(idle), []),
  }
}
