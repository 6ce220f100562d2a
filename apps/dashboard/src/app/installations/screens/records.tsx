import { useState } from 'react'
import { ProblemError, type Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { SupportAccessOff } from '../../notifications/support-access.tsx'
import { Button } from '../../ui/button.tsx'
import { JsonTree } from '../../ui/code/json-tree.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Select } from '../../ui/form/field.tsx'
import { formatCount, formatCountWithNoun } from '../../ui/format.ts'
import { Empty } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'

type Installation = Schemas['Installation']
type Kept = NonNullable<Schemas['InstallationObject']['kept']>

/** Shows what is kept of the records of an object, and the records on request. */
export function RecordsTab({ installation }: { installation: Installation }) {
  const kept = Object.entries(installation.objects).flatMap(([name, object]) =>
    object.kept ? [{ name, kept: object.kept }] : [],
  )
  const [chosen, setChosen] = useState<string>()
  const shown = kept.find(({ name }) => name === chosen) ?? kept[0]
  if (!shown) {
    return (
      <Empty title="No records are kept">
        Set <code>keepRecords: true</code> for an object in <code>platform.yaml</code> to list its
        current records here and by API, from the next delivery. A read without a start time lists
        existing records.
      </Empty>
    )
  }
  return (
    <Section
      title="Current records"
      aside={
        kept.length > 1 && (
          <Select label="Object" value={shown.name} onChange={setChosen}>
            {kept.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )
      }
    >
      <Summary name={shown.name} kept={shown.kept} />
      <Viewer key={shown.name} installation={installation} objectName={shown.name} />
    </Section>
  )
}

const gaps: Record<Schemas['KeptRecordsGap']['reason'], string> = {
  limit:
    'The project keeps as much as it may, so new records are not listed. Ask the operator to raise PLATFORM_LIMIT_KEPT_BYTES, then read all records again.',
  olderVersion:
    'A server of an older version delivers or delivered records without keeping them. Read all records again once every server is upgraded.',
  unstorableId: 'Records whose IDs are longer than 500 characters or unreadable are not listed.',
}

function Summary({ name, kept }: { name: string; kept: Kept }) {
  const { incomplete } = kept
  return (
    <>
      {incomplete && (
        <div className="notice" data-tone="warning">
          <div className="notice-text">
            <p className="strong">
              The list is incomplete since <Time at={incomplete.since} />
            </p>
            <p>{gaps[incomplete.reason]}</p>
          </div>
        </div>
      )}
      <Facts
        of={{
          Object: <code>{name}</code>,
          Records: formatCount(kept.records),
          Size: `${(kept.bytes / 1_000_000).toFixed(1)} MB`,
          'Kept since': <Time at={kept.since} />,
          'Last complete read': <Time at={kept.completeSince} otherwise="Not yet" />,
        }}
      />
    </>
  )
}

interface ViewerProps {
  installation: Installation
  objectName: string
}

/** Lists records on request, because each view is recorded in the audit log. */
function Viewer({ installation, objectName }: ViewerProps) {
  const { actions } = useProject()
  const { integrationId, id: installationId, group } = installation
  const [includeDeleted, setIncludeDeleted] = useState(false)
  const [records, setRecords] = useState<Schemas['CurrentRecord'][]>()
  const [next, setNext] = useState<string>()
  const view = useAction(
    ({ pageToken }: { pageToken: string | undefined }) =>
      actions.listRecords(
        { integrationId, installationId, objectName },
        { includeDeleted, ...(pageToken !== undefined && { pageToken }) },
      ),
    ({ results, pagination }) => {
      setRecords((before = []) => [...before, ...results])
      setNext(pagination.nextPageToken)
    },
  )
  const isOff =
    installation.supportAccess === false ||
    (view.error instanceof ProblemError && view.error.kind === 'support-access-off')
  if (isOff) return <SupportAccessOff customer={group?.groupName ?? group?.groupRef} />

  const begin = () => {
    setRecords(undefined)
    void view.run({ pageToken: undefined })
  }
  return (
    <div className="stack">
      {!records && (
        <div className="card stack">
          <p className="muted">The audit log records each view.</p>
          <label className="choice">
            <input
              type="checkbox"
              checked={includeDeleted}
              onChange={(event) => setIncludeDeleted(event.target.checked)}
            />
            <span>Also deleted records of the last 30 days</span>
          </label>
          <div>
            <Button isBusy={view.isRunning} onClick={begin}>
              View records
            </Button>
          </div>
        </div>
      )}
      {view.error && <ProblemMessage error={view.error} />}
      {records && <RecordList records={records} />}
      {records && (
        <div className="badges">
          {next !== undefined && (
            <Button isBusy={view.isRunning} onClick={() => void view.run({ pageToken: next })}>
              Show more
            </Button>
          )}
          <output className="hint">
            {formatCountWithNoun(records.length, 'record')}, the earliest delivery first
          </output>
        </div>
      )}
    </div>
  )
}

function RecordList({ records }: { records: readonly Schemas['CurrentRecord'][] }) {
  const [position, setPosition] = useState(0)
  const record = records[position]
  if (!record) return <Empty title="No records are listed" />
  return (
    <div className="records">
      <ul className="record-list" aria-label="Records">
        {records.map(({ id, updateTime }, index) => (
          <li key={`${id} ${updateTime}`}>
            <button
              type="button"
              className="record-choice"
              aria-current={index === position ? 'true' : undefined}
              onClick={() => setPosition(index)}
            >
              {id}
            </button>
          </li>
        ))}
      </ul>
      <div className="stack">
        <h3>{record.id}</h3>
        <p className="muted">
          {record.deleted ? 'Deletion' : 'Last version'} delivered <Time at={record.updateTime} />
        </p>
        {record.record ? (
          <JsonTree label="Record" value={record.record} />
        ) : (
          <Empty title="No content">
            {record.deleted
              ? 'The record was deleted.'
              : 'The record is too large, or its last change was delivered without fields.'}
          </Empty>
        )}
      </div>
    </div>
  )
}
