import { useId, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'

interface MenuProps {
  /** Content of the button that opens the menu. */
  button: ReactNode
  /** Accessible name of the button, if its content is an icon. */
  label?: string
  /** Position: in the upper or lower corner of the window, or below the button. */
  at: 'top' | 'bottom' | 'list'
  /** Whether the menu opens as soon as it is shown. */
  isOpenAtFirst?: boolean
  onClose?: () => void
  /** Renders the menu. Called only while it is open, so that its data is not fetched before. */
  children: (close: () => void) => ReactNode
}

/** Width of the widest menu below a button, with its distance to the edge. */
const widest = 308
/** With less room below its button, a menu opens above it. */
const roomBelow = 240

/** Shows a button that opens a menu. Escape, a click outside, links and elements with `data-closes-menu` close it. */
export function Menu({ button, label, at, isOpenAtFirst = false, onClose, children }: MenuProps) {
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => document.getElementById(id)?.hidePopover()
  const closeAfter = ({ target }: MouseEvent) => {
    const closes = 'a, [data-closes-menu]'
    if (target instanceof Element && target.closest(closes)) close()
  }
  const opener = useRef<HTMLButtonElement>(null)
  const place = () => {
    if (at !== 'list' || !opener.current || !popover.current) return
    const { left, right, top, bottom } = opener.current.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const { style } = popover.current
    const isAbove = clientHeight - bottom < roomBelow && top > clientHeight - bottom
    style.top = isAbove ? '' : `${Math.round(bottom + 4)}px`
    const room = isAbove ? top : clientHeight - bottom
    style.maxHeight = `${Math.round(Math.max(room, roomBelow) - 16)}px`
    style.bottom = isAbove ? `${Math.round(clientHeight - top + 4)}px` : ''
    if (left + widest <= clientWidth) style.left = `${Math.round(left)}px`
    else
      style.right = `${Math.max(12, Math.round(Math.min(clientWidth - right, clientWidth - widest)))}px`
  }
  useLayoutEffect(() => {
    if (isOpenAtFirst) document.getElementById(id)?.togglePopover(true)
  }, [isOpenAtFirst, id])
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="menu-opener"
        aria-label={label}
        popoverTarget={id}
        aria-expanded={isOpen}
      >
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links report keys as clicks */}
      <div
        ref={popover}
        id={id}
        className="popover"
        data-at={at}
        popover="auto"
        onBeforeToggle={place}
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open')
          if (newState === 'closed') onClose?.()
        }}
        onClick={closeAfter}
      >
        {isOpen && children(close)}
      </div>
    </>
  )
}
