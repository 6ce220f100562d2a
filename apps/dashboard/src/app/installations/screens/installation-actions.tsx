import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { SignInLink } from '../../connections/sign-in-link.tsx'
import { useProject } from '../../context.tsx'
import { navigate } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { RemoveButton } from '../../ui/form/remove-button.tsx'
import { nameOfAccount } from '../name-of-account.ts'
import { ChangeConfiguration } from './change-configuration.tsx'
import { PauseButton } from './pause.tsx'
import { ReadNow } from './read-now.tsx'
import { RenameAccount } from './rename-account.tsx'

interface InstallationActionsProps {
  installation: Schemas['Installation']
  /** Whether the notice of the page already offers a sign-in link. */
  isLinkOffered: boolean
}

/** Buttons with actions on an installation. */
export function InstallationActions({ installation, isLinkOffered }: InstallationActionsProps) {
  const { queries, actions, store, to } = useProject()
  const [open, setOpen] = useState<'read' | 'pause' | 'configure' | 'rename'>()
  const { integrationId, id, connection } = installation
  const refresh = () => store.invalidate(queries.installation(integrationId, id).key)
  const { data: integration } = useQuery(queries.integration(integrationId))
  // The default account, too, needs a name beside others.
  const isOneOfSeveral = integration?.latestRevision.content.multiple
  const resume = useAction(() => actions.resumeReads(integrationId, id), refresh)
  const close = () => setOpen(undefined)

  const objects = Object.values(installation.objects)
  const isPaused = objects.some(
    ({ pausedFor }) => pausedFor === 'request' || pausedFor === 'failures',
  )
  const isRead = objects.some(({ state }) => state === 'active' || state === 'retrying')

  return (
    <>
      {isRead && <Button onClick={() => setOpen('read')}>Read now</Button>}
      {isPaused && (
        <Button changes isBusy={resume.isRunning} onClick={() => void resume.run()}>
          Resume
        </Button>
      )}
      {isRead && (
        <Button changes onClick={() => setOpen('pause')}>
          Pause
        </Button>
      )}
      <Button changes onClick={() => setOpen('configure')}>
        Change configuration
      </Button>
      {(nameOfAccount(installation) ?? isOneOfSeveral) && (
        <Button changes onClick={() => setOpen('rename')}>
          Rename account
        </Button>
      )}
      {!isLinkOffered && <SignInLink connection={connection} />}
      <RemoveButton
        title="Uninstall for this customer?"
        doIt="Uninstall"
        act={async () => {
          await actions.uninstall(integrationId, id)
          await store.invalidate(queries.installations().key)
          navigate(to('installations'))
        }}
      >
        Reads and writes stop for this customer. Their connection is deleted unless another
        integration uses it.
      </RemoveButton>
      {resume.error && <ProblemMessage error={resume.error} />}
      {open === 'read' && <ReadNow installation={installation} onClose={close} />}
      {open === 'pause' && (
        <PauseButton
          what="all reads"
          act={(note) => actions.pauseReads(integrationId, id, { note })}
          onDone={refresh}
          onClose={close}
        />
      )}
      {open === 'rename' && (
        <RenameAccount installation={installation} onDone={refresh} onClose={close} />
      )}
      {open === 'configure' && <ChangeConfiguration installation={installation} onClose={close} />}
    </>
  )
}
