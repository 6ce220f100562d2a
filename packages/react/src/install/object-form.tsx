'use client'

import { useRef, useState, type FormEvent } from 'react'
import type { InstallationConfig, UiInstallation } from '../config/config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import {
  checkReadObject,
  isComplete,
  noOpenValues,
  openValuesKey,
  findReadObjectConfig,
  readyToSave,
  withReadObject,
} from '../config/local-config.ts'
import type { ManifestObject } from '../config/manifest.ts'
import { useInstallation, useIntegration } from '../use-installation.ts'
import { newConfig, useLocalConfig } from '../config/use-local-config.ts'
import { useAllWords } from '../words/all-words.ts'
import { useAnnounce } from '../ui/root.tsx'
import { ObjectFields } from './fields/object-fields.tsx'
import { ReadingSwitch } from './reading-switch.tsx'
import { findRejectedFields } from './fields/refused-fields.ts'
import { SaveBar } from './save-bar.tsx'
import { useSave } from './use-save.ts'

export interface ObjectFormProps {
  object: ManifestObject
  providerName: string
  onSaved: (installation: UiInstallation, wasInstalled: boolean) => void
}

/** Configures and saves one object; saving the first one installs the integration. */
export function ObjectForm({ object, providerName, onSaved }: ObjectFormProps) {
  const { objectName } = object
  const { t } = useAllWords()
  const { installation } = useInstallation()
  const { integration } = useIntegration()
  const draft = useLocalConfig().readObject(objectName)
  const { setDraft } = useInstallationScope()
  const announce = useAnnounce()
  const check = checkReadObject(draft.object, object)
  // What a new revision requires of a saved object is asked for at once.
  const [isChecked, setIsChecked] = useState(draft.isSaved && check.missing.length > 0)
  const form = useRef<HTMLFormElement>(null)
  const focusFirstError = () => focusFirstErrorIn(form.current)
  const { save, error, isPending } = useSave({
    onSaved: (saved, wasInstalled) => {
      setIsChecked(false)
      const now = findReadObjectConfig(saved.config, objectName)
      setDraft((current) => (current && now ? withReadObject(current, now) : current))
      onSaved(saved, wasInstalled)
    },
    onError: focusFirstError,
  })

  // Saved unmapped values need no second confirmation.
  const [confirmed, setConfirmed] = useState(draft.isSaved ? openValuesKey(check) : noOpenValues)
  const chosen = Object.values(draft.object.selectedFieldMappings ?? {})
  const named = [...object.requiredFields, ...object.optionalFields]
  const refused = findRejectedFields(error, objectName, [
    ...named.map(({ fieldName }) => fieldName),
    ...chosen,
  ])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setIsChecked(true)
    const isConfirmed = [confirmed, noOpenValues].includes(openValuesKey(check))
    setConfirmed(openValuesKey(check))
    if (!isComplete(check) || !isConfirmed) {
      announce(t('needAttention'))
      focusFirstError()
      return
    }
    const saved: InstallationConfig = installation?.config ?? newConfig(integration)
    save(withReadObject(saved, readyToSave(draft.object, object)))
  }

  return (
    <form ref={form} className="plat-stack" onSubmit={submit} noValidate data-plat-part="object">
      <ObjectFields {...{ object, providerName, check, isChecked, refused }} />
      <SaveBar
        addLabel={t('add', { object: object.displayName })}
        providerName={providerName}
        isSaved={draft.isSaved}
        isChanged={draft.isChanged}
        isPending={isPending}
        error={error}
        onReset={draft.reset}
      >
        {draft.isSaved && <ReadingSwitch objectName={objectName} />}
      </SaveBar>
    </form>
  )
}

/** Moves focus to the first invalid input after rendering. */
export const focusFirstErrorIn = (form: HTMLElement | null) =>
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
