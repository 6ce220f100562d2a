'use client'

import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { InstallationConfig, UiInstallation } from '../config/config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import {
  checkReadObject,
  isComplete,
  newReadObject,
  noOpenValues,
  openValuesKey,
  findReadObjectConfig,
  readyToSave,
  withReadObject,
  withWriteObjects,
} from '../config/local-config.ts'
import { toLabel } from '../words/label.ts'
import type { ManifestObject } from '../config/manifest.ts'
import { useInstallation, useIntegration } from '../use-installation.ts'
import { newConfig, useLocalConfig, type LocalConfig } from '../config/use-local-config.ts'
import { useManifest, type ManifestWriteObject } from '../config/use-manifest.ts'
import { useAllWords } from '../words/all-words.ts'
import { UiButton } from '../ui/button.tsx'
import { UiIcon } from '../ui/icons.tsx'
import { UiLoading, StepHeading } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { useAnnounce, useGoToHeading } from '../ui/root.tsx'
import { Activity, hasActivity } from './activity.tsx'
import { FieldsBanner } from './fields/fields-banner.tsx'
import { InstallAtOnce } from './install-at-once.tsx'
import { LazySettings } from './lazy-settings.tsx'
import { ObjectChoices } from './object-choices.tsx'
import { ObjectFields } from './fields/object-fields.tsx'
import { focusFirstErrorIn } from './object-form.tsx'
import { findRejectedFields } from './fields/refused-fields.ts'
import { useSave } from './use-save.ts'

export interface WizardProps {
  title: string
  providerName: string
  onInstalled: (installation: UiInstallation) => void
  /** Called when the user wants to change the installation. */
  onEdit: () => void
}

type Step =
  | { at: 'objects' }
  | { at: 'object'; objectName: string }
  | { at: 'review' }
  | { at: 'done' }

/** Installs in steps: objects, fields, review, then a single create. Nothing is saved before. */
export default function Wizard({ title, providerName, onInstalled, onEdit }: WizardProps) {
  const { t } = useAllWords()
  const goToHeading = useGoToHeading()
  const { integration } = useIntegration()
  const { draft, setDraft } = useInstallationScope()
  const { readObjects, writeObjects, isPending: isLoading } = useManifest()
  const local = useLocalConfig()
  const [step, setStep] = useState<Step>({ at: 'objects' })
  const go = (to: Step) => {
    setStep(to)
    goToHeading()
  }
  const { save, error, isPending } = useSave({
    onSaved: (installation) => {
      setDraft(null)
      onInstalled(installation)
      go({ at: 'done' })
    },
    onError: goToHeading,
  })

  const nameOfObject = (objectName: string) =>
    [...readObjects, ...writeObjects].find((object) => object.objectName === objectName)
      ?.displayName ?? toLabel(objectName)

  const isNew = !isLoading && draft === null && step.at === 'objects'
  useEffect(() => {
    if (isNew) setDraft(suggestConfig(newConfig(integration), readObjects))
  })

  if (isLoading || isNew) return <UiLoading label={t('askingFields', { provider: providerName })} />
  if (step.at === 'done') {
    return <Done {...{ title, providerName, nameOfObject, onEdit }} />
  }
  if (readObjects.length + writeObjects.length === 0) {
    return (
      <InstallAtOnce
        providerName={providerName}
        onInstalled={(installation) => {
          onInstalled(installation)
          go({ at: 'done' })
        }}
      />
    )
  }

  const chosen = readObjects.filter(({ objectName }) =>
    findReadObjectConfig(local.draft, objectName),
  )
  const steps: Step[] = [
    { at: 'objects' },
    ...chosen.map(({ objectName }): Step => ({ at: 'object', objectName })),
    { at: 'review' },
  ]
  const index = steps.findIndex((candidate) => isSameStep(candidate, step))
  const back = () => go(steps[index - 1] ?? { at: 'objects' })
  const next = () => go(steps[index + 1] ?? { at: 'review' })
  const objectOfStep =
    step.at === 'object'
      ? readObjects.find(({ objectName }) => objectName === step.objectName)
      : undefined
  const findRejectedFieldsIn = (object: ManifestObject) =>
    findRejectedFields(error, object.objectName, fieldNamesIn(local.draft, object))

  return (
    <div className="plat-stack" data-plat-part="wizard" data-step={step.at}>
      <FieldsBanner providerName={providerName} />
      <p className="plat-steps plat-hint">
        {t('step', { step: index + 1, total: steps.length })}
        <progress
          max={steps.length}
          value={index + 1}
          aria-label={t('step', { step: index + 1, total: steps.length })}
        />
      </p>
      {step.at === 'objects' && (
        <ChooseObjects
          {...{ readObjects, writeObjects, title, providerName, nameOfObject }}
          onNext={next}
        />
      )}
      {objectOfStep && (
        <ObjectStep
          key={objectOfStep.objectName}
          object={objectOfStep}
          providerName={providerName}
          refused={findRejectedFieldsIn(objectOfStep)}
          onBack={back}
          onNext={next}
        />
      )}
      {step.at === 'review' && (
        <Review
          {...{ chosen, providerName, error, isPending }}
          written={writeObjects.filter(({ objectName }) =>
            local.writeObjects.objectNames.includes(objectName),
          )}
          refusedIn={(object) => Object.keys(findRejectedFieldsIn(object)).length > 0}
          onEdit={(objectName) => go(objectName ? { at: 'object', objectName } : { at: 'objects' })}
          onBack={back}
          onInstall={() =>
            save(
              buildConfig(newConfig(integration), {
                ...{ local, chosen, canWrite: writeObjects.length > 0 },
              }),
            )
          }
        />
      )}
    </div>
  )
}

/** Returns the configuration to save: what was chosen, on top of an empty one. */
function buildConfig(
  base: InstallationConfig,
  { local, chosen, canWrite }: { local: LocalConfig; chosen: ManifestObject[]; canWrite: boolean },
): InstallationConfig {
  const { proxy, tools, subscribe } = local.draft
  const changes = (subscribe?.objects ?? []).filter((object) =>
    findReadObjectConfig(local.draft, object.objectName),
  )
  const withReads = chosen.reduce(
    (config, object) =>
      withReadObject(config, readyToSave(local.readObject(object.objectName).object, object)),
    base,
  )
  return {
    ...withReads,
    ...(proxy && { proxy }),
    ...(tools && { tools }),
    ...(changes.length > 0 && { subscribe: { objects: changes } }),
    ...(canWrite && { write: { objects: local.writeObjects.objects } }),
  }
}

/** Selects what is read, but nothing that is written: write access is the user's decision. */
const suggestConfig = (
  config: InstallationConfig,
  readObjects: ManifestObject[],
): InstallationConfig =>
  withWriteObjects(
    readObjects
      .filter((object) => !object.error)
      .reduce((all, object) => withReadObject(all, newReadObject(object)), config),
    [],
  )

const isSameStep = (a: Step, b: Step) =>
  a.at === b.at && (a.at !== 'object' || (b.at === 'object' && a.objectName === b.objectName))

const fieldNamesIn = (config: InstallationConfig, object: ManifestObject) => [
  ...[...object.requiredFields, ...object.optionalFields].map(({ fieldName }) => fieldName),
  ...Object.values(findReadObjectConfig(config, object.objectName)?.selectedFieldMappings ?? {}),
]

interface ChooseObjectsProps {
  readObjects: ManifestObject[]
  writeObjects: ManifestWriteObject[]
  title: string
  providerName: string
  nameOfObject: (objectName: string) => string
  onNext: () => void
}

function ChooseObjects(props: ChooseObjectsProps) {
  const { readObjects, writeObjects, title, providerName, nameOfObject, onNext } = props
  const { t } = useAllWords()
  const announce = useAnnounce()
  const local = useLocalConfig()
  const [isEmpty, setIsEmpty] = useState(false)
  const chosen = readObjects
    .map(({ objectName }) => objectName)
    .filter((objectName) => findReadObjectConfig(local.draft, objectName))
  const written = writeObjects.length ? local.writeObjects.objectNames : []

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length + written.length > 0) return onNext()
    setIsEmpty(true)
    announce(t('chooseOne'))
  }
  const choose = (names: string[]) => {
    setIsEmpty(false)
    for (const { objectName } of readObjects) {
      if (names.includes(objectName) !== chosen.includes(objectName)) {
        local.readObject(objectName).setIncluded(names.includes(objectName))
      }
    }
  }

  return (
    <form className="plat-stack" onSubmit={submit}>
      <StepHeading>{t('wizardObjects')}</StepHeading>
      {readObjects.length > 0 && (
        <ObjectChoices
          legend={t('readThese', { provider: providerName })}
          objects={readObjects}
          chosen={chosen}
          onChange={choose}
        />
      )}
      {writeObjects.length > 0 && (
        <ObjectChoices
          legend={t('writeThese', { provider: providerName })}
          objects={writeObjects}
          chosen={written}
          onChange={(names) => {
            setIsEmpty(false)
            local.writeObjects.set(names)
          }}
        />
      )}
      <LazySettings of="wizard" {...{ objects: writeObjects, title, providerName, nameOfObject }} />
      {isEmpty && <p className="plat-field-error">{t('chooseOne')}</p>}
      <div className="plat-actions">
        <UiButton tone="primary" type="submit">
          {t('next')}
        </UiButton>
      </div>
    </form>
  )
}

interface ObjectStepProps {
  object: ManifestObject
  providerName: string
  refused: Record<string, string>
  onBack: () => void
  onNext: () => void
}

function ObjectStep({ object, providerName, refused, onBack, onNext }: ObjectStepProps) {
  const { t } = useAllWords()
  const announce = useAnnounce()
  const [isChecked, setIsChecked] = useState(false)
  const [confirmed, setConfirmed] = useState(noOpenValues)
  const form = useRef<HTMLFormElement>(null)
  const draft = useLocalConfig().readObject(object.objectName)
  const check = checkReadObject(draft.object, object)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const isConfirmed = [confirmed, noOpenValues].includes(openValuesKey(check))
    setConfirmed(openValuesKey(check))
    if (isComplete(check) && isConfirmed) return onNext()
    announce(t('needAttention'))
    focusFirstErrorIn(form.current)
  }

  return (
    <form ref={form} className="plat-stack" onSubmit={submit} noValidate>
      <ObjectFields {...{ object, providerName, check, isChecked, refused }} />
      <div className="plat-actions">
        <UiButton tone="primary" type="submit">
          {t('next')}
        </UiButton>
        <UiButton tone="quiet" onClick={onBack}>
          {t('back')}
        </UiButton>
      </div>
    </form>
  )
}

interface ReviewProps {
  chosen: ManifestObject[]
  written: ManifestWriteObject[]
  providerName: string
  error: Error | null
  isPending: boolean
  /** Reports whether the provider rejected a field of the object. */
  refusedIn: (object: ManifestObject) => boolean
  onEdit: (objectName?: string) => void
  onBack: () => void
  onInstall: () => void
}

function Review(props: ReviewProps) {
  const { chosen, written, providerName, error, isPending, refusedIn } = props
  const { onEdit, onBack, onInstall } = props
  const { t, list, clauses, locale } = useAllWords()
  const local = useLocalConfig()
  const listNames = (objects: { displayName: string }[]) =>
    list(objects.map(({ displayName }) => displayName))
  const [reads, writes] = [listNames(chosen), listNames(written)]
  const describeClause = (objects: string, clause: string, isFirst: boolean) => {
    if (!objects) return []
    // In some languages the object comes first, whose name keeps its letters.
    const isPhrase = isFirst || clause.startsWith(objects)
    return [isPhrase ? clause : clause.charAt(0).toLocaleLowerCase(locale) + clause.slice(1)]
  }
  const listFieldNames = (object: ManifestObject) => {
    const {
      selectedFields = {},
      selectedFieldMappings = {},
      selectedFieldsAuto,
    } = local.readObject(object.objectName).object
    if (selectedFieldsAuto === 'all')
      return object.requiredFields.length + object.optionalFields.length
    return (
      object.requiredFields.length +
      Object.values(selectedFields).filter(Boolean).length +
      Object.values(selectedFieldMappings).length
    )
  }

  return (
    <div className="plat-stack">
      <StepHeading>{t('review')}</StepHeading>
      <p data-plat-part="review-text">
        {clauses([
          ...describeClause(reads, t('reads', { object: reads }), true),
          ...describeClause(writes, t('writes', { object: writes }), !reads),
        ])}
      </p>
      <ul className="plat-activity" data-plat-part="review">
        {chosen.map((object) => (
          <li key={object.objectName} data-state={refusedIn(object) ? 'invalid' : undefined}>
            <div>
              <span className="plat-strong">{object.displayName}</span>
              <p className={refusedIn(object) ? 'plat-field-error' : 'plat-muted'}>
                {refusedIn(object)
                  ? t('refusedFields', { provider: providerName })
                  : t('fieldsShared', { count: listFieldNames(object) })}
              </p>
            </div>
            <UiButton
              tone="quiet"
              aria-label={`${t('edit')} ${object.displayName}`}
              onClick={() => onEdit(object.objectName)}
            >
              {t('edit')}
            </UiButton>
          </li>
        ))}
        {written.length > 0 && (
          <li>
            <div>
              <span className="plat-strong">{t('writeThese', { provider: providerName })}</span>
              <p className="plat-muted">{writes}</p>
            </div>
            <UiButton
              tone="quiet"
              aria-label={`${t('edit')} ${t('write')}`}
              onClick={() => onEdit()}
            >
              {t('edit')}
            </UiButton>
          </li>
        )}
      </ul>
      {error && (
        <UiProblemMessage error={error} title={t('notInstalled')} providerName={providerName} />
      )}
      <div className="plat-actions">
        <UiButton tone="primary" isBusy={isPending} onClick={onInstall}>
          {t(isPending ? 'installing' : 'install')}
        </UiButton>
        {!isPending && (
          <UiButton tone="quiet" onClick={onBack}>
            {t('back')}
          </UiButton>
        )}
      </div>
    </div>
  )
}

interface DoneProps {
  title: string
  providerName: string
  nameOfObject: (objectName: string) => string
  onEdit: () => void
}

/** Shows what happens now: the progress of the first reads, and where to find it later. */
function Done({ title, providerName, nameOfObject, onEdit }: DoneProps) {
  const { t } = useAllWords()
  const { installation } = useInstallation()
  const { readObjects } = useManifest()
  const isReading = readObjects.some(
    ({ objectName, isReadBySchedule }) =>
      isReadBySchedule && findReadObjectConfig(installation?.config, objectName),
  )
  return (
    <div className="plat-stack" data-plat-part="done">
      <StepHeading>
        <UiIcon name="check" /> {t('installedNow', { title })}
      </StepHeading>
      {isReading && <p>{t('firstReadText', { provider: providerName, manage: t('manage') })}</p>}
      {installation && hasActivity(installation) && (
        <Activity {...{ installation, title, providerName, nameOfObject }} />
      )}
      <div className="plat-actions">
        <UiButton onClick={onEdit}>{t('edit')}</UiButton>
      </div>
    </div>
  )
}
