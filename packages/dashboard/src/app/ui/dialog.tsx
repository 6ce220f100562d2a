import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

export interface DialogProps {
  title: string
  children: ReactNode
  onClose: () => void
}

/** A window above the page. The browser keeps the focus inside and gives it back after. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it is taken out of the page: only then the focus goes back where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // What takes the focus may stand far below.
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
