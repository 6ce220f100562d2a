'use client'

import { useAllWords } from '../../words/all-words.ts'
import { UiSwitch } from '../../ui/switch.tsx'
import { useLocalConfig } from '../../config/use-local-config.ts'
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
    <div data-plat-part="proxy">
      <UiSwitch
        label={t('allowProxy', { title, provider: providerName })}
        isOn={config.proxy?.enabled !== false}
        isBusy={isBusy}
        onChange={(enabled) => onChange((current) => ({ ...current, proxy: { enabled } }))}
      />
    </div>
  )
}
