import { createContext, use, type ComponentProps } from 'react'

/** Whether the person may make changes, or only view data and start reads. */
export const MayChange = createContext(true)

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: 'primary' | 'quiet'
  isBusy?: boolean
  /** Whether it is hidden from people who may only view. */
  changes?: boolean
}

/**
 * A button that cannot be pressed twice while its action is in progress. It keeps the focus while
 * disabled.
 */
export function Button({
  tone,
  isBusy = false,
  changes = false,
  disabled = false,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const mayChange = use(MayChange)
  if (changes && !mayChange) return null
  const isOff = isBusy || disabled
  return (
    <button
      type="button"
      {...props}
      className="button"
      data-tone={tone}
      aria-busy={isBusy || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <span className="spinner" />}
      {children}
    </button>
  )
}
