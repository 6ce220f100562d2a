import { useState } from 'react'
import { ProblemError, type Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { Link } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { Changes } from '../../ui/code/changes.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { formatCountWithNoun } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { jsonChanges } from '../../ui/code/json-changes.ts'
import { JsonTree } from '../../ui/code/json-tree.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'
import { SupportAccessOff } from '../support-access.tsx'

interface MessageRecordsProps {
  event: Schemas['EventWithBody']
}

/** Shows the records of a message on request, because each view is recorded in the audit log. */
export function MessageRecords({ event }: MessageRecordsProps) {
  const { actions } = useProject()
  const [viewed, setViewed] = useState<Schemas['DeliveredRecords']>()
  const view = useAction(() => actions.viewRecords(event.id), setViewed)
  const isOff =
    event.recordsOmitted === 'supportAccessOff' ||
    (view.error instanceof ProblemError && view.error.kind === 'support-access-off')

  if (isOff) return <SupportAccessOff customer={event.groupName ?? event.groupRef} />
  if (viewed) return <Viewer of={viewed} />
  return (
    <div className="card stack">
      <p className="muted">
        {event.groupName ?? event.groupRef} lets your team view delivered records. The audit log
        records each view.
      </p>
      {view.error && <ProblemMessage error={view.error} />}
      <div>
        <Button isBusy={view.isRunning} onClick={() => void view.run()}>
          View {formatCountWithNoun(event.numRecords ?? 0, 'record')}
        </Button>
      </div>
    </div>
  )
}

/** Longer lists of records show the first ones, and those that match the search. */
const maxListed = 50

function Viewer({ of: { eventId, objectName, records } }: { of: Schemas['DeliveredRecords'] }) {
  const [position, setPosition] = useState(0)
  const [search, setSearch] = useState('')
  const text = search.trim().toLowerCase()
  const found = text
    ? records.filter((one) => JSON.stringify(one.record)?.toLowerCase().includes(text))
    : records
  const shown = found.slice(0, maxListed)
  const record = records[position]
  if (!record) return <Empty title="The message contains no records" />
  return (
    <div className="records">
      {records.length > 1 && (
        <div className="stack" data-gap="small">
          <TextField
            label="Find in the records"
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <ul className="record-list" aria-label="Records">
            {shown.map((one) => (
              <li key={one.position}>
                <button
                  type="button"
                  className="record-choice"
                  aria-current={one.position === position ? 'true' : undefined}
                  onClick={() => setPosition(one.position)}
                >
                  {getRecordTitle(one)}
                </button>
              </li>
            ))}
          </ul>
          <output className="hint">
            {found.length === shown.length
              ? formatCountWithNoun(found.length, 'record')
              : `The first ${shown.length} of ${formatCountWithNoun(found.length, 'record')}`}
          </output>
        </div>
      )}
      <RecordView key={record.position} eventId={eventId} objectName={objectName} record={record} />
    </div>
  )
}

const getRecordTitle = ({ recordId, position }: Schemas['DeliveredRecord']) =>
  recordId ?? `Record ${position + 1}`

interface RecordViewProps {
  eventId: string
  objectName: string | undefined
  record: Schemas['DeliveredRecord']
}

function RecordView({ eventId, objectName, record }: RecordViewProps) {
  const { actions } = useProject()
  const [earlier, setEarlier] = useState<Schemas['PreviousRecord']>()
  const compare = useAction(() => actions.viewPreviousRecord(eventId, record.position), setEarlier)
  if (record.record === undefined) {
    return (
      <Empty title="The record is too large to show">
        {record.bytes === 0
          ? 'The file of the record has expired.'
          : `The record has ${megabytes(record.bytes)}. Records of up to 1 MB are shown.`}
      </Empty>
    )
  }
  return (
    <div className="stack">
      <div className="row">
        <h3>{[objectName, getRecordTitle(record)].filter(Boolean).join(' · ')}</h3>
        {!earlier && record.recordId !== undefined && (
          <Button isBusy={compare.isRunning} onClick={() => void compare.run()}>
            Compare with previous version
          </Button>
        )}
      </div>
      {record.record.causedBy && <Cause of={record.record.causedBy} />}
      {compare.error && <ProblemMessage error={compare.error} />}
      <div aria-live="polite">{earlier && <Comparison of={earlier} now={record.record} />}</div>
      <JsonTree label="Record" value={record.record} />
    </div>
  )
}

const otherFields: Record<Schemas['CausedBy']['otherFields'], string> = {
  unchanged: 'No other field changed.',
  changed: 'Other fields changed too.',
  unknown: 'Other fields may have changed too.',
}

/** Says which own writes caused the change. */
function Cause({ of }: { of: Schemas['CausedBy'] }) {
  const { to } = useProject()
  const operationIds = of.operationIds ?? [of.operationId]
  return (
    <p>
      Your own {operationIds.length === 1 ? 'write' : 'writes'}{' '}
      {operationIds.map((operationId, index) => (
        <span key={operationId}>
          {index > 0 && ', '}
          <Link to={to('operation', { operation: operationId })}>{operationId}</Link>
        </span>
      ))}{' '}
      {of.fields.length === 0
        ? 'deleted the record.'
        : `set ${of.fields.join(', ')}. ${otherFields[of.otherFields]}`}
    </p>
  )
}

interface ComparisonProps {
  of: Schemas['PreviousRecord']
  now: Schemas['ResultEntry']
}

function Comparison({ of: { previous, searchedMessages }, now }: ComparisonProps) {
  const { to } = useProject()
  if (!previous) {
    return (
      <p className="muted">
        {searchedMessages === 0
          ? 'No earlier messages of this object are stored.'
          : `The record is not in the ${formatCountWithNoun(searchedMessages, 'message')} before this one.`}
      </p>
    )
  }
  return (
    <div className="card stack" data-gap="small">
      <p className="badges">
        <Icon name="replay" />
        <span className="strong">Changes since the previous version</span>
        <Link to={to('deliveries', { event: previous.eventId })}>
          <Time at={previous.createTime} />
        </Link>
      </p>
      <Changes of={jsonChanges(previous.record, now)} />
    </div>
  )
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
