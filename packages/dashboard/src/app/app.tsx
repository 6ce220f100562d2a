import { useEffect, useState, useSyncExternalStore } from 'react'
import { ProjectContext, useDashboard } from './context.tsx'
import { match, useLocation } from './router.tsx'
import { Projects } from './screens/projects.tsx'
import { projectScreen } from './screens/index.tsx'
import { Loading } from './ui/loaded.tsx'
import { OnDemand } from './ui/on-demand.tsx'
import { ProblemMessage } from './ui/problem-message.tsx'
import { ProjectShell, Shell } from './ui/shell.tsx'
import { NotFound } from './screens/not-found.tsx'

/** The dashboard: whoever is not signed in does that first, at the page that they wanted. */
export function App() {
  const { session } = useDashboard()
  const status = useSyncExternalStore(session.subscribe, session.status)
  const { pathname } = useLocation()
  const { error, resume } = useResume()

  if (status === 'signed-out' || match('reset-password', pathname)) {
    return (
      <main className="lonely">
        <OnDemand name="signed-out.tsx" load={() => import('./sign-in/signed-out.tsx')}>
          {({ SignedOut }) => <SignedOut />}
        </OnDemand>
      </main>
    )
  }
  if (status === 'signed-in') return <SignedIn />
  return (
    <main className="lonely">
      {error ? <ProblemMessage error={error} onRetry={resume} /> : <Loading />}
    </main>
  )
}

function useResume() {
  const { session } = useDashboard()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    session.resume().catch(setError)
  }, [session])
  const resume = () => {
    setError(undefined)
    session.resume().catch(setError)
  }
  return { error, resume }
}

function SignedIn() {
  const { pathname } = useLocation()
  const isHome = /^\/(create-account|confirm-address|forgotten-password)?$/.test(pathname)
  if (isHome || match('projects', pathname)) {
    return (
      <Shell>
        <Projects mayOpenOnly={isHome} />
      </Shell>
    )
  }

  if (match('account', pathname)) {
    return (
      <Shell>
        <OnDemand name="account.tsx" load={() => import('./account/account.tsx')}>
          {({ Account }) => <Account />}
        </OnDemand>
      </Shell>
    )
  }

  const audited = match('organizations/:org/audit-log', pathname)
  if (audited) {
    return (
      <Shell>
        <OnDemand name="audit-log.tsx" load={() => import('./organization/audit-log.tsx')}>
          {({ AuditLog }) => <AuditLog orgId={audited.org} />}
        </OnDemand>
      </Shell>
    )
  }

  const organization = match('organizations/:org', pathname)
  if (organization) {
    return (
      <Shell>
        <OnDemand name="organization.tsx" load={() => import('./organization/organization.tsx')}>
          {({ Organization }) => <Organization key={organization.org} orgId={organization.org} />}
        </OnDemand>
      </Shell>
    )
  }

  const [, folder, project, rest = ''] = /^\/([^/]*)\/([^/]+)\/?(.*)$/.exec(pathname) ?? []
  if (folder !== 'projects' || !project) {
    return (
      <Shell>
        <NotFound />
      </Shell>
    )
  }
  return (
    <ProjectContext value={decodeURIComponent(project)}>
      {/* Each page begins anew: nothing of the last one stays in its place. */}
      <ProjectShell key={project}>
        <div key={pathname}>{projectScreen(rest) ?? <NotFound />}</div>
      </ProjectShell>
    </ProjectContext>
  )
}
