import { useEffect, useState, useSyncExternalStore } from 'react'
import { ProjectContext, useDashboard } from './context.tsx'
import { useLocation } from './router.tsx'
import { placeAt, projectAt } from './routes.ts'
import { screenAt } from './screens.tsx'
import { Loading } from './ui/loaded.tsx'
import { OnDemand } from './ui/on-demand.tsx'
import { ProblemMessage } from './ui/problem-message.tsx'
import { ProjectShell, Shell } from './shell.tsx'
import { NotFound } from './not-found.tsx'

/** The dashboard: whoever is not signed in does that first, at the page that they wanted. */
export function App() {
  const { session } = useDashboard()
  const status = useSyncExternalStore(session.subscribe, session.status)
  const { pathname } = useLocation()
  const { error, resume } = useResume()

  if (status === 'signed-out' || placeAt(pathname)?.name === 'resetPassword') {
    return (
      <main className="lonely">
        <OnDemand name="signed-out.tsx" load={() => import('./sign-in/screens/signed-out.tsx')}>
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
  const place = placeAt(pathname)
  const project = projectAt(pathname)
  const screen = place ? screenAt(place) : <NotFound />
  if (!project) return <Shell>{screen}</Shell>

  return (
    <ProjectContext value={project}>
      {/* Each page begins anew: nothing of the last one stays in its place. */}
      <ProjectShell key={project}>
        <div key={pathname}>{screen}</div>
      </ProjectShell>
    </ProjectContext>
  )
}
