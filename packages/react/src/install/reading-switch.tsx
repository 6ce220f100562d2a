'use client'

import type { ReactNode } from 'react'
import { findReadObjectConfig, withReadObject } from '../config/local-config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { usePauseReading, useUpdateInstallation } from '../installation-mutations.ts'
import { useInstallation } from '../use-installation.ts'
import { useAllWords } from '../words/all-words.ts'
import { UiButton } from '../ui/button.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'

/** Stops and starts reading one object. Its configuration is kept. */
export function ReadingSwitch({ objectName }: { objectName: string }) {
  const { t } = useAllWords()
  const { installation } = useInstallation()
  const { updateInstallation, isPending, error } = useUpdateInstallation()
  const { setDraft } = useInstallationScope()

  const saved = findReadObjectConfig(installation?.config, objectName)
  if (!installation || !saved) return null
  const disabled = !saved.disabled

  const toggle = () =>
    void updateInstallation({
      config: withReadObject(installation.config, { ...saved, disabled }),
      onSuccess: () =>
        setDraft((current) => {
          const drafted = findReadObjectConfig(current ?? undefined, objectName)
          return current && drafted ? withReadObject(current, { ...drafted, disabled }) : current
        }),
    }).catch(() => {
      // Shown below, from the mutation's state.
    })

  return (
    <Act error={error} isBusy={isPending} onAct={toggle}>
      {t(saved.disabled ? 'start' : 'stop')}
    </Act>
  )
}

/**
 * Pauses and resumes reads of one object. Reads paused for a new sign-in or for the builder resume
 * automatically.
 */
export function PauseSwitch({ objectName }: { objectName: string }) {
  const { t } = useAllWords()
  const { installation } = useInstallation()
  const { pauseReading, resumeReading, isPending, error } = usePauseReading()

  const object = installation?.objects[objectName]
  if (!object || object.state === 'disabled') return null
  const isPaused = object.state === 'paused'
  if (isPaused && object.pausedFor !== 'request' && object.pausedFor !== 'failures') return null

  const toggle = () =>
    void (isPaused ? resumeReading : pauseReading)(objectName).catch(() => {
      // Shown below, from the mutation's state.
    })

  return (
    <Act error={error} isBusy={isPending} onAct={toggle}>
      {t(isPaused ? 'resume' : 'pause')}
    </Act>
  )
}

interface ActProps {
  error: Error | null
  isBusy: boolean
  onAct: () => void
  children: ReactNode
}

function Act({ error, isBusy, onAct, children }: ActProps) {
  const { t } = useAllWords()
  return (
    <>
      <UiButton tone="quiet" isBusy={isBusy} onClick={onAct}>
        {children}
      </UiButton>
      {error && <UiProblemMessage error={error} title={t('notSaved')} />}
    </>
  )
}
