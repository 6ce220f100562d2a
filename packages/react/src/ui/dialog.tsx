'use client'

import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { UiButton } from './button.tsx'
import { useWords } from '../words/use-words.tsx'
import { usePart } from './part.ts'
import { UiProblemMessage } from './problem-message.tsx'

export interface ConfirmDialogProps {
  title: string
  children: ReactNode
  confirmLabel: string
  isBusy: boolean
  error: Error | null
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation. The browser traps the focus and returns it afterwards. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  isBusy,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const { t } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it is removed: only then does the browser return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      {...usePart('dialog', 'plat-dialog')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (!isBusy) onCancel()
      }}
    >
      <h3 id={titleId} className="plat-dialog-title">
        {title}
      </h3>
      <div>{children}</div>
      {error && <UiProblemMessage error={error} />}
      <div className="plat-actions" data-align="end">
        <UiButton onClick={onCancel} disabled={isBusy} autoFocus>
          {t('cancel')}
        </UiButton>
        <UiButton tone="danger" isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </UiButton>
      </div>
    </dialog>
  )
}
