'use client'

import { useEffect, useRef } from 'react'
import type { UiInstallation } from '../config/config.ts'
import { useIntegration } from '../use-installation.ts'
import { newConfig } from '../config/use-local-config.ts'
import { useAllWords } from '../words/all-words.ts'
import { UiLoading } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { useSave } from './use-save.ts'

interface InstallAtOnceProps {
  providerName: string
  onInstalled: (installation: UiInstallation) => void
}

/** Installs an integration that requires no choices. */
export function InstallAtOnce({ providerName, onInstalled }: InstallAtOnceProps) {
  const { t } = useAllWords()
  const { integration } = useIntegration()
  const { save, error } = useSave({ onSaved: onInstalled })
  const hasBegun = useRef(false)
  const install = () => save(newConfig(integration))

  useEffect(() => {
    if (hasBegun.current || !integration) return
    hasBegun.current = true
    install()
  })

  return (
    <div className="plat-stack" data-plat-part="install-at-once">
      {error ? (
        <UiProblemMessage
          error={error}
          title={t('notInstalled')}
          providerName={providerName}
          onRetry={install}
        />
      ) : (
        <UiLoading label={t('installing')} />
      )}
    </div>
  )
}
