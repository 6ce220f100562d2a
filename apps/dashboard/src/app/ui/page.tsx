import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import { hasNavigated, Link } from '../router.tsx'
import type { RoutePath } from '../routes.ts'
import { Icon } from './icons.tsx'

/** Name of the open project, at the end of the browser tab’s title. */
export const Place = createContext('Dashboard')

/** Links to the pages beside the open one, shown above its heading. */
export const PageTabs = createContext<ReactNode>(undefined)

export interface PageProps {
  title: string
  /** Name of the page in the browser tab; the heading if unset. */
  tab?: string
  /** Description of the page, as a sentence. */
  intro?: ReactNode
  /** The list that the page belongs to. */
  parent?: { title: string; to: RoutePath }
  /** Before the heading. */
  logo?: ReactNode
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page. After navigation, the focus is on its heading, so that it is announced. */
export function DashboardPage({
  title,
  tab = title,
  intro,
  parent,
  logo,
  badge,
  actions,
  children,
}: PageProps) {
  const place = use(Place)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="page">
      <title>{[tab, parent?.title, place].filter(Boolean).join(' · ')}</title>
      <header className="page-header">
        {use(PageTabs)}
        {parent && (
          <nav aria-label="Breadcrumb" className="breadcrumb">
            <Link to={parent.to}>{parent.title}</Link>
            <Icon name="chevron" />
          </nav>
        )}
        <div className="page-title">
          {logo}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {badge}
          {actions && <div className="page-actions">{actions}</div>}
        </div>
        {intro && <p className="muted page-intro">{intro}</p>}
      </header>
      {children}
    </div>
  )
}

export interface SectionProps {
  title: string
  /** Content beside the title: a count, a link. */
  aside?: ReactNode
  children: ReactNode
}

export function Section({ title, aside, children }: SectionProps) {
  return (
    <section className="section">
      <div className="section-title">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
