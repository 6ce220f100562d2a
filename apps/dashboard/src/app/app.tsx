import { useEffect, useState, useSyncExternalStore } from 'react'
import { DashboardContext, createDashboard, ProjectContext, useDashboard } from './context.tsx'
import { requestFirstData } from './first-data.ts'
import { useLocation } from './router.tsx'
import { placeAt, projectAt, type Route } from './routes.ts'
import { screenAt } from './screens.tsx'
import { SignInAgain } from './sign-in/sign-in-again.tsx'
import { Boundary } from './ui/boundary.tsx'
import { Loading } from './ui/loaded.tsx'
import { OnDemand } from './ui/on-demand.tsx'
import { ProblemMessage } from './ui/problem-message.tsx'
import { ProjectShell, Shell } from './shell.tsx'
import { NotFound } from './not-found.tsx'

/** Pages for signed-out people that they do not return to after sign-in. */
const ofStrangers = new Set<Route | undefined>([
  'confirmAddress',
  'createAccount',
  'forgottenPassword',
])

/** The dashboard. Signed-out people sign in first and then see the requested page. */
export function DashboardApp() {
  const { session } = useDashboard()
  const status = useSyncExternalStore(session.subscribe, session.status)
  const person = useSyncExternalStore(session.subscribe, session.person)
  const place = placeAt(useLocation().pathname)?.name
  const { error, resume } = useResume()

  const isLeft = status === 'ended' && ofStrangers.has(place)
  if (status === 'signed-out' || isLeft || place === 'resetPassword') {
    return (
      <main className="lonely">
        <OnDemand name="signed-out.tsx" load={() => import('./sign-in/screens/signed-out.tsx')}>
          {({ SignedOut }) => <SignedOut />}
        </OnDemand>
      </main>
    )
  }
  if (status !== 'unknown') {
    return <Known key={person} person={person} hasEnded={status === 'ended'} />
  }
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
    if (session.status() === 'unknown') session.resume().catch(setError)
  }, [session])
  const resume = () => {
    setError(undefined)
    session.resume().catch(setError)
  }
  return { error, resume }
}

function Known({ person, hasEnded }: { person: string | undefined; hasEnded: boolean }) {
  const { session } = useDashboard()
  const [dashboard] = useState(() => {
    const created = createDashboard(session, person)
    // The parts that show the data share these requests.
    if (!hasEnded) requestFirstData(created, location.pathname)
    return created
  })

  return (
    <DashboardContext value={dashboard}>
      <SignedIn />
      {hasEnded && <SignInAgain />}
    </DashboardContext>
  )
}

function SignedIn() {
  const { pathname } = useLocation()
  const place = placeAt(pathname)
  const project = projectAt(pathname)
  // Every page is mounted anew, without state of the previous one.
  const screen = <Boundary key={pathname}>{place ? screenAt(place) : <NotFound />}</Boundary>
  if (!project) return <Shell>{screen}</Shell>

  return (
    <ProjectContext value={project}>
      <ProjectShell key={project}>{screen}</ProjectShell>
    </ProjectContext>
  )
}
