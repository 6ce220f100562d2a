import { addresses } from '../../api/addresses.ts'
import { useQuery } from '../../api/use-query.ts'
import { Id } from '../../ui/copy.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'

/** What a provider wants to know of the platform before it gives anybody an OAuth client. */
export function RedirectUri() {
  const { data, error, refresh } = useQuery(addresses)
  if (error && !data) return <ProblemMessage error={error} onRetry={refresh} />
  return (
    <p className="hint">
      Redirect URI to register with the provider:{' '}
      {data && <Id what="redirect URI">{data.redirectUri}</Id>}
    </p>
  )
}
