'use client'

import { useState } from 'react'
import { ConnectCard, nameOf } from '../connect/connect-card.tsx'
import { ConnectionBadge } from '../connect/connection-details.tsx'
import type { Config, Installation } from '../config.ts'
import {
  InstallationProvider,
  useInstallationScope,
  type InstallationScope,
} from '../installation-provider.tsx'
import { PlatformErrorBoundary } from '../platform-error-boundary.tsx'
import { usePlatform } from '../platform-provider.tsx'
import { providerQuery } from '../queries.ts'
import { useConnection } from '../use-connection.ts'
import { useInstallation, useIntegration } from '../use-installation.ts'
import { useQuery } from '../use-query.ts'
import type { Integration } from '../wire.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Badge, CardHeader, Loading } from '../ui/layout.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import { Root } from '../ui/root.tsx'
import { Configure } from './configure.tsx'

export interface InstallIntegrationProps extends InstallationScope {
  onInstallSuccess?: (installationId: string, config: Config) => void
  onUpdateSuccess?: (installationId: string, config: Config) => void
  onUninstallSuccess?: (installationId: string) => void
  onError?: (error: Error) => void
}

/**
 * Lets an end user connect, install and manage an integration. When somebody of the group has
 * installed it already, it shows that installation.
 */
export function InstallIntegration({
  onInstallSuccess,
  onUpdateSuccess,
  onUninstallSuccess,
  onError,
  ...scope
}: InstallIntegrationProps) {
  usePlatform()
  return (
    <PlatformErrorBoundary onError={onError}>
      <InstallationProvider {...scope}>
        <Screens {...{ onInstallSuccess, onUpdateSuccess, onUninstallSuccess }} />
      </InstallationProvider>
    </PlatformErrorBoundary>
  )
}

type Callbacks = Pick<
  InstallIntegrationProps,
  'onInstallSuccess' | 'onUpdateSuccess' | 'onUninstallSuccess'
>

function Screens({ onInstallSuccess, onUpdateSuccess, onUninstallSuccess }: Callbacks) {
  const { api, integration: integrationName, ...scope } = useInstallationScope()
  const { integration, ...integrationState } = useIntegration()
  const { installation, ...installationState } = useInstallation()
  const { connection, ...connectionState } = useConnection()
  const provider = useQuery(integration ? providerQuery(api, integration.provider) : null)
  const [isUninstalled, setIsUninstalled] = useState(false)

  const states = [integrationState, installationState, connectionState, provider]
  const error = states.find((state) => state.error && state.status !== 'success')?.error
  const isLoading =
    !integration || installation === undefined || connectionState.isPending || !provider.data
  const screen = error
    ? 'problem'
    : isLoading
      ? 'loading'
      : isUninstalled && !installation
        ? 'uninstalled'
        : connection || installation
          ? 'configure'
          : 'connect'
  const title = integration?.latestRevision.content.displayName ?? integrationName
  const providerName = provider.data ? nameOf(provider.data) : ''
  const report = (callback?: Callbacks['onInstallSuccess']) => (saved: Installation) =>
    callback?.(saved.id, saved.config)

  const body = () => {
    if (error) {
      const retry = () => states.forEach((state) => state.isError && state.refetch())
      return <ProblemMessage error={error} onRetry={retry} />
    }
    if (isLoading) return <Loading label={`Loading ${integrationName}`} />
    if (screen === 'uninstalled') {
      return <Uninstalled title={title} onReinstall={() => setIsUninstalled(false)} />
    }
    if (screen === 'connect') {
      const { consumerRef, consumerName, groupRef, groupName } = scope
      return (
        <ConnectCard
          api={api}
          provider={integration.provider}
          module={integration.latestRevision.content.module}
          scope={{ consumerRef, consumerName, groupRef, groupName }}
          purpose={<Purpose integration={integration} providerName={providerName} />}
        />
      )
    }
    return (
      <Configure
        title={title}
        providerName={providerName}
        onInstalled={report(onInstallSuccess)}
        onUpdated={report(onUpdateSuccess)}
        onUninstalled={(installationId) => {
          setIsUninstalled(true)
          onUninstallSuccess?.(installationId)
        }}
      />
    )
  }

  return (
    <Root part="install-integration" label={title} screen={screen}>
      {!isLoading && (
        <CardHeader
          title={title}
          mark={providerName}
          subtitle={subtitle(screen, providerName, title, scope.groupName)}
        >
          {screen === 'configure' &&
            (installation ? (
              <InstallationBadge installation={installation} />
            ) : (
              connection && <ConnectionBadge connection={connection} />
            ))}
        </CardHeader>
      )}
      {body()}
    </Root>
  )
}

function subtitle(screen: string, providerName: string, title: string, groupName?: string) {
  if (screen === 'uninstalled') return 'Not installed'
  const parts = [providerName !== title && providerName, screen === 'configure' && groupName]
  return parts.filter(Boolean).join(' · ')
}

function InstallationBadge({ installation }: { installation: Installation }) {
  return installation.healthStatus === 'healthy' ? (
    <Badge tone="good">Installed</Badge>
  ) : (
    <Badge tone="bad">Needs attention</Badge>
  )
}

/** What connecting is for: the objects that will be read and written. */
function Purpose({ integration, providerName }: PurposeProps) {
  const { read, write } = integration.latestRevision.content
  const reads = (read?.objects ?? []).map(
    ({ mapToDisplayName, objectName }) => mapToDisplayName ?? objectName,
  )
  const writes = (write?.objects ?? []).map(({ objectName }) => objectName)

  return (
    <div className="plat-stack" data-gap="small">
      <p>Connect your {providerName} account. You choose next what is shared.</p>
      {reads.length + writes.length > 0 && (
        <ul className="plat-chips">
          {reads.map((name) => (
            <li key={`read ${name}`} className="plat-chip">
              Reads {name}
            </li>
          ))}
          {writes.map((name) => (
            <li key={`write ${name}`} className="plat-chip">
              Writes {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface PurposeProps {
  integration: Integration
  providerName: string
}

function Uninstalled({ title, onReinstall }: { title: string; onReinstall: () => void }) {
  return (
    <div className="plat-stack" data-plat-part="uninstalled">
      <p>{title} is uninstalled. Nothing is read or written any more.</p>
      <div className="plat-actions">
        <Button tone="primary" onClick={onReinstall}>
          Reinstall
          <Icon name="arrow" />
        </Button>
      </div>
    </div>
  )
}
