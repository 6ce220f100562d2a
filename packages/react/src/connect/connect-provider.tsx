'use client'

import { useState } from 'react'
import type { UiApi } from '../api.ts'
import { toLabel } from '../words/label.ts'
import { usePlatform } from '../platform-provider.tsx'
import { PlatformErrorBoundary } from '../platform-error-boundary.tsx'
import { connectionsQuery, keys, providerQuery } from '../queries.ts'
import { useMutation } from '../use-mutation.ts'
import { useUiQuery } from '../use-query.ts'
import type { OnError } from '../use-report.tsx'
import { useAllWords } from '../words/all-words.ts'
import type { Connection } from '../config/wire.ts'
import { UiButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { UiHealthBadge } from '../ui/health-badge.tsx'
import { CardHeader, CardLoading } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { Root, useAnnounce } from '../ui/root.tsx'
import { ConnectCard, providerDisplayName } from './connect-card.tsx'
import { requestConnectionDeletion } from './connect-operations.ts'
import { missingMetadata } from './connect-method.ts'
import { ConnectionDetails, ConnectionNotice, ReauthenticateButton } from './connection-details.tsx'
import { MetadataForm } from './metadata-form.tsx'
import { ProviderMark } from './provider-mark.tsx'

export interface ConnectProviderProps {
  /** The provider's name in the catalogue, such as `salesforce`. */
  provider: string
  consumerRef: string
  consumerName?: string
  groupRef: string
  groupName?: string
  /** Determines the requested metadata; defaults to the provider's default module. */
  module?: string
  /** URL to open after a successful connect. */
  redirectUrl?: string
  onConnectSuccess?: (connection: Connection) => void
  onDisconnectSuccess?: (connection: Connection) => void
  /** Called once for every problem that is shown. */
  onError?: OnError
}

/** Lets an end user connect an account at a provider, without installing anything. */
export function ConnectProvider(props: ConnectProviderProps) {
  usePlatform()
  return (
    <PlatformErrorBoundary onError={props.onError}>
      <ConnectProviderScreens key={`${props.provider} ${props.groupRef}`} {...props} />
    </PlatformErrorBoundary>
  )
}

function ConnectProviderScreens(props: ConnectProviderProps) {
  const { provider, module, redirectUrl, onConnectSuccess, onDisconnectSuccess } = props
  const { consumerRef, consumerName, groupRef, groupName } = props
  const { apiFor } = usePlatform()
  const { t } = useAllWords()
  const api = apiFor({ groupRef, consumerRef })
  const info = useUiQuery(providerQuery(api, provider))
  const connections = useUiQuery(connectionsQuery(api))
  const connection = connections.data?.find((candidate) => candidate.provider === provider)
  const name = info.data ? providerDisplayName(info.data) : toLabel(provider)

  const error = info.error ?? connections.error
  const missing = info.data && connection ? missingMetadata(info.data, connection, module) : []
  const screen = renderScreen()

  function renderScreen() {
    if (!info.data || !connections.data) return error ? 'problem' : 'loading'
    if (!connection) return 'connect'
    return missing.length ? 'metadata' : 'connected'
  }

  const handleConnected = (made: Connection) => {
    onConnectSuccess?.(made)
    if (redirectUrl && isAddressOfPage(redirectUrl)) location.assign(redirectUrl)
  }

  return (
    <Root part="connect-provider" label={name} screen={screen}>
      {screen === 'problem' && error && (
        <UiProblemMessage
          error={error}
          onRetry={() => {
            if (info.isError) info.refetch()
            if (connections.isError) connections.refetch()
          }}
        />
      )}
      {screen === 'loading' && <CardLoading label={`${t('loading')} ${name}`} />}
      {info.data && connections.data && (
        <CardHeader
          title={name}
          mark={<ProviderMark info={info.data} />}
          subtitle={connection ? undefined : t('notConnected')}
        >
          {connection && <UiHealthBadge of={connection.health} healthy="connected" />}
        </CardHeader>
      )}
      {connection && missing.length > 0 && (
        <MetadataForm api={api} connection={connection} inputs={missing} providerName={name} />
      )}
      {screen === 'connected' && connection && (
        <>
          <ConnectionNotice connection={connection} providerName={name} />
          <ConnectionDetails connection={connection}>
            <ReauthenticateButton
              api={api}
              connection={connection}
              providerName={name}
              actions={
                <Disconnect
                  api={api}
                  connection={connection}
                  name={name}
                  onDisconnect={onDisconnectSuccess}
                />
              }
            />
          </ConnectionDetails>
        </>
      )}
      {screen === 'connect' && (
        <ConnectCard
          api={api}
          provider={provider}
          module={module}
          scope={{ consumerRef, consumerName, groupRef, groupName }}
          purpose={<p>{t('connectOnly', { provider: name })}</p>}
          onConnected={handleConnected}
        />
      )}
    </Root>
  )
}

/** Reports whether the URL is a page, not for example a script. */
const isAddressOfPage = (url: string) =>
  ['http:', 'https:'].includes(new URL(url, location.href).protocol)

interface DisconnectProps {
  api: UiApi
  connection: Connection
  name: string
  onDisconnect?: (connection: Connection) => void
}

function Disconnect({ api, connection, name, onDisconnect }: DisconnectProps) {
  const { store, emit } = usePlatform()
  const { t } = useAllWords()
  const announce = useAnnounce()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error, reset } = useMutation(() =>
    requestConnectionDeletion(api, connection.id),
  )

  const disconnect = () =>
    void mutate(undefined, {
      onSuccess: () => {
        announce(t('disconnected'))
        emit({ type: 'disconnected', connectionId: connection.id })
        setIsAsking(false)
        void store.invalidate(keys.connections(api))
        onDisconnect?.(connection)
      },
    }).catch(() => {
      // Shown in the dialog, from the mutation's state.
    })

  return (
    <>
      <UiButton tone="quiet" onClick={() => setIsAsking(true)}>
        {t('disconnect')}
      </UiButton>
      {isAsking && (
        <ConfirmDialog
          title={t('disconnectTitle', { provider: name })}
          confirmLabel={t('disconnect')}
          isBusy={isPending}
          error={error}
          onConfirm={disconnect}
          onCancel={() => {
            reset()
            setIsAsking(false)
          }}
        >
          <p>{t('disconnectLoss')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
