'use client'

import { useSetSupportAccess } from '../installation-mutations.ts'
import { usePlatform } from '../platform-provider.tsx'
import type { UiInstallation } from '../config/config.ts'
import { useAllWords } from '../words/all-words.ts'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { UiSwitch } from '../ui/switch.tsx'

/**
 * Lets the end user allow the product's team to view synced records. Shown only to callers with a
 * token, because a key does not prove which customer asks.
 */
export function SupportAccess({ installation }: { installation: UiInstallation }) {
  const { t } = useAllWords()
  const { options } = usePlatform()
  const { setSupportAccess, isPending, error } = useSetSupportAccess()
  if (!options.getToken) return null

  return (
    <div className="plat-group" data-plat-part="support-access">
      <UiSwitch
        label={t('supportAccess')}
        isOn={installation.supportAccess === true}
        isBusy={isPending}
        onChange={(isOn) =>
          void setSupportAccess(isOn).catch(() => {
            // Shown below, from the mutation's state.
          })
        }
      />
      {error && <UiProblemMessage error={error} title={t('notSaved')} />}
    </div>
  )
}
