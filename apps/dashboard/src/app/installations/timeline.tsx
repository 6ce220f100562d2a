import type { Schemas } from '@platform/client'
import { useList, useQuery } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { Link } from '../router.tsx'
import { Status } from '../ui/badge.tsx'
import { Changes } from '../ui/code/changes.tsx'
import { words } from '../ui/format.ts'
import { Pages } from '../ui/list/list.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Time } from '../ui/time.tsx'
import { byWhom } from './by-whom.ts'
import { sentenceOfEvent } from './event-sentence.ts'
import { formatOperationCount } from './operation-parts.tsx'

type Entry = Schemas['TimelineEntry']

/** Shows the history of an installation, newest first. */
export function Timeline({ integrationId, id }: { integrationId: string; id: string }) {
  const { queries } = useProject()
  const entries = useList(queries.timeline(integrationId, id), { atFirst: 20, everyMs: 10_000 })

  return (
    <Loaded result={entries}>
      {(rows) => (
        <div className="list">
          <Entries of={rows.map((entry) => ({ entry, integrationId }))} />
          <Pages of={entries} />
        </div>
      )}
    </Loaded>
  )
}

/** Number of installations whose history is shown together, and of entries. */
const max = { installations: 5, entries: 20 }

/** Shows the latest history of several installations together, newest first. */
export function CustomerTimeline({ of }: { of: readonly Schemas['Installation'][] }) {
  const { queries } = useProject()
  const shown = of.slice(0, max.installations)
  const entries = useQuery(queries.timelines(shown, max.entries), { everyMs: 10_000 })

  return (
    <Loaded result={entries}>
      {(rows) => (
        <div className="list">
          <Entries of={rows} />
        </div>
      )}
    </Loaded>
  )
}

interface EntriesProps {
  of: readonly { entry: Entry; integrationId: string; integrationName?: string }[]
}

const Entries = ({ of }: EntriesProps) => (
  <ol className="timeline">
    {of.map(({ entry, integrationId, integrationName }) => (
      <li key={`${integrationId} ${entry.id}`} className="timeline-entry">
        <span className="hint">
          <Time at={entry.time} />
        </span>
        <div>
          <What of={entry} integrationId={integrationId} />
          {integrationName && <p className="hint">{integrationName}</p>}
          {entry.detail && entry.status !== 'success' && <p className="hint">{entry.detail}</p>}
          {entry.changes && <Changes of={entry.changes} />}
        </div>
      </li>
    ))}
  </ol>
)

function What({ of, integrationId }: { of: Entry; integrationId: string }) {
  const { to } = useProject()
  switch (of.kind) {
    case 'installed':
      return <p>Installed {byWhom(of.by)}</p>
    case 'configured':
      return <p>Configuration changed {byWhom(of.by)}</p>
    case 'paused':
      return (
        <p>
          Reads {of.objectName && `of ${of.objectName} `}paused {byWhom(of.by)}
        </p>
      )
    case 'resumed':
      return (
        <p>
          Reads {of.objectName && `of ${of.objectName} `}resumed {byWhom(of.by)}
        </p>
      )
    case 'deployed':
      return (
        <p>
          Integration {of.restores ? 'rolled back to' : 'updated to'}{' '}
          <Link
            to={to('integration', {
              integration: integrationId,
              revision: of.restores ?? of.revisionId,
            })}
          >
            {of.restores ? 'an earlier revision' : 'a new revision'}
          </Link>{' '}
          {of.by && byWhom(of.by)}
        </p>
      )
    case 'operation':
      return (
        <p className="badges">
          <Link to={to('operation', { operation: of.operationId ?? '' })}>
            {words(of.actionType ?? 'operation')} {of.objectName}
          </Link>
          {of.status && <Status of={of.status} />}
          {of.records ? <span>{formatOperationCount(of.actionType, of.records)}</span> : null}
          {of.by && <span>{byWhom(of.by)}</span>}
        </p>
      )
    case 'event':
      return (
        <p>
          <Link to={to('deliveries', { event: of.eventId ?? '' })}>{sentenceOfEvent(of)}</Link>
          <code className="sub">{of.eventType}</code>
        </p>
      )
  }
}
