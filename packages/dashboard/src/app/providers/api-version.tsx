import { apiVersionNotice, type Schemas } from '@platform/client'

/** Warns of an API version that the provider no longer supports, or soon will not. */
export function ApiVersionNotice({ of }: { of: Schemas['ProviderInfo'] }) {
  const notice = apiVersionNotice(of)
  if (!notice) return null
  return (
    <div className="notice" data-tone={notice.tone}>
      <div className="notice-text">
        <p>{notice.text}</p>
      </div>
    </div>
  )
}
