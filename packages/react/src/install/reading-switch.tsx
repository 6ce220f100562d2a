'use client'

import { readObjectOf, withReadObject } from '../local-config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { useUpdateInstallation } from '../installation-mutations.ts'
import { useInstallation } from '../use-installation.ts'
import { useWords } from '../use-words.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'

/** Stops and resumes reading one object; what is chosen for it stays. */
export function ReadingSwitch({ objectName }: { objectName: string }) {
  const { say } = useWords()
  const { installation } = useInstallation()
  const { updateInstallation, isPending, error } = useUpdateInstallation()
  const { setDraft } = useInstallationScope()
  const saved = readObjectOf(installation?.config, objectName)
  if (!installation || !saved) return null

  const disabled = !saved.disabled
  const toggle = () =>
    void updateInstallation({
      config: withReadObject(installation.config, { ...saved, disabled }),
      onSuccess: () =>
        setDraft((current) => {
          const drafted = readObjectOf(current ?? undefined, objectName)
          return current && drafted ? withReadObject(current, { ...drafted, disabled }) : current
        }),
    }).catch(() => {
      // Shown below, from the mutation's state.
    })

  return (
    <>
      <Button tone="quiet" isBusy={isPending} onClick={toggle}>
        {say(saved.disabled ? 'resume' : 'stop')}
      </Button>
      {error && <ProblemMessage error={error} title={say('notSaved')} />}
    </>
  )
}
