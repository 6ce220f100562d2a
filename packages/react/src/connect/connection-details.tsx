'use client'

import { useState, type ReactNode } from 'react'
import type { UiApi } from '../api.ts'
import { usePlatform } from '../platform-provider.tsx'
import { keys, providerQuery } from '../queries.ts'
import { useUiQuery } from '../use-query.ts'
import { useAllWords } from '../words/all-words.ts'
import type { Connection } from '../config/wire.ts'
import { UiButton } from '../ui/button.tsx'
import { Notice } from '../ui/layout.tsx'
import { useAnnounce, useGoToHeading } from '../ui/root.tsx'
import { accountName } from './account-name.ts'
import { connectMethod, credentialsMask } from './connect-method.ts'
import { beginOAuthUpdate } from './connect-operations.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { OAuthProgress } from './oauth-progress.tsx'
import { useOAuth } from './use-oauth.ts'

/** Reports whether the end user must sign in again. */
export const needsSignIn = ({ health }: Pick<Connection, 'health'>) =>
  health.state === 'needsSignIn'

/** Shows the connected account, who connected it and when. */
export function ConnectionDetails({ connection, children }: ConnectionDetailsProps) {
  const { t, day } = useAllWords()
  const account = accountName(connection)
  const { consumer, createTime } = connection

  return (
    <div className="plat-stack" data-plat-part="connection" data-state={connection.status}>
      <dl className="plat-facts">
        {account && (
          <div>
            <dt>{t('account')}</dt>
            <dd>{account}</dd>
          </div>
        )}
        <div>
          <dt>{t('connectedBy')}</dt>
          <dd>{consumer.consumerName || consumer.consumerRef}</dd>
        </div>
        <div>
          <dt>{t('since')}</dt>
          <dd>
            <time dateTime={createTime}>{day(createTime)}</time>
          </dd>
        </div>
      </dl>
      {children}
    </div>
  )
}

interface ConnectionDetailsProps {
  connection: Connection
  children: ReactNode
}

/** Reports whether the provider rejects the OAuth client of the product. */
export const isProductRejected = ({ refreshFailure }: Pick<Connection, 'refreshFailure'>) =>
  refreshFailure?.kind === 'oauthClient'

/** Explains an unhealthy connection to the customer, without messages of the provider. */
export function ConnectionNotice({ connection, providerName, children }: ConnectionNoticeProps) {
  const { t, moment } = useAllWords()
  const { state, retryTime } = connection.health
  const provider = providerName
  if (state === 'healthy') return null
  if (needsSignIn(connection)) {
    return <RevokedNotice {...{ connection, providerName }}>{children}</RevokedNotice>
  }
  if (isProductRejected(connection)) {
    return (
      <Notice tone="warning" icon="alert">
        <p className="plat-strong">{t('productRefused', { provider })}</p>
        <p>{t('providerRefusedText')}</p>
      </Notice>
    )
  }
  const isUnconfirmed = state === 'unconfirmed'
  const why = t(isUnconfirmed ? 'signInUnconfirmed' : 'providerAway', { provider })
  const whatNext = retryTime
    ? t('triedAgain', { time: moment(retryTime) })
    : isUnconfirmed && t('signInUnconfirmedText')

  return (
    <Notice tone="warning" icon="alert">
      <p className="plat-strong">{why}</p>
      {whatNext && <p>{whatNext}</p>}
    </Notice>
  )
}

interface ConnectionNoticeProps {
  connection: Connection
  providerName: string
  children?: ReactNode
}

/** Shows that the sign-in is no longer valid and what to do. */
export function RevokedNotice({ connection, providerName, children }: ConnectionNoticeProps) {
  const { t } = useAllWords()
  const { refusal, health } = connection
  return (
    <Notice tone="warning" icon="alert">
      <p className="plat-strong">{t('signInRevoked', { provider: providerName })}</p>
      {refusal?.accountBlock ? <p lang="en">{health.remedy}</p> : <p>{t('signInRevokedText')}</p>}
      {children}
    </Notice>
  )
}

/** Renews the sign-in at the provider or with new credentials. */
export function ReauthenticateButton({ api, connection, providerName, actions }: SignInAgainProps) {
  const { t } = useAllWords()
  const { store } = usePlatform()
  const announce = useAnnounce()
  const goToHeading = useGoToHeading()
  const { data: info } = useUiQuery(providerQuery(api, connection.provider))
  const [isTyping, setIsTyping] = useState(false)
  const [outcome, setOutcome] = useState<'renewed' | 'savedUnconfirmed'>()
  const handleRenewed = (saved?: Connection) => {
    const isUnconfirmed = saved?.health.state === 'unconfirmed'
    const word = isUnconfirmed ? 'savedUnconfirmed' : 'renewed'
    setIsTyping(false)
    setOutcome(word)
    announce(t(word, { provider: providerName }))
    for (const key of [keys.connections(api), keys.installations(api), keys.manifests(api)]) {
      void store.invalidate(key)
    }
  }
  const oauth = useOAuth({
    api,
    providerName,
    begin: (way) => beginOAuthUpdate(api, connection.id, way),
    onConnected: () => handleRenewed(),
  })
  const isOAuth =
    connection.authScheme.startsWith('oauth2/authorizationCode') ||
    (info !== undefined && connectMethod(info).kind === 'oauth')
  const isBroken = needsSignIn(connection)
  const isBusy = oauth.state.step === 'opening' || oauth.state.step === 'waiting'
  // A provider that rejects the product rejects its sign-in as well.
  const mayOpen = isOAuth && !isBusy && !isProductRejected(connection)
  const mayType = info !== undefined && credentialsMask(info) !== undefined
  const tone = isBroken ? 'primary' : 'neutral'

  if (isTyping && info) {
    return (
      <CredentialsForm
        {...{ api, connection, info, providerName }}
        onSaved={handleRenewed}
        onCancel={() => setIsTyping(false)}
      />
    )
  }
  return (
    <>
      {outcome === 'renewed' && oauth.state.step === 'idle' && !isBroken && (
        <Notice tone="good" icon="check">
          {t('renewed')}
        </Notice>
      )}
      {outcome === 'savedUnconfirmed' && connection.health.state === 'healthy' && (
        <Notice tone="warning" icon="alert">
          {t('savedUnconfirmed', { provider: providerName })}
        </Notice>
      )}
      <OAuthProgress
        state={oauth.state}
        providerName={providerName}
        onAgain={oauth.start}
        onUseAnother={oauth.startWithAnother}
        onCancel={() => {
          oauth.cancel()
          goToHeading()
        }}
      />
      {(mayOpen || mayType || actions) && (
        <div className="plat-actions">
          {mayOpen && (
            <UiButton tone={tone} onClick={oauth.start}>
              {t('signInAgain')}
            </UiButton>
          )}
          {mayType && (
            <UiButton tone={tone} onClick={() => setIsTyping(true)}>
              {t('newCredentials')}
            </UiButton>
          )}
          {actions}
        </div>
      )}
    </>
  )
}

interface SignInAgainProps {
  api: UiApi
  connection: Connection
  providerName: string
  /** Additional buttons beside "Sign in again". */
  actions?: ReactNode
}
