import type { Schemas } from '@platform/client'
import { addresses } from '../api/addresses.ts'
import { useQuery } from '../api/use-query.ts'
import { CopyableId } from '../ui/copy.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'

interface RedirectUriProps {
  /** Providers with their own scheme have another redirect URI. */
  provider?: Schemas['ProviderInfo'] | undefined
}

/** Shows the redirect URI to register with a provider. */
export function RedirectUri({ provider }: RedirectUriProps) {
  const { data, error, refresh } = useQuery(addresses)
  if (error && !data) return <ProblemMessage error={error} onRetry={refresh} />
  const isOwn = provider?.authType === 'custom'
  return (
    <p className="hint">
      Redirect URI to register with the provider:{' '}
      {data && (
        <CopyableId what="redirect URI">
          {isOwn ? data.customRedirectUri : data.redirectUri}
        </CopyableId>
      )}
    </p>
  )
}
