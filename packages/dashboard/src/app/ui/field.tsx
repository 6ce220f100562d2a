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

/** What joins a field with its label and with what stands below. */
interface Joined {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label, what is filled in, and below what was wrong with it, or else a hint. */
function Field({
  label,
  hint,
  name,
  children,
}: Labelled & { name: string | undefined; children: (joined: Joined) => ReactNode }) {
  const id = useId()
  const issue = useIssue(name)
  const hintId = `${id}-hint`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hint || issue ? hintId : undefined,
        'aria-invalid': issue ? true : undefined,
      })}
      <Below id={hintId} hint={hint} issue={issue} />
    </div>
  )
}

/** A labelled input; what was wrong with it stands below. */
export const TextField = ({ label, hint, ...input }: Labelled & ComponentProps<'input'>) => (
  <Field label={label} hint={hint} name={input.name}>
    {(joined) => <input type="text" {...input} {...joined} />}
  </Field>
)

/** The same of several lines. */
export const TextArea = ({ label, hint, ...input }: Labelled & ComponentProps<'textarea'>) => (
  <Field label={label} hint={hint} name={input.name}>
    {(joined) => <textarea {...input} {...joined} />}
  </Field>
)

interface SelectProps extends Labelled {
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** A labelled choice among few. */
export const Select = ({ label, hint, value, onChange, children }: SelectProps) => (
  <Field label={label} hint={hint} name={undefined}>
    {(joined) => (
      <select value={value} onChange={(event) => onChange(event.target.value)} {...joined}>
        {children}
      </select>
    )}
  </Field>
)
