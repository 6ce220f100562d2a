'use client'

import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface Tab {
  id: string
  label: string
  /** How what is behind the tab stands. */
  state?: 'done' | 'changed' | 'open' | 'invalid'
}

const stateWords = {
  done: 'saved',
  changed: 'not saved yet',
  open: 'to do',
  invalid: 'needs attention',
}

interface TabsProps {
  label: string
  tabs: Tab[]
  selected: string
  onSelect: (id: string) => void
  children: ReactNode
}

/** Tabs after the ARIA pattern: arrow keys move between them, Tab goes on to the panel. */
export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === selected)
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[
      event.key
    ]
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
        className="plat-tabs"
        data-plat-part="tabs"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            className="plat-tab"
            data-plat-part="tab"
            data-tab={tab.id}
            data-state={tab.state}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.state && <span className="plat-tab-dot" aria-hidden="true" />}
            {tab.label}
            {tab.state && <span className="plat-visually-hidden">, {stateWords[tab.state]}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        className="plat-panel"
        data-plat-part="panel"
      >
        {children}
      </div>
    </>
  )
}
