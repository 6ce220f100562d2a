import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import { ProblemError, type Problem } from '@platform/client'

interface Labelled {
  label: string
  hint?: string | undefined
}

type Issue = NonNullable<Problem['issues']>[number]

const Refused = createContext<readonly Issue[]>([])

/** The last word of what an input is called: `metadata.url` is of the field `url`, `apiKey.scopes[0]` of `scopes`. */
const lastWord = (name: string) =>
  name
    .split('.')
    .at(-1)
    ?.replace(/\[\d+\]$/, '')

/** Tells the fields within what was wrong with each. */
export function RefusedFields({
  error,
  children,
}: {
  error: Error | undefined
  children: ReactNode
}) {
  return <Refused value={issuesOf(error)}>{children}</Refused>
}

const issuesOf = (error: Error | undefined): readonly Issue[] =>
  (error instanceof ProblemError && error.problem.issues) || []

/** What was wrong with the field of this name. */
const useIssue = (name: string | undefined) =>
  use(Refused).find((issue) => name !== undefined && lastWord(issue.name) === name)

/** The first field that was refused gets the focus, so that one reads why. */
const toRefused = (element: HTMLElement | null) =>
  element?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]')?.focus()

function Below({
  id,
  hint,
  issue,
}: {
  id: string
  hint: string | undefined
  issue?: Issue | undefined
}) {
  if (!issue && !hint) return null
  return (
    <p id={id} className={issue ? 'field-error' : 'hint'} ref={issue && toRefused}>
      {issue?.detail ?? hint}
    </p>
  )
}

/** A labelled input; what was wrong with it stands below. */
export function TextField({ label, hint, ...input }: Labelled & ComponentProps<'input'>) {
  const id = useId()
  const issue = useIssue(input.name)
  const hintId = hint || issue ? `${id}-hint` : undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        type="text"
        {...input}
        id={id}
        aria-describedby={hintId}
        aria-invalid={issue ? true : undefined}
      />
      <Below id={`${id}-hint`} hint={hint} issue={issue} />
    </div>
  )
}

/** The same of several lines. */
export function TextArea({ label, hint, ...input }: Labelled & ComponentProps<'textarea'>) {
  const id = useId()
  const issue = useIssue(input.name)
  const hintId = hint || issue ? `${id}-hint` : undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...input}
        id={id}
        aria-describedby={hintId}
        aria-invalid={issue ? true : undefined}
      />
      <Below id={`${id}-hint`} hint={hint} issue={issue} />
    </div>
  )
}

interface SelectProps extends Labelled {
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** A labelled choice among few. */
export function Select({ label, hint, value, onChange, children }: SelectProps) {
  const id = useId()
  const hintId = hint && `${id}-hint`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={hintId}
      >
        {children}
      </select>
      <Below id={`${id}-hint`} hint={hint} />
    </div>
  )
}
