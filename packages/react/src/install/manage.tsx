'use client'

import { useState } from 'react'
import {
  ConnectionDetails,
  needsSignIn,
  ReauthenticateButton,
} from '../connect/connection-details.tsx'
import type { UiInstallation } from '../config/config.ts'
import { useDeleteInstallation } from '../installation-mutations.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { useConnection } from '../use-connection.ts'
import { useAllWords } from '../words/all-words.ts'
import { UiButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { StepHeading } from '../ui/layout.tsx'
import { useAnnounce } from '../ui/root.tsx'
import { Activity, hasActivity, activityObjects } from './activity.tsx'
import { LazySettings } from './lazy-settings.tsx'
import { SupportAccess } from './support-access.tsx'

interface ManageProps {
  installation: UiInstallation
  providerName: string
  title: string
  nameOfObject: (objectName: string) => string
  onUninstalled: (installationId: string) => void
}

/** Shows the connection, the activity, and how to uninstall. */
export function Manage({
  installation,
  providerName,
  title,
  nameOfObject,
  onUninstalled,
}: ManageProps) {
  const { t } = useAllWords()
  const { api } = useInstallationScope()
  const connection = useConnection().connection ?? installation.connection

  return (
    <div className="plat-stack" data-plat-part="manage">
      <div className="plat-group">
        <StepHeading>{t('connection')}</StepHeading>
        <ConnectionDetails connection={connection}>
          {/* An invalid sign-in is renewed in the banner above all tabs. */}
          {!needsSignIn(connection) && (
            <ReauthenticateButton api={api} connection={connection} providerName={providerName} />
          )}
        </ConnectionDetails>
      </div>
      {hasActivity(installation) && (
        <Activity
          installation={installation}
          title={title}
          providerName={providerName}
          nameOfObject={nameOfObject}
        />
      )}
      <LazySettings of="installation" {...{ installation, title, providerName, nameOfObject }} />
      <SupportAccess installation={installation} />
      <div className="plat-group" data-plat-part="uninstall">
        <h3 className="plat-group-title">{t('uninstall')}</h3>
        <p className="plat-muted">{t('uninstallText')}</p>
        <Uninstall
          title={title}
          providerName={providerName}
          objects={activityObjects(installation).map(([objectName]) => nameOfObject(objectName))}
          onUninstalled={onUninstalled}
        />
      </div>
    </div>
  )
}

interface UninstallProps {
  title: string
  providerName: string
  objects: string[]
  onUninstalled: (installationId: string) => void
}

function Uninstall({ title, providerName, objects, onUninstalled }: UninstallProps) {
  const { t, list } = useAllWords()
  const [isAsking, setIsAsking] = useState(false)
  const announce = useAnnounce()
  const { deleteInstallation, isPending, error, reset } = useDeleteInstallation()
  const uninstall = () =>
    void deleteInstallation({
      onSuccess: (installationId) => {
        announce(t('uninstalled', { title }))
        onUninstalled(installationId)
      },
    }).catch(() => {
      // Shown in the dialog, from the mutation's state.
    })

  return (
    <div className="plat-actions">
      <UiButton tone="danger" onClick={() => setIsAsking(true)}>
        {t('uninstall')}
      </UiButton>
      {isAsking && (
        <ConfirmDialog
          title={t('uninstallTitle', { title })}
          confirmLabel={t('uninstall')}
          isBusy={isPending}
          error={error}
          onConfirm={uninstall}
          onCancel={() => {
            reset()
            setIsAsking(false)
          }}
        >
          <p>{t('uninstallLoss')}</p>
          <p className="plat-strong">{list([...objects, providerName])}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
