import type { ComponentProps } from 'react'

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: 'primary' | 'quiet'
  isBusy?: boolean
}

/** A button that cannot be pressed twice while what it started is under way. */
export function Button({ tone, isBusy = false, children, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className="button"
      data-tone={tone}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <span className="spinner" />}
      {children}
    </button>
  )
}
