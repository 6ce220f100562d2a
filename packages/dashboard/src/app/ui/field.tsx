import { useId, type ComponentProps, type ReactNode } from 'react'

interface Labelled {
  label: string
  hint?: string | undefined
}

/** A labelled input. */
export function TextField({ label, hint, ...input }: Labelled & ComponentProps<'input'>) {
  const id = useId()
  const hintId = hint && `${id}-hint`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input type="text" {...input} id={id} aria-describedby={hintId} />
      {hint && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
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
      {hint && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
