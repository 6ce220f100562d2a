import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'

interface RollBackProps {
  integration: Schemas['Integration']
  revision: Schemas['Revision']
  onClose: () => void
}

/** Tells first what going back would change for whom, against what is installed now. */
export function RollBack({ integration, revision, onClose }: RollBackProps) {
  const { actions, queries, store } = useProject()
  const [rehearsal, setRehearsal] = useState<Schemas['ManifestRehearsal']>()
  const rehearse = useAction(() => actions.rehearse(revision), setRehearsal)
  const rollBack = useAction(
    () => actions.rollBack(integration.id, revision.id),
    async () => {
      await Promise.all([
        store.invalidate(queries.integration(integration.name).key),
        store.invalidate(queries.integration(integration.id).key),
        store.invalidate(queries.revisions(integration.id).key),
      ])
      onClose()
    },
  )
  const error = rehearse.error ?? rollBack.error

  return (
    <Dialog title="Roll back to this revision?" onClose={onClose}>
      <div className="stack">
        {error && <ProblemMessage error={error} />}
        <p>What it says is deployed again, as a new revision. A dry run changes nothing.</p>
        <div aria-live="polite">{rehearsal && <Rehearsal of={rehearsal} />}</div>
        <div className="row" data-align="end">
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={rehearse.isRunning} onClick={() => void rehearse.run()}>
            Dry run
          </Button>
          <Button tone="primary" isBusy={rollBack.isRunning} onClick={() => void rollBack.run()}>
            Roll back
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Rehearsal({ of: { findings, integrations } }: { of: Schemas['ManifestRehearsal'] }) {
  const effects = integrations.flatMap((one) => one.effects)
  return (
    <ul className="causes">
      {findings.map((finding) => (
        <li key={`${finding.path} ${finding.rule}`}>
          {finding.severity}: {finding.message}
        </li>
      ))}
      {effects.map(({ objectName, effect, installations, groupRefs }) => (
        <li key={`${objectName} ${effect}`}>
          <code>{objectName}</code>: {effect} ({installations}{' '}
          {installations === 1 ? 'installation' : 'installations'}
          {groupRefs.length > 0 && `: ${groupRefs.slice(0, 5).join(', ')}`})
        </li>
      ))}
      {findings.length === 0 && effects.length === 0 && (
        <li>No installation would notice anything.</li>
      )}
    </ul>
  )
}
