'use client'

import type { ReactNode } from 'react'
import { useInstallation } from '../use-installation.ts'
import { useAllWords } from '../words/all-words.ts'
import { UiButton } from '../ui/button.tsx'
import { UiIcon } from '../ui/icons.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'

interface SaveBarProps {
  /** Label of the button before the first save, such as "Add Contact". */
  addLabel: string
  providerName: string
  isSaved: boolean
  isChanged: boolean
  isPending: boolean
  error: Error | null
  onReset: () => void
  /** Further actions. */
  children?: ReactNode
}

/** Shows whether the form is saved, with the buttons to save or discard changes. */
export function SaveBar(props: SaveBarProps) {
  const { addLabel, providerName, isSaved, isChanged, isPending, error, onReset, children } = props
  const { t } = useAllWords()
  const { installation } = useInstallation()
  const idleLabel = () => {
    if (!installation) return t('install')
    return isSaved ? t('update') : addLabel
  }

  return (
    <>
      {error && (
        <UiProblemMessage
          error={error}
          title={t(installation ? 'notSaved' : 'notInstalled')}
          providerName={providerName}
        />
      )}
      <div className="plat-actions" data-plat-part="save">
        {isChanged || isPending ? (
          <>
            <UiButton tone="primary" type="submit" isBusy={isPending}>
              {isPending ? t(installation ? 'saving' : 'installing') : idleLabel()}
            </UiButton>
            {isSaved && !isPending && (
              <UiButton tone="quiet" onClick={onReset}>
                {t('reset')}
              </UiButton>
            )}
            {isPending && <span className="plat-muted">{t('checking')}</span>}
          </>
        ) : (
          <span className="plat-muted plat-inline">
            <UiIcon name="check" /> {t('allSaved')}
          </span>
        )}
        {children}
      </div>
    </>
  )
}
