'use client'

import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useAllWords } from '../words/all-words.ts'
import { usePart } from './part.ts'

export interface Tab {
  id: string
  label: string
  /** Status of the tab's content. */
  state?: keyof typeof stateWords
}

const stateWords = {
  done: 'saved',
  changed: 'notSavedYet',
  open: 'toDo',
  incomplete: 'required',
} as const

interface TabsProps {
  label: string
  tabs: Tab[]
  selected: string
  onSelect: (id: string) => void
  children: ReactNode
}

/** Tabs by the ARIA pattern: arrow keys move between them, Tab moves to the panel. */
export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  const { t } = useAllWords()
  const id = useId()
  const tabPart = usePart('tab', 'plat-tab')
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === selected)
    const onwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const to = {
      ArrowRight: index + onwards,
      ArrowLeft: index - onwards,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs have the focus */}
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        {...usePart('tabs', 'plat-tabs')}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            {...tabPart}
            data-tab={tab.id}
            data-state={tab.state}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.state && <span className="plat-tab-dot" aria-hidden="true" />}
            {tab.label}
            {tab.state && (
              <span className="plat-visually-hidden">, {t(stateWords[tab.state])}</span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tabs.findIndex((tab) => tab.id === selected)}`}
        {...usePart('panel', 'plat-panel')}
      >
        {children}
      </div>
    </>
  )
}
