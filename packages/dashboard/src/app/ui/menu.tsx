import { useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'

interface MenuProps {
  /** Content of the button that opens the menu. */
  button: ReactNode
  /** Where the menu opens: below a button at the top, above one at the bottom. */
  at: 'top' | 'bottom'
  label: string
  /** Rendered only while the menu is open, so that its data is not fetched before. */
  children: () => ReactNode
}

/** A button with a list of links and actions. Escape, a click outside and a followed link close the list. */
export function Menu({ button, at, label, children }: MenuProps) {
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const closeAfterLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) popover.current?.hidePopover()
  }
  return (
    <>
      <button type="button" className="menu-opener" popoverTarget={id} aria-expanded={isOpen}>
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links report keys as clicks */}
      <div
        ref={popover}
        id={id}
        className="popover"
        data-at={at}
        popover="auto"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        onClick={closeAfterLink}
      >
        {isOpen && <nav aria-label={label}>{children()}</nav>}
      </div>
    </>
  )
}
