'use client'

import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'

/** The top of a card: whose mark, what it is called, how it stands. */
export function CardHeader({ title, subtitle, mark, children }: CardHeaderProps) {
  return (
    <header className="plat-header" data-plat-part="header">
      <span className="plat-mark" aria-hidden="true">
        {mark.trim().charAt(0).toUpperCase()}
      </span>
      <div className="plat-header-text">
        <h2 className="plat-heading" data-plat-part="heading" tabIndex={-1}>
          {title}
        </h2>
        {subtitle && <p className="plat-muted">{subtitle}</p>}
      </div>
      {children}
    </header>
  )
}

interface CardHeaderProps {
  title: string
  subtitle?: ReactNode
  mark: string
  children?: ReactNode
}

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className="plat-badge" data-plat-part="badge" data-tone={tone}>
      {children}
    </span>
  )
}

export type BadgeTone = 'good' | 'bad' | 'warning' | 'neutral'

export function Notice({ tone, icon, children }: NoticeProps) {
  return (
    <div className="plat-notice" data-plat-part="notice" data-tone={tone}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}

interface NoticeProps {
  tone: BadgeTone
  icon: IconName
  children: ReactNode
}

/** Holds the place of what is being loaded, and says so. */
export function Loading({ label }: { label: string }) {
  return (
    <div className="plat-loading" data-plat-part="loading" aria-busy="true" aria-live="polite">
      <span className="plat-visually-hidden">{label}</span>
      <span className="plat-skeleton" data-size="title" />
      <span className="plat-skeleton" />
      <span className="plat-skeleton" data-size="short" />
      <span className="plat-skeleton" data-size="button" />
    </div>
  )
}
