import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import { useQuery } from '../api/use-query.ts'
import { useProviderNames } from '../providers/use-provider-names.ts'
import { Link } from '../router.tsx'
import { Time } from '../ui/time.tsx'

const everyMs = 30_000

/** Lists what kept end users from connecting and only the builder can correct. */
export function ConnectProblems() {
  const { queries } = useProject()
  const { data: problems = [] } = useQuery(queries.connectProblems(), { everyMs })
  return problems.map((problem) => (
    <ConnectProblemNotice key={`${problem.provider} ${problem.cause}`} {...problem} />
  ))
}

function ConnectProblemNotice({ provider, cause, detail, lastTime }: Schemas['ConnectProblem']) {
  const { to } = useProject()
  const name = useProviderNames()(provider)
  return (
    <div className="notice" data-tone="bad">
      <div className="notice-text">
        <p>
          Customers cannot connect {name}: {words[cause]} Last attempt: <Time at={lastTime} />
        </p>
        <p className="sub">{detail}</p>
      </div>
      {cause === 'missing' ? (
        <Link to={to('providerApps', { add: provider })}>Add provider app</Link>
      ) : (
        <Link to={to('providerApps')}>Check provider app</Link>
      )}
    </div>
  )
}

const words = {
  missing: 'the project has no provider app.',
  rejected: 'it rejects the provider app.',
}
