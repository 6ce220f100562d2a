'use client'

import { useState } from 'react'
import type { Api } from '../api.ts'
import { usePlatform } from '../platform-provider.tsx'
import { keys } from '../queries.ts'
import type { Connection } from '../wire.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Notice } from '../ui/layout.tsx'
import { useAnnounce } from '../ui/root.tsx'
import { beginOAuthUpdate } from './connect-operations.ts'
import { OAuthProgress } from './oauth-progress.tsx'
import { useOAuth } from './use-oauth.ts'

export function ConnectionBadge({ connection }: { connection: Connection }) {
  return connection.status === 'bad_credentials' ? (
    <Badge tone="bad">Sign-in needed</Badge>
  ) : (
    <Badge tone="good">Connected</Badge>
  )
}

interface ConnectionDetailsProps {
  api: Api
  connection: Connection
  providerName: string
  /** More buttons beside "Reauthenticate". */
  actions?: React.ReactNode
}

/** Whose account is connected since when, and signing in anew. */
export function ConnectionDetails(props: ConnectionDetailsProps) {
  const { api, connection, providerName, actions } = props
  const { store } = usePlatform()
  const announce = useAnnounce()
  const [isRenewed, setIsRenewed] = useState(false)
  const oauth = useOAuth({
    api,
    providerName,
    begin: () => beginOAuthUpdate(api, connection.id),
    onConnected: () => {
      setIsRenewed(true)
      announce('The sign-in was renewed.')
      void store.invalidate(keys.connections(api))
      void store.invalidate(keys.installations(api))
    },
  })
  const isOAuth = connection.authScheme.startsWith('oauth2/authorizationCode')
  const isBroken = connection.status === 'bad_credentials'
  const { consumer, providerWorkspaceRef, createTime } = connection

  return (
    <div className="plat-stack" data-plat-part="connection" data-state={connection.status}>
      {isBroken && (
        <Notice tone="warning" icon="alert">
          <p className="plat-strong">{providerName} no longer accepts the sign-in</p>
          <p>Nothing is read or written until somebody signs in again.</p>
        </Notice>
      )}
      <dl className="plat-facts">
        {providerWorkspaceRef && (
          <div>
            <dt>Account</dt>
            <dd>{providerWorkspaceRef.replace(/^https?:\/\//, '')}</dd>
          </div>
        )}
        <div>
          <dt>Connected by</dt>
          <dd>{consumer.consumerName || consumer.consumerRef}</dd>
        </div>
        <div>
          <dt>Since</dt>
          <dd>
            <time dateTime={createTime}>{day(createTime)}</time>
          </dd>
        </div>
      </dl>
      {isRenewed && oauth.state.step === 'idle' && !isBroken && (
        <Notice tone="good" icon="check">
          The sign-in was renewed.
        </Notice>
      )}
      <OAuthProgress
        state={oauth.state}
        providerName={providerName}
        onAgain={oauth.start}
        onCancel={oauth.cancel}
      />
      <div className="plat-actions">
        {isOAuth && (
          <Button tone={isBroken ? 'primary' : 'neutral'} onClick={oauth.start}>
            Reauthenticate
          </Button>
        )}
        {actions}
      </div>
    </div>
  )
}

const day = (time: string) => new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' })
