'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { missingMetadata } from '../connect/connect-method.ts'
import { ConnectCard, providerDisplayName } from '../connect/connect-card.tsx'
import { MetadataForm } from '../connect/metadata-form.tsx'
import { ProviderMark } from '../connect/provider-mark.tsx'
import type { InstallationConfig, UiInstallation } from '../config/config.ts'
import {
  InstallationProvider,
  useInstallationScope,
  type InstallationScope,
} from '../installation-provider.tsx'
import { toLabel } from '../words/label.ts'
import { PlatformErrorBoundary } from '../platform-error-boundary.tsx'
import { usePlatform } from '../platform-provider.tsx'
import { providerQuery } from '../queries.ts'
import { useConnection } from '../use-connection.ts'
import { useInstallation, useIntegration } from '../use-installation.ts'
import { useUiQuery } from '../use-query.ts'
import { useWarnOfIntegration, useWarnOfUnknown } from '../words/use-hints.ts'
import type { OnError } from '../use-report.tsx'
import { useWords } from '../words/use-words.tsx'
import type { Integration } from '../config/wire.ts'
import { UiButton } from '../ui/button.tsx'
import { UiHealthBadge } from '../ui/health-badge.tsx'
import { CardHeader, CardLoading, UiLoading } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { Root } from '../ui/root.tsx'

// The configuration is loaded while the user looks at the connect card.
const loadConfigure = () => import('./configure.tsx')
const loadWizard = () => import('./wizard.tsx')
const Configure = lazy(loadConfigure)
const Wizard = lazy(loadWizard)

export interface InstallIntegrationProps extends InstallationScope {
  /** Called after a successful install. */
  onInstallSuccess?: (installationId: string, config: InstallationConfig) => void
  /** Called after a successful update. */
  onUpdateSuccess?: (installationId: string, config: InstallationConfig) => void
  /** Called after a successful uninstall. */
  onUninstallSuccess?: (installationId: string) => void
  /** Called once for every problem that is shown. */
  onError?: OnError
  /** `wizard` guides new users through the installation, instead of showing all objects as tabs. */
  variant?: 'wizard'
}

/**
 * Lets an end user connect, install and manage an integration. Shows the existing installation if
 * someone in the group has installed it.
 */
export function InstallIntegration({
  onInstallSuccess,
  onUpdateSuccess,
  onUninstallSuccess,
  onError,
  variant,
  ...scope
}: InstallIntegrationProps) {
  usePlatform()
  useWarnOfUnknown('The property', scope, scopeNames)
  return (
    <PlatformErrorBoundary onError={onError}>
      <InstallationProvider {...scope}>
        <Screens {...{ onInstallSuccess, onUpdateSuccess, onUninstallSuccess, variant }} />
      </InstallationProvider>
    </PlatformErrorBoundary>
  )
}

const scopeNames = [
  ...['integration', 'consumerRef', 'consumerName', 'groupRef', 'groupName', 'instance'],
  'fieldMapping',
]

type ScreensProps = Pick<
  InstallIntegrationProps,
  'onInstallSuccess' | 'onUpdateSuccess' | 'onUninstallSuccess' | 'variant'
>

function Screens({ onInstallSuccess, onUpdateSuccess, onUninstallSuccess, variant }: ScreensProps) {
  const { api, integration: integrationName, ...scope } = useInstallationScope()
  const { t } = useWords()
  const { integration, ...integrationState } = useIntegration()
  const { installation, ...installationState } = useInstallation()
  const { connection, ...connectionState } = useConnection()
  const provider = useUiQuery(integration ? providerQuery(api, integration.provider) : null)
  const [isUninstalled, setIsUninstalled] = useState(false)
  const [wizard, setWizard] = useWizard(variant, installation)

  const states = [integrationState, installationState, connectionState, provider]
  useWarnOfIntegration(api, integrationName, integrationState.error)
  const error = states.find((state) => state.error && state.data === undefined)?.error
  const info = provider.data
  const isLoaded =
    integration !== undefined &&
    installation !== undefined &&
    connectionState.data !== undefined &&
    info !== undefined
  const title = toLabel(integrationName, integration?.latestRevision.content.displayName)
  const providerName = info ? providerDisplayName(info) : ''
  const module = integration?.latestRevision.content.module
  const missing = info && connection ? missingMetadata(info, connection, module) : []
  const screen = renderScreen()
  usePreload(screen === 'connect', variant)

  function renderScreen() {
    if (!isLoaded) return error ? 'problem' : 'loading'
    if (isUninstalled && !installation) return 'uninstalled'
    if (!connection && !installation) return 'connect'
    if (missing.length) return 'metadata'
    return wizard ? 'wizard' : 'configure'
  }

  const handleInstalled = (saved: UiInstallation) => onInstallSuccess?.(saved.id, saved.config)
  const common = { title, providerName, onInstalled: handleInstalled }
  const { consumerRef, consumerName, groupRef, groupName } = scope

  return (
    <Root part="install-integration" label={title} screen={screen}>
      {isLoaded && (
        <CardHeader
          title={title}
          mark={<ProviderMark info={info} />}
          subtitle={[providerName !== title && providerName, screen === 'configure' && groupName]
            .filter(Boolean)
            .join(' · ')}
        >
          {screen === 'configure' &&
            (installation ? (
              <UiHealthBadge of={installation.health} healthy="installed" />
            ) : (
              connection && <UiHealthBadge of={connection.health} healthy="connected" />
            ))}
        </CardHeader>
      )}
      {screen === 'problem' && error && (
        <UiProblemMessage
          error={error}
          onRetry={() => states.forEach((state) => state.isError && state.refetch())}
        />
      )}
      {screen === 'loading' && <CardLoading label={`${t('loading')} ${title}`} />}
      {screen === 'uninstalled' && (
        <Uninstalled title={title} onReinstall={() => setIsUninstalled(false)} />
      )}
      {screen === 'connect' && integration && (
        <ConnectCard
          api={api}
          provider={integration.provider}
          module={module}
          scope={{ consumerRef, consumerName, groupRef, groupName }}
          purpose={<Purpose integration={integration} providerName={providerName} />}
        />
      )}
      {screen === 'metadata' && connection && (
        <MetadataForm
          api={api}
          connection={connection}
          inputs={missing}
          providerName={providerName}
        />
      )}
      {(screen === 'wizard' || screen === 'configure') && (
        // Not around server-rendered content: React 18 warns about updates during hydration.
        <Suspense fallback={<UiLoading label={t('loading')} />}>
          {screen === 'wizard' ? (
            <Wizard {...common} onEdit={() => setWizard(false)} />
          ) : (
            <Configure
              {...common}
              onUpdated={(saved) => onUpdateSuccess?.(saved.id, saved.config)}
              onUninstalled={(installationId) => {
                setIsUninstalled(true)
                onUninstallSuccess?.(installationId)
              }}
            />
          )}
        </Suspense>
      )}
    </Root>
  )
}

/** Returns whether to show the wizard: for users without an installation, until it is finished. */
function useWizard(
  variant: InstallIntegrationProps['variant'],
  installation: UiInstallation | null | undefined,
) {
  const [isOn, setIsOn] = useState<boolean>()
  if (isOn === undefined && installation !== undefined) setIsOn(installation === null)
  return [variant === 'wizard' && isOn, setIsOn] as const
}

function usePreload(isTime: boolean, variant: InstallIntegrationProps['variant']) {
  useEffect(() => {
    // If this fails, it is loaded again when needed.
    if (isTime) (variant === 'wizard' ? loadWizard() : loadConfigure()).catch(() => {})
  }, [isTime, variant])
}

/** Lists the objects that will be read and written. */
function Purpose({ integration, providerName }: PurposeProps) {
  const { t } = useWords()
  const { read, write } = integration.latestRevision.content
  const reads = read?.objects ?? []
  const writes = (write?.objects ?? []).map(({ objectName }) => {
    const readToo = reads.find((object) => object.objectName === objectName)
    return toLabel(objectName, readToo?.mapToDisplayName)
  })
  const hasChoices = reads.length + writes.length > 0

  return (
    <div className="plat-stack" data-gap="small">
      <p>{t(hasChoices ? 'connectPurpose' : 'connectOnly', { provider: providerName })}</p>
      {hasChoices && (
        <ul className="plat-chips">
          {reads.map(({ objectName, mapToDisplayName }) => (
            <li key={`read ${objectName}`} className="plat-chip">
              {t('reads', { object: toLabel(objectName, mapToDisplayName) })}
            </li>
          ))}
          {writes.map((name) => (
            <li key={`write ${name}`} className="plat-chip">
              {t('writes', { object: name })}
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
  const { t } = useWords()
  return (
    <div className="plat-stack" data-plat-part="uninstalled">
      <p>{t('uninstalled', { title })}</p>
      <div className="plat-actions">
        <UiButton tone="primary" onClick={onReinstall}>
          {t('reinstall')}
        </UiButton>
      </div>
    </div>
  )
}
