import { useId, useState } from 'react'

interface ColorFieldProps {
  label: string
  value: string
  onChange: (color: string) => void
}

/** Edits a color in the form `#rrggbb`, by picker or as text. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)
  const isWrong = draft !== undefined && !isColor(draft)
  return (
    <div className="color-field">
      <input
        type="color"
        aria-label={`Pick ${label.toLowerCase()}`}
        value={value}
        onChange={(event) => {
          setDraft(undefined)
          onChange(event.target.value)
        }}
      />
      <label htmlFor={id}>{label}</label>
      <input
        type="text"
        id={id}
        spellCheck={false}
        autoComplete="off"
        maxLength={7}
        pattern="#[0-9a-fA-F]{6}"
        title="A color in the form #rrggbb"
        aria-invalid={isWrong || undefined}
        value={draft ?? value}
        onChange={({ target: { value: text } }) => {
          setDraft(text)
          if (isColor(text)) onChange(text.toLowerCase())
        }}
        onBlur={() => setDraft(undefined)}
      />
    </div>
  )
}
