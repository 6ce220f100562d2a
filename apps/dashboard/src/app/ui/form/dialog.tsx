import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

export interface DialogProps {
  title: string
  children: ReactNode
  onClose: () => void
}

/** A modal dialog. The browser traps the focus and returns it afterwards. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it is removed: only then does the browser return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The element that takes the focus may be below the visible part.
    element?.scrollTo(0, 0)
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
