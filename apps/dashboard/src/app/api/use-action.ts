import { useState } from 'react'

export interface Action<Input extends unknown[]> {
  /** Resolves when it has finished, successfully or not. */
  run: (...input: Input) => Promise<void>
  isRunning: boolean
  error: Error | undefined
}

/** Runs an action of the person, one at a time; calls `onDone` after a success. */
export function useAction<Input extends unknown[], Result>(
  act: (...input: Input) => Promise<Result>,
  onDone?: (result: Result) => unknown,
): Action<Input> {
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<Error>()

  const run = async (...input: Input) => {
    if (isRunning) return
    setIsRunning(true)
    setError(undefined)
    try {
      const result = await act(...input)
      await onDone?.(result)
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    } finally {
      setIsRunning(false)
    }
  }
  return { run, isRunning, error }
}
