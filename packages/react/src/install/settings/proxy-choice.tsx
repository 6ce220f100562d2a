'use client'

import { useAllWords } from '../../all-words.ts'
import { useLocalConfig } from '../../use-local-config.ts'
import type { Choosing } from './choosing.ts'

interface ProxyChoiceProps extends Choosing {
  title: string
  providerName: string
}

/** Lets the user allow requests that are neither reads nor writes of the integration. */
export function ProxyChoice({ config, isBusy, onChange, title, providerName }: ProxyChoiceProps) {
  const { t } = useAllWords()
  const { isOffered } = useLocalConfig().proxy
  if (!isOffered) return null
  return (
    <label className="plat-check" data-plat-part="proxy">
      <input
        type="checkbox"
        checked={config.proxy?.enabled !== false}
        disabled={isBusy}
        onChange={({ target: { checked: enabled } }) =>
          onChange((current) => ({ ...current, proxy: { enabled } }))
        }
      />
      <span>{t('allowProxy', { title, provider: providerName })}</span>
    </label>
  )
}
