import { useState } from 'react'

export interface Action<Input extends unknown[]> {
  /** Resolves when it is done, whether it worked or not. */
  run: (...input: Input) => Promise<void>
  isRunning: boolean
  error: Error | undefined
}

/** Something that the person does, one at a time; `onDone` follows when it worked. */
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
