'use client'

interface UiSwitchProps {
  label: string
  isOn: boolean
  /** Ignores changes but keeps the focus, unlike a disabled box. */
  isBusy?: boolean | undefined
  onChange: (isOn: boolean) => void
}

/** A checkbox beside its label, whose changes are saved at once. */
export function UiSwitch({ label, isOn, isBusy, onChange }: UiSwitchProps) {
  return (
    <label className="plat-check">
      <input
        type="checkbox"
        checked={isOn}
        aria-disabled={isBusy || undefined}
        onChange={(event) => !isBusy && onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
