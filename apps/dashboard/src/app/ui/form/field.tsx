import { createContext, use, useEffect, useId, type ComponentProps, type ReactNode } from 'react'
import { ProblemError, type ProblemDetails } from '@platform/client'

interface Labelled {
  label: string
  hint?: string | undefined
}

type Issue = NonNullable<ProblemDetails['issues']>[number]

/** Shares the issues of a form with its fields, which register by name. */
export const FormState = createContext<{
  issues: readonly Issue[]
  register: (name: string) => () => void
}>({ issues: [], register: () => () => {} })

/**
 * Reports whether an issue belongs to a field: `metadata.url` to the field `url`,
 * `apiKey.scopes[0]` to `scopes`, and everything within `config.content` to `content`.
 */
export const isAbout = (issue: Issue, field: string) => issue.name.split(/[.[]/).includes(field)

/** Returns the message below the field, with the path of the value if the field holds several. */
function issueText(field: string, { name, detail, value }: Issue): string {
  const within = name.split(new RegExp(`(?:^|\\.)${field}\\.`))[1]
  const which = within ?? (name.endsWith(']') && typeof value === 'string' ? value : undefined)
  return which === undefined ? detail : `${which}: ${detail}`
}

export const getIssues = (error: Error | undefined): readonly Issue[] =>
  (error instanceof ProblemError && error.problem.issues) || []

/** Returns the issues of the field with this name. */
function useFaults(name: string | undefined): string[] {
  const { issues, register } = use(FormState)
  useEffect(() => (name === undefined ? undefined : register(name)), [name, register])
  if (name === undefined) return []
  return issues.filter((issue) => isAbout(issue, name)).map((issue) => issueText(name, issue))
}

/** Moves the focus to the first invalid field. */
const focusFirstInvalid = (element: HTMLElement | null) =>
  element?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]')?.focus()

function Below({ id, hint, faults }: { id: string; hint: string | undefined; faults: string[] }) {
  if (faults.length > 0) {
    return (
      <ul id={id} className="field-error" ref={focusFirstInvalid}>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    )
  }
  return (
    hint && (
      <p id={id} className="hint">
        {hint}
      </p>
    )
  )
}

/** Attributes that connect a field with its label and hint. */
interface Joined {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Shows a label, the input and below it the issues or else a hint. */
function Field({
  label,
  hint,
  name,
  children,
}: Labelled & { name: string | undefined; children: (joined: Joined) => ReactNode }) {
  const id = useId()
  const faults = useFaults(name)
  const isRefused = faults.length > 0
  const hintId = `${id}-hint`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hint || isRefused ? hintId : undefined,
        'aria-invalid': isRefused || undefined,
      })}
      <Below id={hintId} hint={hint} faults={faults} />
    </div>
  )
}

/** Shows a labelled input with its issues below. */
export const TextField = ({ label, hint, ...input }: Labelled & ComponentProps<'input'>) => (
  <Field label={label} hint={hint} name={input.name}>
    {(joined) => <input type="text" {...input} {...joined} />}
  </Field>
)

/** Shows a labelled text area with its issues below. */
export const TextArea = ({ label, hint, ...input }: Labelled & ComponentProps<'textarea'>) => (
  <Field label={label} hint={hint} name={input.name}>
    {(joined) => <textarea {...input} {...joined} />}
  </Field>
)

/** Shows a labelled select, with its issues below, whose value is read from the form. */
export const ChoiceField = ({ label, hint, ...select }: Labelled & ComponentProps<'select'>) => (
  <Field label={label} hint={hint} name={select.name}>
    {(joined) => <select {...select} {...joined} />}
  </Field>
)

interface SelectProps extends Labelled {
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** Shows a labelled select. */
export const Select = ({ label, hint, value, onChange, children }: SelectProps) => (
  <Field label={label} hint={hint} name={undefined}>
    {(joined) => (
      <select value={value} onChange={(event) => onChange(event.target.value)} {...joined}>
        {children}
      </select>
    )}
  </Field>
)
