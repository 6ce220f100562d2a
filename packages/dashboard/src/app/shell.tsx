import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ProblemError } from '@platform/client'
import { myInfo } from './account/queries.ts'
import { areas } from './areas.ts'
import { pathTo, type RoutePath } from './routes.ts'
import { useDashboard, useProject } from './context.tsx'
import { useAction } from './api/use-action.ts'
import { useQuery } from './api/use-query.ts'
import { Link, useLocation } from './router.tsx'
import { Find } from './find/find.tsx'
import { keepProjectLive } from './live/live.ts'
import { UnknownProject } from './not-found.tsx'
import { Button, MayChange } from './ui/button.tsx'
import { Icon } from './ui/icons.tsx'
import { Mark } from './ui/mark.tsx'

/** Layout of pages outside projects. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <Frame brand={<Brand title="Dashboard" subtitle="Integrations" to={pathTo('home')} />}>
      {children}
    </Frame>
  )
}

/** Layout of project pages: name and navigation. */
export function ProjectShell({ children }: { children: ReactNode }) {
  const { project, queries: inProject, to } = useProject()
  const { data, error } = useQuery(inProject.project())
  const { fetch, store } = useDashboard()
  useEffect(() => keepProjectLive(fetch, store, project), [fetch, store, project])
  const isMember = useRole(data?.id) === 'member'

  // Shown once instead of by each part of the page.
  if (error instanceof ProblemError && error.status === 404) {
    return (
      <Shell>
        <UnknownProject name={project} />
      </Shell>
    )
  }
  return (
    <Frame
      brand={
        <Brand
          title={data?.appName ?? project}
          subtitle={data?.name ?? project}
          to={to('project')}
        />
      }
      find={<Find />}
      navigation={
        <nav aria-label="Project" className="areas">
          {areas.map((area) => (
            <div key={area.title} className="area">
              <p className="area-title" id={`area-${area.title}`}>
                {area.title}
              </p>
              <ul aria-labelledby={`area-${area.title}`}>
                {area.entries.map((entry) => (
                  <li key={entry.route}>
                    <NavLink to={to(entry.route)} isExact={entry.route === 'project'}>
                      <Icon name={entry.icon} />
                      {entry.title}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      }
      about={
        isMember && (
          <p className="hint">
            Members can view data and start reads. Owners and admins can make changes.
          </p>
        )
      }
    >
      <MayChange value={!isMember}>{children}</MayChange>
    </Frame>
  )
}

/** Returns the person's role in the project; undefined while unknown. */
function useRole(projectId: string | undefined): string | undefined {
  const { data } = useQuery(myInfo(useDashboard().client))
  return projectId && data?.projectRoles?.[projectId]?.role
}

interface FrameProps {
  brand: ReactNode
  find?: ReactNode
  navigation?: ReactNode
  /** Note about the person's permissions. */
  about?: ReactNode
  children: ReactNode
}

function Frame({ brand, find, navigation, about, children }: FrameProps) {
  const { pathname } = useLocation()
  // Bound to the path where it was opened, so that following a link closes the menu.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  const menuButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || document.querySelector('dialog[open]')) return
      menuButton.current?.focus()
      setOpenAt(undefined)
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isOpen])

  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="side">
        <div className="side-top">
          {brand}
          <button
            ref={menuButton}
            type="button"
            className="menu-button"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpenAt(isOpen ? undefined : pathname)}
          >
            <Icon name={isOpen ? 'close' : 'menu'} />
            <span className="visually-hidden">Menu</span>
          </button>
        </div>
        {find}
        <div id="menu" className="menu" data-state={isOpen ? 'open' : 'closed'}>
          {navigation}
          <Account about={about} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="content">
        {children}
      </main>
    </div>
  )
}

function Brand({ title, subtitle, to }: { title: string; subtitle: string; to: RoutePath }) {
  return (
    <Link to={to} className="brand">
      <Mark />
      <span className="brand-text">
        <span className="brand-title">{title}</span>
        <span className="hint">{subtitle}</span>
      </span>
    </Link>
  )
}

function NavLink({
  to,
  isExact,
  children,
}: {
  to: RoutePath
  isExact?: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const path = pathname.replace(/\/$/, '')
  const isHere = path === to || (!isExact && path.startsWith(`${to}/`))
  return (
    <Link to={to} className="nav-link" aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}

function Account({ about }: { about?: ReactNode }) {
  const { session, client } = useDashboard()
  const { data } = useQuery(myInfo(client))
  const signOut = useAction(() => session.signOut())

  return (
    <div className="account">
      <Link to={pathTo('projects')} className="nav-link">
        <Icon name="arrow" />
        All projects
      </Link>
      {data?.orgRoles?.map(({ org }) => (
        <NavLink key={org.id} to={pathTo('organization', { organization: org.id })}>
          <Icon name="people" />
          {org.label}
        </NavLink>
      ))}
      <NavLink to={pathTo('account')}>
        <Icon name="key" />
        Account
      </NavLink>
      <p className="account-name" title={data?.builder.primaryEmail}>
        {data?.builder.primaryEmail ?? data?.builder.fullName}
      </p>
      {about}
      <Button tone="quiet" isBusy={signOut.isRunning} onClick={() => void signOut.run()}>
        <Icon name="signOut" />
        Sign out
      </Button>
      {signOut.error && <p role="alert">{signOut.error.message}</p>}
    </div>
  )
}
