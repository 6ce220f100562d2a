'use client'

import { useRef, type FormEvent, type ReactNode } from 'react'
import type { UiApi } from '../api.ts'
import { toLabel } from '../words/label.ts'
import { localProblem } from '../config/local-problem.ts'
import { usePlatform } from '../platform-provider.tsx'
import { connectionByIdQuery, keys, providerQuery } from '../queries.ts'
import { useMutation } from '../use-mutation.ts'
import { useUiQuery } from '../use-query.ts'
import { useWords } from '../words/use-words.tsx'
import type { Connection, GenerateConnectionRequest, ProviderInfo } from '../config/wire.ts'
import { UiButton } from '../ui/button.tsx'
import { UiIcon } from '../ui/icons.tsx'
import { UiLoading } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { useAnnounce, useGoToHeading } from '../ui/root.tsx'
import {
  connectMethod,
  toCredentials,
  toProviderMetadata,
  type ConnectMethod,
} from './connect-method.ts'
import {
  beginOAuth,
  connectCustom,
  requestConnection,
  type ConnectRequest,
  type ConnectScope,
} from './connect-operations.ts'
import { DocsLink, FormFields, issuesByInput, useInputValues } from './form-fields.tsx'
import { OAuthProgress } from './oauth-progress.tsx'
import { useOAuth, type OAuthStart } from './use-oauth.ts'

export interface ConnectCardProps {
  api: UiApi
  provider: string
  module?: string
  scope: ConnectScope
  /** Why the user should connect. */
  purpose: ReactNode
  onConnected?: (connection: Connection) => void
}

/** Shows the inputs and buttons that connect the provider. */
export function ConnectCard(props: ConnectCardProps) {
  const { api, provider, module } = props
  const { t } = useWords()
  const { data: info, error, refetch } = useUiQuery(providerQuery(api, provider))
  if (error) return <UiProblemMessage error={error} onRetry={refetch} />
  if (!info) return <UiLoading label={t('loading')} />

  const method = connectMethod(info, module)
  switch (method.kind) {
    case 'oauth':
      return <OAuthCard {...props} info={info} method={method} />
    case 'credentials':
      return <CredentialsCard {...props} info={info} method={method} />
    default:
      return <Unsupported providerName={providerDisplayName(info)} />
  }
}

interface MethodProps<Kind extends ConnectMethod['kind']> extends ConnectCardProps {
  info: ProviderInfo
  method: Extract<ConnectMethod, { kind: Kind }>
}

export const providerDisplayName = ({
  displayName,
  name,
}: Pick<ProviderInfo, 'displayName' | 'name'>) => toLabel(name, displayName)

const unsupported = localProblem('unsupported', 'No way of signing in is known here.', 422)

const Unsupported = ({ providerName }: { providerName: string }) => (
  <UiProblemMessage error={unsupported} providerName={providerName} />
)

function OAuthCard({ api, info, method, scope, purpose, onConnected }: MethodProps<'oauth'>) {
  const { t } = useWords()
  const goToHeading = useGoToHeading()
  const [values, setValues] = useInputValues(method.metadata)
  const connected = useConnected(api, onConnected)
  const provider = providerDisplayName(info)
  const oauth = useOAuth({
    api,
    providerName: provider,
    begin: () => {
      const request = {
        ...scope,
        provider: info.name,
        ...toProviderMetadata(method.metadata, values),
      }
      return method.isCustom ? beginCustom(api, request) : beginOAuth(api, request)
    },
    onConnected: (connectionId) => void connected(connectionId),
  })
  const isBusy = oauth.state.step === 'opening' || oauth.state.step === 'waiting'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) oauth.start()
  }

  return (
    <form
      className="plat-stack"
      onSubmit={submit}
      data-plat-part="connect"
      data-state={oauth.state.step}
    >
      {purpose}
      <FormFields
        inputs={method.metadata}
        values={values}
        onChange={setValues}
        issues={oauth.state.step === 'failed' ? issuesByInput(oauth.state.error) : {}}
      />
      <OAuthProgress
        state={oauth.state}
        providerName={provider}
        onAgain={oauth.start}
        onCancel={() => {
          oauth.cancel()
          goToHeading()
        }}
      />
      {!isBusy && (
        <div className="plat-actions">
          <UiButton tone="primary" type="submit">
            {t('connect', { provider })}
            <UiIcon name="external" />
          </UiButton>
          <p className="plat-muted plat-inline">
            <UiIcon name="lock" />
            {t('passwordStays', { provider })}
          </p>
        </div>
      )}
    </form>
  )
}

/** Opens the provider's page of its own scheme. */
async function beginCustom(
  api: UiApi,
  { providerWorkspaceRef: _in, ...request }: ConnectRequest,
): Promise<OAuthStart> {
  const begun = await connectCustom(api, request)
  if ('url' in begun) return begun
  throw localProblem('unsupported', 'The provider does not have a sign-in page.', 422)
}

function CredentialsCard({
  api,
  info,
  method,
  scope,
  purpose,
  onConnected,
}: MethodProps<'credentials'>) {
  const { t } = useWords()
  const goToHeading = useGoToHeading()
  const inputs = [...method.metadata, ...method.credentials]
  const [values, setValues] = useInputValues(inputs)
  const connected = useConnected(api, onConnected)
  const { mutate, error, isPending } = useMutation(async (body: GenerateConnectionRequest) => {
    if (!method.isCustom) return { connectionId: (await requestConnection(api, body)).id }
    const { providerWorkspaceRef: _in, ...request } = body
    return connectCustom(api, request)
  })
  const provider = providerDisplayName(info)
  const next = useRef<OAuthStart | null>(null)
  const page = useOAuth({
    api,
    providerName: provider,
    begin: async () => next.current ?? Promise.reject(unsupported),
    onConnected: (connectionId) => void connected(connectionId),
  })
  const isAway = page.state.step === 'opening' || page.state.step === 'waiting'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const request = {
      provider: info.name,
      ...scope,
      ...toProviderMetadata(method.metadata, values),
      ...toCredentials(info, values),
    }
    const onSuccess = (made: { connectionId: string } | OAuthStart) => {
      if ('connectionId' in made) return void connected(made.connectionId)
      next.current = made
      page.start()
    }
    mutate(request, { onSuccess }).catch(() => {
      // Shown below, from the mutation's state.
    })
  }

  return (
    <form className="plat-stack" onSubmit={submit} data-plat-part="connect">
      {purpose}
      <FormFields
        inputs={inputs}
        values={values}
        onChange={setValues}
        issues={issuesByInput(error)}
      />
      {method.docsUrl && (
        <p className="plat-hint">
          <DocsLink url={method.docsUrl} />
        </p>
      )}
      {error && (
        <UiProblemMessage
          error={error}
          title={t('connectFailed', { provider })}
          providerName={provider}
        />
      )}
      <OAuthProgress
        state={page.state}
        providerName={provider}
        onAgain={page.start}
        onCancel={() => {
          page.cancel()
          goToHeading()
        }}
      />
      {!isAway && (
        <div className="plat-actions">
          <UiButton tone="primary" type="submit" isBusy={isPending}>
            {isPending ? t('connecting') : t('connect', { provider })}
          </UiButton>
        </div>
      )}
    </form>
  )
}

/** Returns a function that announces and reports a new connection. */
function useConnected(api: UiApi, onConnected?: (connection: Connection) => void) {
  const { store, emit } = usePlatform()
  const { t } = useWords()
  const announce = useAnnounce()
  return async (connectionId: string) => {
    const [connection] = await Promise.all([
      connectionByIdQuery(api, connectionId),
      store
        .invalidate(keys.connections(api))
        // Someone else in the group may have installed it in the meantime.
        .then(() => store.invalidate(keys.installations(api))),
    ])
    announce(t('connected'))
    emit({ type: 'connected', connectionId })
    onConnected?.(connection)
  }
}
