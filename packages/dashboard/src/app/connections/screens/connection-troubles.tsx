import type { Schemas } from '@platform/client'

/** What stands in a connection's way, in the provider's words, and who mends it. */
export function ConnectionTroubles({
  of: { refusal, refreshFailure },
}: {
  of: Schemas['Connection']
}) {
  if (refusal) {
    return (
      <div className="notice" data-tone="bad">
        <p className="notice-text">
          {refusal.detail}{' '}
          {refusal.retryTime
            ? 'It is tried again daily for a week, and your customer can connect again.'
            : 'Your customer has to connect again.'}
        </p>
      </div>
    )
  }
  if (!refreshFailure) return null
  return (
    <div className="notice" data-tone="warning">
      <p className="notice-text">{refreshFailure.detail}</p>
    </div>
  )
}
