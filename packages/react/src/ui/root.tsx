'use client'

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { getDirection } from '../words/languages.ts'
import { useOptionalPlatform } from '../platform-provider.tsx'
import { useWords } from '../words/use-words.tsx'
import { CardLoading } from './layout.tsx'
import { usePart } from './part.ts'

interface Stage {
  announce: (text: string) => void
  goToHeading: () => void
}

const StageContext = createContext<Stage>({ announce: () => {}, goToHeading: () => {} })

/** Returns a function that announces text to screen readers. */
export const useAnnounce = () => useContext(StageContext).announce

/** Returns a function that moves focus to the heading of the next step. */
export const useGoToHeading = () => useContext(StageContext).goToHeading

export interface RootProps {
  part: string
  label: string
  /** The current screen. When it changes, focus moves to its heading. */
  screen: string
  children: ReactNode
}

/** Wraps every component: colors, language, live region and focus. */
export function Root({ part, label, screen, children }: RootProps) {
  const { appearance, colorScheme } = useOptionalPlatform()?.options ?? {}
  const { isLoading, language } = useWords()
  const [announcement, setAnnouncement] = useState('')
  const element = useRef<HTMLElement>(null)
  const rootPart = usePart('root', 'plat-root')
  const goToHeading = useCallback(() => setTimeout(() => headingIn(element.current)?.focus()), [])
  const stage = useMemo(() => ({ announce: setAnnouncement, goToHeading }), [goToHeading])
  useFocusOnNewScreen(element, screen)
  useFocusThatStays(element)

  const variables = Object.entries(appearance?.variables ?? {})
  return (
    <section
      ref={element}
      {...rootPart}
      data-plat-part={part}
      data-state={screen}
      data-theme={appearance?.theme ?? 'default'}
      data-color-scheme={colorScheme ?? 'auto'}
      lang={language}
      dir={getDirection(language)}
      aria-label={label}
      style={
        variables.length
          ? Object.fromEntries(variables.map(([name, value]) => [`--plat-${name}`, value]))
          : undefined
      }
    >
      <StageContext.Provider value={stage}>
        {isLoading ? <CardLoading label={label} /> : children}
      </StageContext.Provider>
      <output className="plat-visually-hidden">{announcement}</output>
    </section>
  )
}

/** Returns the heading of the current step, else of the component. */
const headingIn = (root: HTMLElement | null) =>
  [...(root?.querySelectorAll<HTMLElement>('[data-plat-part="heading"]') ?? [])].at(-1)

/**
 * Moves focus to the heading of a new screen after a user action. The first screen does not take
 * the focus from the page.
 */
function useFocusOnNewScreen(root: { current: HTMLElement | null }, screen: string) {
  const previous = useRef(screen)
  useEffect(() => {
    const from = previous.current
    previous.current = screen
    if (from === screen || from === 'loading') return

    const active = document.activeElement
    const isElsewhere = active && active !== document.body && !root.current?.contains(active)
    if (!isElsewhere) headingIn(root.current)?.focus()
  }, [root, screen])
}

/**
 * Preserves the keyboard position: when the focused element is removed, the heading of its
 * replacement gets the focus.
 */
function useFocusThatStays(root: { current: HTMLElement | null }) {
  useEffect(() => {
    const element = root.current
    if (!element) return undefined

    let last: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = target
    }
    const forget = ({ target }: Event) => {
      // The user deliberately clicked elsewhere.
      if (!(target instanceof Node && element.contains(target))) last = null
    }
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      last = null
      headingIn(element)?.focus()
    })
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [root])
}
