import { useEffect, useState, useSyncExternalStore } from 'react'
import { ProjectContext, useDashboard } from './context.tsx'
import { match, useLocation } from './router.tsx'
import { Projects } from './screens/projects.tsx'
import { SignIn } from './screens/sign-in.tsx'
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
  const { error, resume } = useResume()

  if (status === 'signed-in') return <SignedIn />
  if (status === 'signed-out') return <SignIn />
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
  if (pathname === '/' || match('projects', pathname)) {
    return (
      <Shell>
        <Projects mayOpenOnly={pathname === '/'} />
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
