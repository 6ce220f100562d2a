import { useState } from 'react'
import { describeAppliedFilter, warnOfCalculatedFields, type Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { HealthCell } from '../../ui/health.tsx'
import { Table } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'
import { formatTimeInZone } from '../../ui/format.ts'
import { byWhom } from '../by-whom.ts'
import { PauseButton } from './pause.tsx'

type InstallationObject = Schemas['InstallationObject']

/** Lists objects with their health, and pauses or resumes their reads. */
export function ObjectsSection({ installation }: { installation: Schemas['Installation'] }) {
  const { queries, actions, store } = useProject()
  const { integrationId, id } = installation
  const [pausing, setPausing] = useState<string>()
  const refresh = () => store.invalidate(queries.installation(integrationId, id).key)
  const resume = useAction(
    (object: string) => actions.resumeReads(integrationId, id, object),
    refresh,
  )

  const rows = Object.entries(installation.objects).map(([name, object]) => ({ ...object, name }))
  if (rows.length === 0) {
    return (
      <Empty title="No objects are read">This installation only writes or uses the proxy.</Empty>
    )
  }
  return (
    <>
      {resume.error && <ProblemMessage error={resume.error} />}
      <div className="list">
        <Table
          caption="Objects"
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Object', render: ({ name }) => <code>{name}</code> },
            { title: 'State', render: (row) => <State of={row} /> },
            {
              title: 'Last run',
              render: ({ lastRunTime }) => <Time at={lastRunTime} otherwise="Not yet" />,
            },
            {
              title: 'Next run',
              render: ({ nextRunTime, timezone }) => (
                <>
                  <Time at={nextRunTime} />
                  {nextRunTime && timezone && (
                    <span className="muted">
                      {` (${formatTimeInZone(new Date(nextRunTime), timezone)})`}
                    </span>
                  )}
                </>
              ),
            },
            { title: 'Read up to', render: ({ watermark }) => <Time at={watermark} /> },
            {
              title: 'Actions',
              align: 'end',
              render: ({ name, ...object }) => {
                if (mayPause(object)) {
                  return (
                    <Button changes aria-label={`Pause ${name}`} onClick={() => setPausing(name)}>
                      Pause
                    </Button>
                  )
                }
                return mayResume(object) ? (
                  <Button
                    changes
                    aria-label={`Resume ${name}`}
                    isBusy={resume.isRunning}
                    onClick={() => void resume.run(name)}
                  >
                    Resume
                  </Button>
                ) : null
              },
            },
          ]}
        />
      </div>
      {rows.map(({ name, calculatedFields }) => {
        const warning = warnOfCalculatedFields(calculatedFields)
        return (
          warning && (
            <div className="notice" data-tone="warning" key={name}>
              <div className="notice-text">
                <p>
                  <code>{name}</code>: {warning}
                </p>
              </div>
            </div>
          )
        )
      })}
      <ReloadFields installation={installation} onDone={refresh} />
      {pausing && (
        <PauseButton
          what={pausing}
          act={(note) => actions.pauseReads(integrationId, id, { object: pausing, note })}
          onDone={refresh}
          onClose={() => setPausing(undefined)}
        />
      )}
    </>
  )
}

/** Reloads the account's fields, which also detects lost or restored access. */
function ReloadFields({
  installation,
  onDone,
}: {
  installation: Schemas['Installation']
  onDone: () => Promise<void>
}) {
  const { actions } = useProject()
  const [failures, setFailures] = useState<string[]>()
  const reload = useAction(
    () => actions.reloadFields(installation),
    async (undescribed) => {
      setFailures(undescribed)
      await onDone()
    },
  )
  const outcome = reload.error ? undefined : failures
  return (
    <>
      <div className="badges">
        <Button isBusy={reload.isRunning} onClick={() => void reload.run()}>
          Reload fields
        </Button>
        <output className="hint">
          {outcome && !reload.isRunning && (outcome.join(' ') || 'Fields reloaded.')}
        </output>
      </div>
      {reload.error && <ProblemMessage error={reload.error} />}
    </>
  )
}

const mayPause = ({ state }: InstallationObject) => state === 'active' || state === 'retrying'

/**
 * End users must resume what they paused themselves; objects without a read or destination need
 * those first.
 */
const mayResume = ({ state, pausedFor }: InstallationObject) =>
  state === 'paused' && pausedFor !== 'removed' && pausedFor !== 'destination'

/** A worse reason why it is not read is shown before the note of who paused it. */
function State({
  of: { state, health, pausedBy, pausedReason, lastRunTime, snapshot, kept, filter },
}: {
  of: InstallationObject
}) {
  const held = snapshot?.heldDeletions ?? kept?.heldDeletions
  const note = pausedReason === health.reason ? undefined : pausedReason
  if (state === 'disabled') return <Badge>Stopped</Badge>
  const filtered = filter && <span className="sub">{describeAppliedFilter(filter)}</span>
  if (health.state === 'healthy' && !lastRunTime) {
    return (
      <>
        <Badge>Not read yet</Badge>
        {filtered}
      </>
    )
  }
  return (
    <>
      <HealthCell of={health} />
      {filtered}
      {pausedBy && (
        <span className="sub">
          Paused {byWhom(pausedBy)}
          {note && `: ${note}`}
        </span>
      )}
      {held !== undefined && (
        <span className="sub">
          Deletions held until another complete read confirms them: {held}
        </span>
      )}
      {health.retryTime && (
        <span className="sub">
          Next attempt <Time at={health.retryTime} />
        </span>
      )}
    </>
  )
}
