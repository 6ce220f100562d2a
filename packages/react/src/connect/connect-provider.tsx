'use client'

import { useState } from 'react'
import type { Api } from '../api.ts'
import { usePlatform } from '../platform-provider.tsx'
import { PlatformErrorBoundary } from '../platform-error-boundary.tsx'
import { connectionsQuery, keys, providerQuery } from '../queries.ts'
import { useMutation } from '../use-mutation.ts'
import { useQuery } from '../use-query.ts'
import type { Connection } from '../wire.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { CardHeader, Loading } from '../ui/layout.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import { Root, useAnnounce } from '../ui/root.tsx'
import { ConnectCard, nameOf } from './connect-card.tsx'
import { deleteConnection } from './connect-operations.ts'
import { ConnectionBadge, ConnectionDetails } from './connection-details.tsx'

export interface ConnectProviderProps {
  /** The provider's name in the catalogue, such as `salesforce`. */
  provider: string
  consumerRef: string
  consumerName?: string
  groupRef: string
  groupName?: string
  /** Decides which metadata is asked for; the provider's default module when absent. */
  module?: string
  /** Where the page goes after a successful connect. */
  redirectUrl?: string
  onConnectSuccess?: (connection: Connection) => void
  onDisconnectSuccess?: (connection: Connection) => void
  onError?: (error: Error) => void
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
  const api = apiFor({ groupRef, consumerRef })
  const info = useQuery(providerQuery(api, provider))
  const connections = useQuery(connectionsQuery(api))
  const connection = connections.data?.find((candidate) => candidate.provider === provider)
  const name = info.data ? nameOf(info.data) : provider

  const error = info.error ?? connections.error
  const isLoading = !info.data || !connections.data
  const screen = error ? 'problem' : isLoading ? 'loading' : connection ? 'connected' : 'connect'

  const connected = (made: Connection) => {
    onConnectSuccess?.(made)
    if (redirectUrl) location.assign(redirectUrl)
  }

  return (
    <Root part="connect-provider" label={name} screen={screen}>
      {error ? (
        <ProblemMessage
          error={error}
          onRetry={() => {
            info.refetch()
            connections.refetch()
          }}
        />
      ) : isLoading ? (
        <Loading label={`Loading ${name}`} />
      ) : (
        <>
          <CardHeader title={name} mark={name} subtitle={connection ? undefined : 'Not connected'}>
            {connection && <ConnectionBadge connection={connection} />}
          </CardHeader>
          {connection ? (
            <ConnectionDetails
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
          ) : (
            <ConnectCard
              api={api}
              provider={provider}
              module={module}
              scope={{ consumerRef, consumerName, groupRef, groupName }}
              purpose={<p>Connect your {name} account to use it here.</p>}
              onConnected={connected}
            />
          )}
        </>
      )}
    </Root>
  )
}

interface DisconnectProps {
  api: Api
  connection: Connection
  name: string
  onDisconnect?: (connection: Connection) => void
}

function Disconnect({ api, connection, name, onDisconnect }: DisconnectProps) {
  const { store, emit } = usePlatform()
  const announce = useAnnounce()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error, reset } = useMutation(() =>
    deleteConnection(api, connection.id),
  )

  const disconnect = () =>
    void mutate(undefined, {
      onSuccess: () => {
        announce('Disconnected.')
        emit({ type: 'disconnected', connectionId: connection.id })
        setIsAsking(false)
        void store.invalidate(keys.connections(api))
        onDisconnect?.(connection)
      },
    }).catch(() => {})

  return (
    <>
      <Button tone="quiet" onClick={() => setIsAsking(true)}>
        Disconnect
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          confirmLabel={isPending ? 'Disconnecting…' : 'Disconnect'}
          isBusy={isPending}
          error={error}
          onConfirm={disconnect}
          onCancel={() => {
            reset()
            setIsAsking(false)
          }}
        >
          <p>The stored sign-in is deleted. Connecting again needs a new sign-in at {name}.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
