import { useState } from 'react'
import { ProblemError, type Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'

interface RollBackProps {
  integration: Schemas['Integration']
  revision: Schemas['Revision']
  onClose: () => void
}

/** Shows what a rollback would change for which customers before it runs. */
export function RollBack({ integration, revision, onClose }: RollBackProps) {
  const { actions, queries, store } = useProject()
  const [isDestructive, setIsDestructive] = useState(false)
  const rehearsal = useQuery(queries.rehearsal(revision, isDestructive))
  const rollBack = useAction(
    (force: boolean) =>
      actions
        .rollBack(integration.id, revision.id, { destructive: isDestructive, force })
        .catch((error: unknown) => {
          // A requirement may have been removed since the dialog was opened.
          rehearsal.refresh()
          throw error
        }),
    async () => {
      await Promise.all([
        store.invalidate(queries.integration(integration.name).key),
        store.invalidate(queries.integration(integration.id).key),
        store.invalidate(queries.revisions(integration.id).key),
      ])
      onClose()
    },
  )
  const dropped = listObjectNames(integration.latestRevision).filter(
    (name) => !listObjectNames(revision).includes(name),
  )
  const isBreaking =
    rollBack.error instanceof ProblemError && rollBack.error.kind === 'deploy-breaks-installations'
  // The server would reject it as well.
  const isRefused = rehearsal.data?.findings.some(({ severity }) => severity === 'error') ?? false

  return (
    <Dialog title="Roll back to this revision?" onClose={onClose}>
      <div className="stack">
        {rollBack.error && !isRefused && <ProblemMessage error={rollBack.error} />}
        <p>Deploys this definition again as a new revision. Nothing has changed yet.</p>
        <div aria-live="polite">
          <Loaded result={rehearsal}>
            {(foreseen) => <Rehearsal of={foreseen} isRefused={isRefused} />}
          </Loaded>
        </div>
        {dropped.length > 0 && (
          <label className="choice">
            <input
              type="checkbox"
              checked={isDestructive}
              onChange={(event) => setIsDestructive(event.target.checked)}
            />
            <span>
              Pause reads of {names.format(dropped)}
              <span className="sub">
                Not part of this revision. Unless paused, reads continue as before.
              </span>
            </span>
          </label>
        )}
        <div className="row" data-align="end">
          <Button onClick={onClose}>Cancel</Button>
          {isRefused ? (
            <Button tone="primary" isBusy={rehearsal.isFetching} onClick={rehearsal.refresh}>
              Check again
            </Button>
          ) : (
            <Button
              tone="primary"
              isBusy={rollBack.isRunning}
              onClick={() => void rollBack.run(isBreaking)}
            >
              {isBreaking ? 'Roll back anyway' : 'Roll back'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const names = new Intl.ListFormat('en')

const listObjectNames = ({ content }: Schemas['Revision']) =>
  content.read?.objects?.map(({ objectName }) => objectName) ?? []

interface RehearsalProps {
  of: Schemas['ManifestRehearsal']
  isRefused: boolean
}

function Rehearsal({ of: { findings, integrations }, isRefused }: RehearsalProps) {
  const effects = integrations.flatMap((one) => one.effects)
  const [wrong, other] = [true, false].map((isError) =>
    findings.filter(({ severity }) => (severity === 'error') === isError),
  )
  return (
    <div className="stack">
      {isRefused && (
        <div className="notice" data-tone="bad">
          <div className="notice-text">
            <p className="strong">This revision can no longer be deployed to the project</p>
            <Findings of={wrong} />
            <p>
              Fix these errors and check again, or deploy a corrected <code>platform.yaml</code>.
            </p>
          </div>
        </div>
      )}
      <Findings of={other} />
      {!isRefused && (
        <ul className="causes">
          {effects.map(({ objectName, effect, installations, groupRefs }) => (
            <li key={`${objectName} ${effect}`}>
              <code>{objectName}</code> {effect} ({installations}{' '}
              {installations === 1 ? 'installation' : 'installations'}
              {groupRefs.length > 0 && `: ${groupRefs.slice(0, 5).join(', ')}`}
              {groupRefs.length > 5 && ' and others'})
            </li>
          ))}
          {effects.length === 0 && <li>No installations are affected.</li>}
        </ul>
      )}
    </div>
  )
}

const Findings = ({ of = [] }: { of: Schemas['ManifestFinding'][] | undefined }) =>
  of.length > 0 && (
    <ul className="causes">
      {of.map(({ path, rule, message, suggestion }) => (
        <li key={`${path} ${rule}`}>
          {message} {suggestion}
        </li>
      ))}
    </ul>
  )
