import { useId } from 'react'

/** The pages that a key of the UI library is for. */
export function OriginsField({ origins = [] }: { origins?: readonly string[] }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Origins</label>
      <textarea
        id={id}
        name="origins"
        rows={3}
        defaultValue={origins.join('\n')}
        placeholder="https://app.example.com"
        spellCheck={false}
        autoCapitalize="off"
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className="hint">
        One a line. Only pages there may use the key; pages of any origin where there is none.{' '}
        <code>https://*.example.com</code> stands for one label.
      </p>
    </div>
  )
}

export const originsOf = (form: FormData): string[] =>
  String(form.get('origins') ?? '')
    .split(/\s+/)
    .filter((origin) => origin !== '')
