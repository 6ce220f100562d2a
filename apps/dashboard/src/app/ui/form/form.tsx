import { useCallback, useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { FormState, isAbout, getIssues } from './field.tsx'
import { ProblemMessage } from '../problem-message.tsx'
import { useAskBeforeLeaving } from './unsaved.ts'

export interface FormProps {
  /** Error of the last attempt. */
  error: Error | undefined
  onSubmit: (form: FormData) => void
  onChange?: () => void
  /** Hides the remedy because a button of the form performs it. */
  isAskedAgain?: boolean
  /** Whether unsaved input may be lost without confirmation. */
  isFleeting?: boolean
  className?: string
  /** Content above the error message. */
  head?: ReactNode
  children: ReactNode
}

/**
 * A form. Issues are shown at their fields, the first of which gets the focus; others above all
 * fields.
 */
export function Form({
  error,
  onSubmit,
  onChange,
  isAskedAgain = false,
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
  const issues = getIssues(error)
  const others = issues.filter((issue) => !names.some((name) => isAbout(issue, name)))
  const state = useMemo(() => ({ issues: getIssues(error), register }), [error, register])

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
        <ProblemMessage error={error} issues={others} isAskedAgain={isAskedAgain} />
      )}
      <FormState value={state}>{children}</FormState>
    </form>
  )
}
