import { Id } from '../../ui/copy.tsx'

/** What a provider wants to know of the platform before it gives anybody an OAuth client. */
export function RedirectUri() {
  return (
    <p className="hint">
      Redirect URI to register with the provider:{' '}
      <Id what="redirect URI">{`${location.origin}/callbacks/v1/oauth`}</Id>
    </p>
  )
}
