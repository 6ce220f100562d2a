'use client'

import { useState } from 'react'
import { readObjectOf } from '../local-config.ts'
import { manifestObject } from '../manifest.ts'
import type { Installation } from '../config.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { useInstallation } from '../use-installation.ts'
import { useLocalConfig } from '../use-local-config.ts'
import { useManifest } from '../use-manifest.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Loading, Notice } from '../ui/layout.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import { Tabs, type Tab } from '../ui/tabs.tsx'
import { Manage } from './manage.tsx'
import { ObjectForm } from './object-form.tsx'

interface ConfigureProps {
  title: string
  providerName: string
  onInstalled: (installation: Installation) => void
  onUpdated: (installation: Installation) => void
  onUninstalled: (installationId: string) => void
}

const manageTab = ' manage'

/** A tab per object that is read, and one to manage what is installed. */
export function Configure(props: ConfigureProps) {
  const { title, providerName, onInstalled, onUpdated, onUninstalled } = props
  const { fieldMapping } = useInstallationScope()
  const { installation } = useInstallation()
  const { data: manifest, error, isFetching, refetch } = useManifest()
  const local = useLocalConfig()
  const [selected, setSelected] = useState<string>()
  const [justSaved, setJustSaved] = useState<{ name: string; isLast: boolean } | null>(null)

  if (error) {
    return (
      <ProblemMessage
        title={`The fields of ${providerName} could not be loaded`}
        error={error}
        onRetry={refetch}
      />
    )
  }
  if (!manifest) return <Loading label={`Asking ${providerName} for its fields`} />

  const objects = (manifest.content.read?.objects ?? []).map((object) =>
    manifestObject(object, fieldMapping?.[object.objectName]),
  )
  const isInstalled = (objectName: string) =>
    readObjectOf(installation?.config, objectName) !== undefined
  const tabs: Tab[] = [
    ...objects.map(({ objectName, displayName }) => ({
      id: objectName,
      label: displayName,
      state: tabState(local.readObject(objectName)),
    })),
    ...(installation ? [{ id: manageTab, label: 'Manage' }] : []),
  ]
  const current = tabs.find(({ id }) => id === selected) ?? tabs[0]
  const object = objects.find(({ objectName }) => objectName === current?.id)
  const nameOfObject = (objectName: string) =>
    objects.find((candidate) => candidate.objectName === objectName)?.displayName ?? objectName

  const saved = (installationNow: Installation, wasInstalled: boolean) => {
    if (wasInstalled) onUpdated(installationNow)
    else onInstalled(installationNow)
    const next = objects.find(
      ({ objectName }) => objectName !== object?.objectName && !isInstalled(objectName),
    )
    const isNew = object && !isInstalled(object.objectName)
    setJustSaved({ name: object?.displayName ?? '', isLast: !next })
    if (isNew && next) setSelected(next.objectName)
  }
  const select = (id: string) => {
    setJustSaved(null)
    setSelected(id)
  }

  return (
    <div className="plat-stack" data-plat-part="configure">
      {justSaved && (
        <Notice tone="good" icon="check">
          <p>
            <b>{justSaved.name}</b> {justSaved.isLast ? 'is saved and being synced.' : 'is saved.'}
            {!justSaved.isLast && ' Go on with the next object, or leave it for later.'}
          </p>
        </Notice>
      )}
      <Tabs
        label={`What ${title} reads`}
        tabs={tabs}
        selected={current?.id ?? ''}
        onSelect={select}
      >
        {object && (
          <ObjectForm
            key={object.objectName}
            object={object}
            providerName={providerName}
            onSaved={saved}
          />
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
          <Button tone="quiet" isBusy={isFetching} onClick={refetch}>
            Reload fields
          </Button>
          <span className="plat-muted plat-inline">
            <Icon name="lock" /> Only the fields chosen here are read.
          </span>
        </p>
      )}
    </div>
  )
}

function tabState({ isSaved, isChanged }: { isSaved: boolean; isChanged: boolean }): Tab['state'] {
  if (!isSaved) return 'open'
  return isChanged ? 'changed' : 'done'
}
