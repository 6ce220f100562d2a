'use client'

import type { UiInstallation } from '../config.ts'
import { useUpdateInstallation } from '../installation-mutations.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import { useLocalConfig } from '../use-local-config.ts'
import { useAllWords } from '../all-words.ts'
import { UiProblemMessage } from '../ui/problem-message.tsx'

interface ProxyChoiceProps {
  title: string
  providerName: string
  isEnabled: boolean
  isBusy?: boolean
  onChange: (isEnabled: boolean) => void
}

/** Lets the user allow requests that are neither reads nor writes of the integration. */
export function ProxyChoice(props: ProxyChoiceProps) {
  const { title, providerName, isEnabled, isBusy, onChange } = props
  const { t } = useAllWords()
  return (
    <label className="plat-check" data-plat-part="proxy">
      <input
        type="checkbox"
        checked={isEnabled}
        disabled={isBusy}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{t('allowProxy', { title, provider: providerName })}</span>
    </label>
  )
}

interface ProxySwitchProps {
  installation: UiInstallation
  title: string
  providerName: string
}

/** Saves the choice about the proxy at once. */
export function ProxySwitch({ installation, title, providerName }: ProxySwitchProps) {
  const { t } = useAllWords()
  const { isOffered } = useLocalConfig().proxy
  const { setDraft } = useInstallationScope()
  const { updateInstallation, isPending, error } = useUpdateInstallation()
  if (!isOffered) return null

  const change = (enabled: boolean) =>
    void updateInstallation({
      config: { ...installation.config, proxy: { enabled } },
      onSuccess: ({ config: { proxy } }) =>
        setDraft((current) => current && { ...current, ...(proxy && { proxy }) }),
    }).catch(() => {
      // Shown below, from the mutation's state.
    })
  return (
    <div className="plat-group">
      <ProxyChoice
        {...{ title, providerName }}
        isEnabled={installation.config.proxy?.enabled !== false}
        isBusy={isPending}
        onChange={change}
      />
      {error && <UiProblemMessage error={error} title={t('notSaved')} />}
    </div>
  )
}
