'use client'

import { useState } from 'react'
import { ConnectionDetails } from '../connect/connection-details.tsx'
import type { Installation } from '../config.ts'
import { useDeleteInstallation } from '../installation-mutations.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { useConnection } from '../use-connection.ts'
import type { InstallationObject } from '../wire.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Badge, type BadgeTone } from '../ui/layout.tsx'
import { useAnnounce } from '../ui/root.tsx'
import { FirstReadProgress } from './first-read-progress.tsx'

interface ManageProps {
  installation: Installation
  providerName: string
  title: string
  nameOfObject: (objectName: string) => string
  onUninstalled: (installationId: string) => void
}

/** The connection, what has been read, and the way out. */
export function Manage({
  installation,
  providerName,
  title,
  nameOfObject,
  onUninstalled,
}: ManageProps) {
  const { api } = useInstallationScope()
  const { connection } = useConnection()

  return (
    <div className="plat-stack" data-plat-part="manage">
      <div className="plat-group">
        <h3 className="plat-group-title">Connection</h3>
        <ConnectionDetails
          api={api}
          connection={connection ?? installation.connection}
          providerName={providerName}
        />
      </div>
      <div className="plat-group">
        <h3 className="plat-group-title">Activity</h3>
        <ul className="plat-activity" data-plat-part="activity">
          {Object.entries(installation.objects).map(([objectName, object]) => (
            <li key={objectName}>
              <div>
                <span className="plat-strong">{nameOfObject(objectName)}</span>
                <p className="plat-muted">{activityOf(object)}</p>
                <FirstReadProgress installation={installation} objectName={objectName} />
              </div>
              <ObjectBadge state={object.state} />
            </li>
          ))}
        </ul>
      </div>
      <div className="plat-group" data-plat-part="uninstall">
        <h3 className="plat-group-title">Uninstall</h3>
        <p className="plat-muted">
          Stops reading from {providerName} for everybody in your company. What was synced already
          stays.
        </p>
        <Uninstall
          title={title}
          objects={Object.keys(installation.objects).map(nameOfObject)}
          onUninstalled={onUninstalled}
        />
      </div>
    </div>
  )
}

const stateWords: Record<InstallationObject['state'], [BadgeTone, string]> = {
  active: ['good', 'Active'],
  retrying: ['warning', 'Trying again'],
  paused: ['warning', 'Paused'],
  disabled: ['neutral', 'Stopped'],
}

function ObjectBadge({ state }: { state: InstallationObject['state'] }) {
  const [tone, words] = stateWords[state]
  return <Badge tone={tone}>{words}</Badge>
}

function activityOf(object: InstallationObject): string {
  const { pausedReason, retrying, lastRunTime, nextRunTime } = object
  if (pausedReason) return pausedReason
  if (retrying) return `${retrying.error} Next try ${moment(retrying.nextTryTime)}`
  const last = lastRunTime ? `Last read ${moment(lastRunTime)}` : 'Not read yet'
  return nextRunTime ? `${last} · next ${moment(nextRunTime)}` : last
}

const moment = (time: string) =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

interface UninstallProps {
  title: string
  objects: string[]
  onUninstalled: (installationId: string) => void
}

function Uninstall({ title, objects, onUninstalled }: UninstallProps) {
  const [isAsking, setIsAsking] = useState(false)
  const announce = useAnnounce()
  const { deleteInstallation, isPending, error, reset } = useDeleteInstallation()
  const uninstall = () =>
    void deleteInstallation({
      onSuccess: (installationId) => {
        announce('Uninstalled.')
        onUninstalled(installationId)
      },
    }).catch(() => {})

  return (
    <div className="plat-actions">
      <Button tone="danger" onClick={() => setIsAsking(true)}>
        Uninstall
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Uninstall ${title}?`}
          confirmLabel={isPending ? 'Uninstalling…' : 'Uninstall'}
          isBusy={isPending}
          error={error}
          onConfirm={uninstall}
          onCancel={() => {
            reset()
            setIsAsking(false)
          }}
        >
          <p>
            {objects.length ? `${list(objects)} will no longer be synced. ` : ''}The chosen fields
            and mappings are lost, and the sign-in too when nothing else uses it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const list = (items: string[]) => new Intl.ListFormat(undefined).format(items)
