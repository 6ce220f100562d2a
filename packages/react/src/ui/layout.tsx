'use client'

import { useEffect, useState, type ReactNode } from 'react'
import { useWords } from '../words/use-words.tsx'
import { UiIcon, type UiIconName } from './icons.tsx'
import { usePart } from './part.ts'

interface CardHeaderProps {
  title: string
  subtitle?: ReactNode
  mark: ReactNode
  children?: ReactNode
}

/** Header of a card: logo, title and status. */
export function CardHeader({ title, subtitle, mark, children }: CardHeaderProps) {
  return (
    <header {...usePart('header', 'plat-header')}>
      {mark}
      <div className="plat-header-text">
        <h2 {...usePart('heading', 'plat-heading')} tabIndex={-1}>
          {title}
        </h2>
        {subtitle && <p className="plat-muted">{subtitle}</p>}
      </div>
      {children}
    </header>
  )
}

/** Heading of a step below the card's own heading; takes the focus when it is new. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h3 {...usePart('heading', 'plat-heading plat-step-heading')} tabIndex={-1}>
      {children}
    </h3>
  )
}

export function UiBadge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span {...usePart('badge', 'plat-badge')} data-tone={tone}>
      {children}
    </span>
  )
}

export type BadgeTone = 'good' | 'bad' | 'warning' | 'neutral'

export function Notice({ tone, icon, children }: NoticeProps) {
  return (
    <div {...usePart('notice', 'plat-notice')} data-tone={tone}>
      <UiIcon name={icon} />
      <div className="plat-notice-text">{children}</div>
    </div>
  )
}

interface NoticeProps {
  tone: BadgeTone
  icon: UiIconName
  children: ReactNode
}

const slowAfterMs = 2_000

/** Shows a loading placeholder in the shape of a form or of its children, and a hint if loading is slow. */
export function UiLoading({ label, children }: { label: string; children?: ReactNode }) {
  const { t } = useWords()
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="plat-loading" data-plat-part="loading" aria-busy="true" aria-live="polite">
      <span className="plat-visually-hidden">{label}</span>
      {children ?? (
        <>
          <span className="plat-skeleton" data-size="title" />
          <span className="plat-skeleton" />
          <span className="plat-skeleton" data-size="short" />
          <span className="plat-skeleton" data-size="button" />
        </>
      )}
      {isSlow && <p className="plat-muted">{t('slow')}</p>}
    </div>
  )
}

/** Shows a loading placeholder in the shape of a card: logo, title and text. */
export const CardLoading = ({ label }: { label: string }) => (
  <UiLoading label={label}>
    <div {...usePart('header', 'plat-header')}>
      <span className="plat-skeleton" />
      <div className="plat-header-text">
        <span className="plat-skeleton" data-size="title" />
      </div>
    </div>
    <span className="plat-skeleton" data-size="short" />
    <span className="plat-skeleton" data-size="button" />
  </UiLoading>
)
