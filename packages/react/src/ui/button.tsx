'use client'

import type { ButtonHTMLAttributes, ReactNode } from 'react'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: 'primary' | 'neutral' | 'danger' | 'quiet'
  /** Keeps the button focusable, but it does nothing and shows that something is under way. */
  isBusy?: boolean
  children: ReactNode
}

export function Button({
  tone = 'neutral',
  isBusy = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className="plat-button"
      data-plat-part="button"
      data-tone={tone}
      data-state={isBusy ? 'busy' : undefined}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      {...rest}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy && <span className="plat-spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
