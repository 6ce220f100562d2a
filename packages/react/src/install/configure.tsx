'use client'

import { useEffect, useState } from 'react'
import { toLabel } from '../words/label.ts'
import { findReadObjectConfig } from '../config/local-config.ts'
import type { UiInstallation } from '../config/config.ts'
import { useInstallation } from '../use-installation.ts'
import { useLocalConfig } from '../config/use-local-config.ts'
import { useManifest } from '../config/use-manifest.ts'
import { useAllWords } from '../words/all-words.ts'
import { UiButton } from '../ui/button.tsx'
import { UiIcon } from '../ui/icons.tsx'
import { UiLoading, Notice } from '../ui/layout.tsx'
import { useGoToHeading } from '../ui/root.tsx'
import { Tabs, type Tab } from '../ui/tabs.tsx'
import { FieldsBanner } from './fields/fields-banner.tsx'
import { InstallAtOnce } from './install-at-once.tsx'
import { Manage } from './manage.tsx'
import { ObjectForm } from './object-form.tsx'
import { useHealthRefresh } from './use-health-refresh.ts'
import { WriteForm } from './write-form.tsx'

export interface ConfigureProps {
  title: string
  providerName: string
  onInstalled: (installation: UiInstallation) => void
  onUpdated: (installation: UiInstallation) => void
  onUninstalled: (installationId: string) => void
}

// Names with a leading space cannot collide with objects of a provider.
const [writeTab, manageTab] = [' write', ' manage']

/**
 * Shows a tab per object that is read, one for write access, and one to manage the installation.
 */
export default function Configure(props: ConfigureProps) {
  const { title, providerName, onInstalled, onUpdated, onUninstalled } = props
  const { t } = useAllWords()
  const goToHeading = useGoToHeading()
  const { installation } = useInstallation()
  const { readObjects, writeObjects, isPending, isFetching, refetch } = useManifest()
  const local = useLocalConfig()
  const [selected, setSelected] = useState<string>()
  const [justSaved, setJustSaved] = useState<string | null>(null)
  const hasChanges =
    readObjects.some((object) => isTouched(local.readObject(object.objectName))) ||
    isTouched(local.writeObjects)
  useGuardAgainstLeaving(hasChanges)
  useHealthRefresh(hasChanges)

  const hasChoices = readObjects.length + writeObjects.length > 0
  if (isPending && hasChoices) {
    return <UiLoading label={t('askingFields', { provider: providerName })} />
  }
  if (!hasChoices && !installation) {
    return <InstallAtOnce providerName={providerName} onInstalled={onInstalled} />
  }

  const tabs: Tab[] = [
    ...readObjects.map(({ objectName, displayName }) => ({
      id: objectName,
      label: displayName,
      state: isIncomplete(installation, objectName)
        ? ('incomplete' as const)
        : tabState(local.readObject(objectName)),
    })),
    ...(writeObjects.length
      ? [{ id: writeTab, label: t('write'), state: tabState(local.writeObjects) }]
      : []),
    ...(installation ? [{ id: manageTab, label: t('manage') }] : []),
  ]
  const current =
    tabs.find(({ id }) => id === selected) ??
    tabs.find(({ state }) => state === 'incomplete') ??
    tabs[0]
  const object = readObjects.find(({ objectName }) => objectName === current?.id)
  const nameOfObject = (objectName: string) =>
    readObjects.find((candidate) => candidate.objectName === objectName)?.displayName ??
    toLabel(objectName)

  const handleSaved = (now: UiInstallation, wasInstalled: boolean) => {
    if (wasInstalled) onUpdated(now)
    else onInstalled(now)

    const isSaved = (id: string) =>
      id === writeTab
        ? now.config.write !== undefined
        : findReadObjectConfig(now.config, id) !== undefined && !isIncomplete(now, id)
    const next = tabs.find(({ id }) => id !== manageTab && id !== current?.id && !isSaved(id))
    const wasNew = current?.state === 'open' || current?.state === 'incomplete'
    const name = current?.label ?? ''
    const state = object && now.objects[object.objectName]?.state
    const isRead = object?.isReadBySchedule && state !== 'paused' && state !== 'disabled'
    const done = t(isRead ? 'savedLast' : 'savedOnly', { object: name })
    setJustSaved(next && wasNew ? t('savedNext', { object: name }) : done)
    if (next && wasNew) setSelected(next.id)
    goToHeading()
  }
  const select = (id: string) => {
    setJustSaved(null)
    setSelected(id)
  }

  return (
    <div className="plat-stack" data-plat-part="configure">
      <FieldsBanner providerName={providerName} />
      {justSaved && (
        <Notice tone="good" icon="check">
          {justSaved}
        </Notice>
      )}
      <Tabs
        label={t('whatIsShared', { title })}
        tabs={tabs}
        selected={current?.id ?? ''}
        onSelect={select}
      >
        {object && (
          <ObjectForm
            key={object.objectName}
            object={object}
            providerName={providerName}
            onSaved={handleSaved}
          />
        )}
        {current?.id === writeTab && (
          <WriteForm {...{ title, providerName }} objects={writeObjects} onSaved={handleSaved} />
        )}
        {current?.id === manageTab && installation && (
          <Manage
            installation={installation}
            providerName={providerName}
            title={title}
            nameOfObject={nameOfObject}
            onUninstalled={onUninstalled}
          />
        )}
      </Tabs>
      {object && (
        <p className="plat-foot">
          <UiButton tone="quiet" isBusy={isFetching} onClick={refetch}>
            {t('reloadFields')}
          </UiButton>
          <span className="plat-muted plat-inline">
            <UiIcon name="lock" /> {t('onlyChosen')}
          </span>
        </p>
      )}
    </div>
  )
}

/** Reports whether a new revision requires mappings that the user has not chosen. */
const isIncomplete = (installation: UiInstallation | null | undefined, objectName: string) =>
  installation?.objects[objectName]?.missingMappings !== undefined

interface Standing {
  isSaved: boolean
  isChanged: boolean
}

const isTouched = ({ isSaved, isChanged }: Standing) => isSaved && isChanged

function tabState({ isSaved, isChanged }: Standing): Tab['state'] {
  if (!isSaved) return 'open'
  return isChanged ? 'changed' : 'done'
}

/** Makes the browser ask before the page is left with unsaved changes. */
function useGuardAgainstLeaving(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasChanges])
}
