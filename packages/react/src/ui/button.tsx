'use client'

import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { usePart } from './part.ts'

export interface UiButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: 'primary' | 'neutral' | 'danger' | 'quiet'
  /** Shows a spinner and ignores clicks. */
  isBusy?: boolean
  children: ReactNode
}

/** Renders a button that keeps the focus while disabled. */
export function UiButton({
  tone = 'neutral',
  isBusy = false,
  disabled = false,
  children,
  onClick,
  ...rest
}: UiButtonProps) {
  const isOff = isBusy || disabled
  return (
    <button
      type="button"
      {...usePart('button', 'plat-button')}
      data-tone={tone}
      data-state={isBusy ? 'busy' : undefined}
      aria-busy={isBusy || undefined}
      aria-disabled={isOff || undefined}
      {...rest}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy && <span className="plat-spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
