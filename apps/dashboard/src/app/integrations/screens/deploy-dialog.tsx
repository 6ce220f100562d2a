import { useState, type ReactNode } from 'react'
import { ProblemError, type Query, type Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { ForeseenEffects } from './foreseen-effects.tsx'

interface DeployDialogProps {
  title: string
  /** What is deployed, as a sentence. */
  intro: ReactNode
  /** Label of the button that deploys. */
  doIt: string
  /** Heading above errors that prevent the deployment. */
  refusal: string
  /** What helps against these errors. */
  remedy: ReactNode
  /** Fetches what would change, and for whom. */
  rehearse: (isDestructive: boolean) => Query<Schemas['ManifestRehearsal']>
  deploy: (how: { destructive: boolean; force: boolean }) => Promise<unknown>
  /** Returns the objects that the definition no longer declares. */
  listDropped: (foreseen: Schemas['ManifestRehearsal'] | undefined) => string[]
  /** Whether findings are at lines that the person sees. */
  hasLines?: boolean
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Shows what a deployment would change for which customers before it runs. */
export function DeployDialog({
  title,
  intro,
  doIt,
  refusal,
  remedy,
  rehearse,
  deploy,
  listDropped,
  hasLines = false,
  onDone,
  onClose,
}: DeployDialogProps) {
  const [isDestructive, setIsDestructive] = useState(false)
  const rehearsal = useQuery(rehearse(isDestructive))
  const run = useAction(
    (force: boolean) =>
      deploy({ destructive: isDestructive, force }).catch((error: unknown) => {
        // A requirement may have been removed since the dialog was opened.
        rehearsal.refresh()
        throw error
      }),
    async () => {
      await onDone()
      onClose()
    },
  )
  const dropped = listDropped(rehearsal.data)
  const isBreaking =
    run.error instanceof ProblemError && run.error.kind === 'deploy-breaks-installations'
  // The server would reject it as well.
  const isRefused = rehearsal.data?.findings.some(({ severity }) => severity === 'error') ?? false

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {run.error && !isRefused && <ProblemMessage error={run.error} />}
        <p>{intro} Nothing has changed yet.</p>
        <div aria-live="polite">
          <Loaded result={rehearsal}>
            {(foreseen) => (
              <ForeseenEffects
                of={foreseen}
                hasLines={hasLines}
                {...(isRefused && { refused: { refusal, remedy } })}
              />
            )}
          </Loaded>
        </div>
        {(dropped.length > 0 || isDestructive) && (
          <label className="choice">
            <input
              type="checkbox"
              checked={isDestructive}
              onChange={(event) => setIsDestructive(event.target.checked)}
            />
            <span>
              Pause reads of {names.format(dropped)}
              <span className="sub">
                Not part of this definition. Unless paused, reads continue as before.
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
              isBusy={run.isRunning}
              disabled={!rehearsal.data}
              onClick={() => void run.run(isBreaking)}
            >
              {isBreaking ? `${doIt} anyway` : doIt}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const names = new Intl.ListFormat('en')
