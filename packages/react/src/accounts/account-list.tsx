'use client'

import { makeInstance } from '@platform/client/account-names'
import { useState, type ReactNode } from 'react'
import {
  InstallIntegration,
  type InstallIntegrationProps,
} from '../install/install-integration.tsx'
import { PlatformErrorBoundary } from '../platform-error-boundary.tsx'
import { usePlatform } from '../platform-provider.tsx'
import { integrationQuery, keys } from '../queries.ts'
import { UiButton } from '../ui/button.tsx'
import { CardLoading } from '../ui/layout.tsx'
import { usePart } from '../ui/part.ts'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { Root } from '../ui/root.tsx'
import { useUiQuery } from '../use-query.ts'
import { useAllWords } from '../words/all-words.ts'
import { toLabel } from '../words/label.ts'
import { AccountCard } from './account-card.tsx'
import { accountWordsIn } from './account-words.ts'
import { accountsQuery, useRenameAccount } from './accounts.ts'
import { NameForm } from './name-form.tsx'

/** The integration allows several accounts: `multiple: true` in platform.yaml. */
export type AccountListProps = Omit<InstallIntegrationProps, 'instance'>

/** Lists a customer's accounts of an integration, opens one, renames one, and adds another. */
export function AccountList(props: AccountListProps) {
  usePlatform()
  return (
    <PlatformErrorBoundary onError={props.onError}>
      <AccountScreens key={JSON.stringify([props.groupRef, props.integration])} {...props} />
    </PlatformErrorBoundary>
  )
}

/** An account that is shown; one that is being added has the name that was entered. */
interface Opened {
  instance: string
  newName?: string
}

function AccountScreens(props: AccountListProps) {
  const { groupRef, consumerRef } = props
  const { apiFor, store } = usePlatform()
  const api = apiFor({ groupRef, consumerRef })
  const { t, language } = useAllWords()
  const words = accountWordsIn(language)
  const integration = useUiQuery(integrationQuery(api, props.integration))
  const query = integration.data && accountsQuery(api, integration.data.id)
  const accounts = useUiQuery(query ?? null)
  const [opened, setOpened] = useState<Opened>()
  const [isAdding, setIsAdding] = useState(false)

  const list = accounts.data
  const states = [integration, accounts]
  const error = states.find((one) => one.error && !one.data)?.error
  const title = toLabel(props.integration, integration.data?.latestRevision.content.displayName)
  const reload = () => store.invalidate(keys.installations(api))
  // The first account is the default one, which needs no name.
  const shown = opened ?? (list?.length === 0 ? { instance: '' } : undefined)
  const screen = shown
    ? 'opened'
    : list
      ? isAdding
        ? 'adding'
        : 'list'
      : error
        ? 'problem'
        : 'loading'
  const label = screen === 'adding' ? words.add : screen === 'list' ? words.accounts : title
  const named = (list ?? []).map((account) => ({
    account,
    name: account.displayName ?? account.instance ?? title,
  }))
  const names = named.map(({ name }) => name)

  return (
    <Root part="account-list" label={label} screen={screen}>
      {screen === 'loading' && <CardLoading label={`${t('loading')} ${title}`} />}
      {screen === 'problem' && error && (
        <UiProblemMessage
          error={error}
          onRetry={() => states.forEach((one) => one.isError && one.refetch())}
        />
      )}
      {screen === 'list' && (
        <>
          <Heading>{`${title}: ${words.accounts}`}</Heading>
          <ul className="plat-cards" aria-label={words.accounts}>
            {named.map(({ account, name }) => (
              <AccountCard
                key={account.id}
                {...{ api, words, account, name }}
                others={names.filter((other) => other !== name)}
                onOpen={() => setOpened({ instance: account.instance ?? '' })}
                onRenamed={reload}
              />
            ))}
          </ul>
          <div className="plat-actions">
            <UiButton tone="primary" onClick={() => setIsAdding(true)}>
              {words.add}
            </UiButton>
          </div>
        </>
      )}
      {screen === 'adding' && list && (
        <>
          <Heading>{words.add}</Heading>
          <NameForm
            words={words}
            submit={words.next}
            others={names}
            onCancel={() => setIsAdding(false)}
            onName={(newName) => {
              const taken = list.map(({ instance }) => instance ?? '')
              setIsAdding(false)
              setOpened({ instance: makeInstance(newName, taken), newName })
            }}
          />
        </>
      )}
      {shown && integration.data && (
        <OpenedAccount
          {...props}
          of={shown}
          integrationId={integration.data.id}
          title={title}
          name={
            shown.newName ??
            named.find(({ account }) => (account.instance ?? '') === shown.instance)?.name ??
            title
          }
          onInstalled={() => setOpened(shown)}
          onNamed={() => void reload()}
          onClose={
            list?.length
              ? () => {
                  setOpened(undefined)
                  void reload()
                }
              : undefined
          }
        />
      )}
    </Root>
  )
}

interface OpenedAccountProps extends AccountListProps {
  of: Opened
  integrationId: string
  title: string
  name: string
  /** Before the list is read again: the end of the installation says what happens now. */
  onInstalled: () => void
  /** When the list shows the account by its name; the end user may have left it. */
  onNamed: () => void
  onClose: (() => void) | undefined
}

function OpenedAccount({
  of: { instance, newName },
  integrationId,
  title,
  name,
  onInstalled,
  onNamed,
  onClose,
  ...props
}: OpenedAccountProps) {
  const { t } = useAllWords()
  const { apiFor } = usePlatform()
  const { groupRef, consumerRef } = props
  const rename = useRenameAccount(apiFor({ groupRef, consumerRef }), integrationId)
  return (
    <>
      {onClose && (
        <div className="plat-actions">
          <UiButton tone="quiet" onClick={onClose}>
            {t('back')}
          </UiButton>
        </div>
      )}
      {/* The card below already shows the title. */}
      <Heading isHidden={name === title}>{name}</Heading>
      <InstallIntegration
        {...props}
        {...(instance && { instance })}
        onInstallSuccess={(id, config) => {
          onInstalled()
          // Without the name, people read the instance, which resembles it.
          const done =
            newName === undefined ? Promise.resolve() : rename.mutate({ id, name: newName })
          done.then(onNamed, onNamed)
          props.onInstallSuccess?.(id, config)
        }}
        onUninstallSuccess={(id) => {
          if (instance) onClose?.()
          props.onUninstallSuccess?.(id)
        }}
      />
    </>
  )
}

function Heading({ isHidden = false, children }: { isHidden?: boolean; children: ReactNode }) {
  const part = usePart('heading', isHidden ? 'plat-visually-hidden' : 'plat-heading')
  return (
    <h2 {...part} tabIndex={-1}>
      {children}
    </h2>
  )
}
