import { listProviderNotices, type Schemas } from '@platform/client'

/** Warns of dated changes of the provider: the end of its API version, or of its rules. */
export function ProviderNotices({
  of,
  objects,
}: {
  of: Schemas['ProviderInfo']
  /** Objects in use; changes of others are omitted. All are shown if unset. */
  objects?: readonly string[]
}) {
  return listProviderNotices(of, { objects }).map(({ tone, text }) => (
    <div className="notice" data-tone={tone} key={text}>
      <div className="notice-text">
        <p>{text}</p>
      </div>
    </div>
  ))
}
