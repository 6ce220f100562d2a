'use client'

import { useSetSupportAccess } from '../installation-mutations.ts'
import { usePlatform } from '../platform-provider.tsx'
import type { UiInstallation } from '../config.ts'
import { useAllWords } from '../all-words.ts'
import { UiProblemMessage } from '../ui/problem-message.tsx'

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
      <label className="plat-check">
        <input
          type="checkbox"
          checked={installation.supportAccess === true}
          disabled={isPending}
          onChange={(event) =>
            void setSupportAccess(event.target.checked).catch(() => {
              // Shown below, from the mutation's state.
            })
          }
        />
        <span>{t('supportAccess')}</span>
      </label>
      {error && <UiProblemMessage error={error} title={t('notSaved')} />}
    </div>
  )
}
