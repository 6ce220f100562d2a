import { createContext, use, type ComponentProps } from 'react'

/** Whether the person may change what is on screen, or only look at it and have it read. */
export const MayChange = createContext(true)

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: 'primary' | 'quiet'
  isBusy?: boolean
  /** It is nothing for whoever may only look. */
  changes?: boolean
}

/**
 * A button that cannot be pressed twice while what it started is under way. One that is disabled
 * keeps the focus: whoever has pressed it goes on from there.
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
