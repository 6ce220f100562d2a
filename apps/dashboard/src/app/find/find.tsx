import { useEffect, useState } from 'react'
import { useDashboard } from '../context.tsx'
import { Icon } from '../ui/icons.tsx'
import { OnDemand } from '../ui/on-demand.tsx'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** A button and the shortcut ⌘K, which open the search for customers, IDs and pages. */
export function Find() {
  const { session } = useDashboard()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      if (session.status() === 'signed-in') setIsOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [session])

  return (
    <>
      <button type="button" className="find-button" onClick={() => setIsOpen(true)}>
        <Icon name="search" />
        Search
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <OnDemand name="palette.tsx" load={() => import('./palette.tsx')}>
          {({ Palette }) => <Palette onClose={() => setIsOpen(false)} />}
        </OnDemand>
      )}
    </>
  )
}
