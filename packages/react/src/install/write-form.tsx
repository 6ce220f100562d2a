'use client'

import type { FormEvent } from 'react'
import type { InstallationConfig, UiInstallation } from '../config/config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { useInstallation, useIntegration } from '../use-installation.ts'
import { newConfig, useLocalConfig } from '../config/use-local-config.ts'
import type { ManifestWriteObject } from '../config/use-manifest.ts'
import { useAllWords } from '../words/all-words.ts'
import { StepHeading } from '../ui/layout.tsx'
import { LazySettings } from './lazy-settings.tsx'
import { ObjectChoices } from './object-choices.tsx'
import { SaveBar } from './save-bar.tsx'
import { useSave } from './use-save.ts'

interface WriteFormProps {
  objects: ManifestWriteObject[]
  title: string
  providerName: string
  onSaved: (installation: UiInstallation, wasInstalled: boolean) => void
}

/** Lets the user choose the objects with write access, and how they are written. */
export function WriteForm({ objects, title, providerName, onSaved }: WriteFormProps) {
  const { t } = useAllWords()
  const { installation } = useInstallation()
  const { integration } = useIntegration()
  const { setDraft } = useInstallationScope()
  const { writeObjects } = useLocalConfig()
  const { save, error, isPending } = useSave({
    onSaved: (saved, wasInstalled) => {
      setDraft((current) => current && { ...current, write: saved.config.write })
      onSaved(saved, wasInstalled)
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const saved: InstallationConfig = installation?.config ?? newConfig(integration)
    save({ ...saved, write: { objects: writeObjects.objects } })
  }

  return (
    <form className="plat-stack" onSubmit={submit} data-plat-part="write">
      <StepHeading>{t('write')}</StepHeading>
      <ObjectChoices
        legend={t('mayWrite', { title, provider: providerName })}
        objects={objects}
        chosen={writeObjects.objectNames}
        onChange={writeObjects.set}
      />
      <LazySettings of="writing" objects={objects} />
      <SaveBar
        addLabel={t('save')}
        providerName={providerName}
        isSaved={writeObjects.isSaved}
        isChanged={writeObjects.isChanged}
        isPending={isPending}
        error={error}
        onReset={writeObjects.reset}
      />
    </form>
  )
}
