import { useCallback, useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { FormState, isAbout, issuesOf } from './field.tsx'
import { ProblemMessage } from './problem-message.tsx'
import { useAskBeforeLeaving } from './unsaved.ts'

export interface FormProps {
  /** Why it was refused the last time. */
  error: Error | undefined
  onSubmit: (form: FormData) => void
  onChange?: () => void
  /** Whether nobody is asked before they leave what they typed. */
  isFleeting?: boolean
  className?: string
  /** What stands above the message of a failure. */
  head?: ReactNode
  children: ReactNode
}

/**
 * Fields and what sends them. What was wrong stands at its field, which gets the focus, and above all
 * of them where it is about none.
 */
export function Form({
  error,
  onSubmit,
  onChange,
  isFleeting = false,
  className,
  head,
  children,
}: FormProps) {
  const [names, setNames] = useState<readonly string[]>([])
  const register = useCallback((name: string) => {
    setNames((known) => [...known, name])
    return () => setNames((known) => known.toSpliced(known.indexOf(name), 1))
  }, [])
  const [isChanged, setIsChanged] = useState(false)
  useAskBeforeLeaving((isChanged || error !== undefined) && !isFleeting)
  const issues = issuesOf(error)
  const others = issues.filter((issue) => !names.some((name) => isAbout(issue, name)))
  const state = useMemo(() => ({ issues: issuesOf(error), register }), [error, register])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChanged(false)
    onSubmit(new FormData(event.currentTarget))
  }
  const change = () => {
    setIsChanged(true)
    onChange?.()
  }
  return (
    <form className={className ?? 'stack'} onSubmit={submit} onChange={change}>
      {head}
      {error && (issues.length === 0 || others.length > 0) && (
        <ProblemMessage error={error} issues={others} />
      )}
      <FormState value={state}>{children}</FormState>
    </form>
  )
}
