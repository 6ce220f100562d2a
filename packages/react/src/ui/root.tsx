'use client'

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { usePlatform } from '../platform-provider.tsx'

const AnnounceContext = createContext<(text: string) => void>(() => {})

/** Tells those who listen to the page instead of looking at it. */
export const useAnnounce = () => useContext(AnnounceContext)

export interface RootProps {
  part: string
  label: string
  /** The screen on show. When it changes, focus moves to its heading. */
  screen: string
  children: ReactNode
}

/** What every component of the library stands in: its colours, its live region, its focus. */
export function Root({ part, label, screen, children }: RootProps) {
  const { options } = usePlatform()
  const [announcement, setAnnouncement] = useState('')
  const element = useRef<HTMLElement>(null)
  useFocusOnNewScreen(element, screen)

  const variables = Object.entries(options.appearance?.variables ?? {})
  return (
    <section
      ref={element}
      className="plat-root"
      data-plat-part={part}
      data-state={screen}
      data-color-scheme={options.colorScheme ?? 'auto'}
      aria-label={label}
      style={
        variables.length
          ? Object.fromEntries(variables.map(([name, value]) => [`--plat-${name}`, value]))
          : undefined
      }
    >
      <AnnounceContext.Provider value={useCallback((text) => setAnnouncement(text), [])}>
        {children}
      </AnnounceContext.Provider>
      <output className="plat-visually-hidden">{announcement}</output>
    </section>
  )
}

/**
 * Moves focus to the heading of a screen that the user's own doing brought up. The first screen
 * takes nothing away from the page around it.
 */
function useFocusOnNewScreen(root: { current: HTMLElement | null }, screen: string) {
  const previous = useRef(screen)
  useEffect(() => {
    const from = previous.current
    previous.current = screen
    if (from === screen || from === 'loading') return

    const active = document.activeElement
    const isElsewhere = active && active !== document.body && !root.current?.contains(active)
    if (isElsewhere) return
    root.current?.querySelector<HTMLElement>('[data-plat-part="heading"]')?.focus()
  }, [root, screen])
}
