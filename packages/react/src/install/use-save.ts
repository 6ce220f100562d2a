'use client'

import type { InstallationConfig, UiInstallation } from '../config/config.ts'
import { useCreateInstallation, useUpdateInstallation } from '../installation-mutations.ts'
import { withoutChangesOfUnread } from '../config/local-config.ts'
import { useAnnounce } from '../ui/root.tsx'
import { useInstallation } from '../use-installation.ts'
import { useAllWords } from '../words/all-words.ts'

interface UseSave {
  onSaved?: (installation: UiInstallation, wasInstalled: boolean) => void
  onError?: () => void
}

/** Returns `save`, which installs or updates and announces the result. */
export function useSave({ onSaved, onError }: UseSave) {
  const { t } = useAllWords()
  const announce = useAnnounce()
  const { installation } = useInstallation()
  const create = useCreateInstallation()
  const update = useUpdateInstallation()
  const { error, isPending } = installation ? update : create

  const save = (chosen: InstallationConfig) => {
    const config = installation ? withoutChangesOfUnread(installation.config, chosen) : chosen
    const callbacks = {
      onSuccess: (result: UiInstallation) => {
        announce(t(installation ? 'allSaved' : 'installed'))
        onSaved?.(result, Boolean(installation))
      },
      ...(onError && { onError }),
    }
    const saving = installation
      ? update.updateInstallation({ config, ...callbacks })
      : create.createInstallation({ config, ...callbacks })
    saving.catch(() => {
      // Shown from the mutation's state.
    })
  }
  return { save, error, isPending }
}
