'use client'

import { useState } from 'react'
import type { UiApi } from '../api.ts'
import { UiButton } from '../ui/button.tsx'
import { UiHealthBadge } from '../ui/health-badge.tsx'
import { toLabel } from '../words/label.ts'
import { useAllWords } from '../words/all-words.ts'
import type { AccountWords } from './account-words.ts'
import { useRenameAccount, type Account } from './accounts.ts'
import { NameForm } from './name-form.tsx'

interface AccountCardProps {
  api: UiApi
  words: AccountWords
  account: Account
  name: string
  /** Names of the other accounts. */
  others: readonly string[]
  onOpen: () => void
  onRenamed: () => Promise<void>
}

/** An account with its health; its name can be changed in place. */
export function AccountCard({
  api,
  words,
  account,
  name,
  others,
  onOpen,
  onRenamed,
}: AccountCardProps) {
  const { t, moment } = useAllWords()
  const { state, retryTime } = account.health
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = useRenameAccount(api, account.integrationId)
  const about = <span className="plat-visually-hidden"> {name}</span>

  return (
    <li className="plat-card" data-plat-part="card" data-state={state}>
      {isRenaming ? (
        <NameForm
          {...{ words, name, others }}
          submit={words.save}
          isBusy={rename.isPending}
          error={rename.error}
          onCancel={() => setIsRenaming(false)}
          onName={(entered) => {
            rename
              .mutate({ id: account.id, name: entered })
              .then(onRenamed)
              .then(() => setIsRenaming(false))
              // The form shows the error.
              .catch(() => undefined)
          }}
        />
      ) : (
        <>
          <div className="plat-header-text">
            <p className="plat-strong">
              <bdi>{name}</bdi>
            </p>
            <UiHealthBadge of={account.health} healthy="installed" />
            {state === 'limited' && retryTime && (
              <p className="plat-muted">
                {t('limitedUntil', {
                  provider: toLabel(account.connection.provider),
                  time: moment(retryTime),
                })}
              </p>
            )}
          </div>
          <div className="plat-actions">
            <UiButton onClick={onOpen}>
              {t('manage')}
              {about}
            </UiButton>
            <UiButton tone="quiet" onClick={() => setIsRenaming(true)}>
              {words.rename}
              {about}
            </UiButton>
          </div>
        </>
      )}
    </li>
  )
}
