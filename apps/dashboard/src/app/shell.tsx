import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { ProblemError, type Schemas } from '@platform/client'
import { myInfo } from './account/queries.ts'
import { areaGroups, type Area } from './areas.ts'
import { pathTo, type pathsIn, type RoutePath } from './routes.ts'
import { useDashboard, useProject } from './context.tsx'
import { useAction } from './api/use-action.ts'
import { useList, useQuery } from './api/use-query.ts'
import { Link, useLocation } from './router.tsx'
import { Find } from './find/find.tsx'
import { keepProjectLive } from './live/live.ts'
import { UnknownProject } from './not-found.tsx'
import { projects as projectList } from './projects/queries.ts'
import { Button, MayChange } from './ui/button.tsx'
import { Icon } from './ui/icons.tsx'
import { Loaded } from './ui/loaded.tsx'
import { Mark } from './ui/mark.tsx'
import { Menu } from './ui/menu.tsx'
import { OnDemand } from './ui/on-demand.tsx'
import { PageTabs, Place } from './ui/page.tsx'

/** Layout of pages outside projects. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <Frame
      brand={<Brand title="Dashboard" subtitle="Integrations" to={pathTo('home')} />}
      navigation={<NavigationWithoutProject />}
    >
      {children}
    </Frame>
  )
}

/** Layout of project pages: name and navigation. */
export function ProjectShell({ children }: { children: ReactNode }) {
  const { project, queries: inProject } = useProject()
  const { data, error } = useQuery(inProject.project())
  const dashboard = useDashboard()
  useEffect(() => keepProjectLive(dashboard, project), [dashboard, project])
  const role = useRole(data?.id)
  const isMember = role === 'member' || role === 'viewer'

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
      brand={<ProjectSwitcher title={data?.appName ?? project} subtitle={data?.name ?? project} />}
      find={<Find />}
      navigation={<ProjectNavigation />}
      about={
        isMember && (
          <p className="hint">
            Members can view data and start reads. Owners and admins can make changes.
          </p>
        )
      }
    >
      <Place value={data?.appName ?? project}>
        <PageTabs value={<AreaTabs />}>
          <MayChange value={!isMember}>{children}</MayChange>
        </PageTabs>
      </Place>
    </Frame>
  )
}

function ProjectNavigation() {
  const { to } = useProject()
  const { pathname } = useLocation()
  const id = useId()
  return (
    <nav aria-label="Project" className="areas">
      {areaGroups.map(({ title, areas }) => (
        <div key={title}>
          <p className="area-title" id={`${id}-${title}`}>
            {title}
          </p>
          <ul aria-labelledby={`${id}-${title}`}>
            {areas.map((area) => (
              <li key={area.title}>
                <Link
                  to={to(area.pages[0].route)}
                  className="nav-link"
                  aria-current={isIn(area, pathname, to) ? 'page' : undefined}
                >
                  <Icon name={area.pages[0].icon} />
                  {area.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

type To = ReturnType<typeof pathsIn>

const isIn = ({ pages }: Area, pathname: string, to: To) =>
  pages.some(({ route }) => isAt(pathname, to(route), route === 'project'))

/** Shows the pages of the open area, if there are several; pages of single things have none. */
function AreaTabs() {
  const { to } = useProject()
  const { pathname } = useLocation()
  const area = areaGroups
    .flatMap(({ areas }) => areas)
    .find(({ pages }) => pages.some(({ route }) => isAt(pathname, to(route), true)))
  if (!area || area.pages.length === 1) return undefined
  return (
    <nav aria-label={area.title} className="tabs">
      {area.pages.map(({ title, route }) => (
        <NavLink key={route} to={to(route)} isExact>
          {title}
        </NavLink>
      ))}
    </nav>
  )
}

/** Items of a menu that lead to the person's organizations. */
const OrganizationLinks = ({ of }: { of: Schemas['BuilderInfo'] | undefined }) =>
  of?.orgRoles?.map(({ org }) => (
    <li key={org.id}>
      <NavLink to={pathTo('organization', { organization: org.id })}>
        <Icon name="people" />
        {org.label}
      </NavLink>
    </li>
  ))

function NavigationWithoutProject() {
  const { data } = useQuery(myInfo(useDashboard().client))
  return (
    <nav aria-label="Main" className="areas">
      <ul>
        <li>
          <NavLink to={pathTo('projects')} isExact>
            <Icon name="projects" />
            Projects
          </NavLink>
        </li>
        <OrganizationLinks of={data} />
      </ul>
    </nav>
  )
}

/** Shows the name of the open project; opened, links to other projects and to the organizations. */
function ProjectSwitcher({ title, subtitle }: { title: string; subtitle: string }) {
  return (
    <Menu
      at="top"
      button={
        <>
          <Mark />
          <span className="brand-text">
            <span className="brand-title">{title}</span>
            <span className="hint">{subtitle}</span>
          </span>
          <span className="visually-hidden">Switch project</span>
          <Icon name="unfold" />
        </>
      }
    >
      {() => (
        <nav aria-label="Projects and organizations">
          <SwitcherEntries />
        </nav>
      )}
    </Menu>
  )
}

function SwitcherEntries() {
  const { client } = useDashboard()
  const { project } = useProject()
  const projects = useList(projectList(client), { atFirst: 20 })
  const { data: me } = useQuery(myInfo(client))
  return (
    <Loaded result={projects}>
      {(rows) => (
        <>
          <p className="menu-title" id="switch-project">
            Projects
          </p>
          <ul aria-labelledby="switch-project">
            {rows.map(({ id, name, appName }) => (
              <li key={id}>
                <Link
                  to={pathTo('project', { project: name })}
                  className="nav-link"
                  aria-current={name === project ? 'true' : undefined}
                >
                  <span className="brand-text">
                    <span>{appName}</span>
                    <span className="hint">{name}</span>
                  </span>
                  {name === project && <Icon name="check" />}
                </Link>
              </li>
            ))}
            <li>
              <NavLink to={pathTo('projects')} isExact>
                <Icon name="projects" />
                All projects
              </NavLink>
            </li>
          </ul>
          <p className="menu-title" id="switch-organization">
            Organizations
          </p>
          <ul aria-labelledby="switch-organization">
            <OrganizationLinks of={me} />
          </ul>
        </>
      )}
    </Loaded>
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
          <AccountMenu about={about} />
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

function isAt(pathname: string, to: RoutePath, isExact: boolean | undefined): boolean {
  const path = pathname.replace(/\/$/, '')
  return path === to || (!isExact && path.startsWith(`${to}/`))
}

interface NavLinkProps {
  to: RoutePath
  isExact?: boolean
  children: ReactNode
}

function NavLink({ to, isExact, children }: NavLinkProps) {
  const isHere = isAt(useLocation().pathname, to, isExact)
  return (
    <Link to={to} className="nav-link" aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}

function AccountMenu({ about }: { about?: ReactNode }) {
  const { session, client } = useDashboard()
  const { data } = useQuery(myInfo(client))
  const signOut = useAction(() => session.signOut())
  const [hasShortcuts, setHasShortcuts] = useState(false)

  return (
    <div className="account">
      <Menu
        at="bottom"
        button={
          <>
            <Icon name="account" />
            <span className="brand-text">
              <span>{data?.builder.primaryEmail ?? data?.builder.fullName}</span>
              {about && <span className="hint">Member</span>}
            </span>
            <span className="visually-hidden">Account menu</span>
            <Icon name="unfold" />
          </>
        }
      >
        {() => (
          <nav aria-label="Account">
            {about}
            <NavLink to={pathTo('account')}>
              <Icon name="account" />
              Account
            </NavLink>
            <Button tone="quiet" data-closes-menu onClick={() => setHasShortcuts(true)}>
              <Icon name="keyboard" />
              Keyboard shortcuts
            </Button>
            <Button tone="quiet" isBusy={signOut.isRunning} onClick={() => void signOut.run()}>
              <Icon name="signOut" />
              Sign out
            </Button>
            {signOut.error && <p role="alert">{signOut.error.message}</p>}
          </nav>
        )}
      </Menu>
      {hasShortcuts && (
        <OnDemand name="shortcuts.tsx" load={() => import('./shortcuts.tsx')}>
          {({ Shortcuts }) => <Shortcuts onClose={() => setHasShortcuts(false)} />}
        </OnDemand>
      )}
    </div>
  )
}
