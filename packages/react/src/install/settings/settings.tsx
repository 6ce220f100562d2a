'use client'

import type { UiInstallation } from '../../config/config.ts'
import { useUpdateInstallation } from '../../installation-mutations.ts'
import { useInstallationScope } from '../../installation-provider.tsx'
import type { ManifestObject } from '../../config/manifest.ts'
import { WithSettingsWords } from '../../words/settings-words.tsx'
import { UiProblemMessage } from '../../ui/problem-message.tsx'
import { useAllWords } from '../../words/all-words.ts'
import { useLocalConfig } from '../../config/use-local-config.ts'
import type { ManifestWriteObject } from '../../config/use-manifest.ts'
import { ChangeChoices } from './change-choices.tsx'
import type { Choosing } from './choosing.ts'
import { ProxyChoice } from './proxy-choice.tsx'
import { TimeSettings } from './time-settings.tsx'
import { ToolChoices } from './tool-choices.tsx'
import { WriteSettings } from './write-settings.tsx'

// Settings that few integrations have, in a module that is loaded for them.

/** Where settings are shown, with what each place needs. */
export type SettingsProps =
  | { of: 'object'; object: ManifestObject }
  | { of: 'writing'; objects: ManifestWriteObject[] }
  | ({ of: 'wizard'; objects: ManifestWriteObject[] } & Names)
  | ({ of: 'installation'; installation: UiInstallation } & Names)

interface Names {
  title: string
  providerName: string
  nameOfObject: (objectName: string) => string
}

export default function Settings(props: SettingsProps) {
  return (
    <WithSettingsWords>
      {props.of === 'object' && <TimeSettings object={props.object} />}
      {(props.of === 'writing' || props.of === 'wizard') && (
        <WriteSettings objects={props.objects} />
      )}
      {props.of === 'wizard' && <WizardSettings {...props} />}
      {props.of === 'installation' && <InstallationSettings {...props} />}
    </WithSettingsWords>
  )
}

function WizardSettings({ title, providerName, nameOfObject }: Names) {
  const { setDraft } = useInstallationScope()
  const { draft } = useLocalConfig()
  const choosing: Choosing = {
    config: draft,
    onChange: (apply) => setDraft((current) => apply(current ?? draft)),
  }
  return <Choices {...{ choosing, title, providerName, nameOfObject }} />
}

/** Saves each choice at once. */
function InstallationSettings({
  installation,
  ...names
}: { installation: UiInstallation } & Names) {
  const { t } = useAllWords()
  const { setDraft } = useInstallationScope()
  const { updateInstallation, isPending, error } = useUpdateInstallation()
  const choosing: Choosing = {
    config: installation.config,
    isBusy: isPending,
    onChange: (apply) =>
      void updateInstallation({
        config: apply(installation.config),
        onSuccess: () => setDraft((current) => current && apply(current)),
      }).catch(() => {
        // Shown below, from the mutation's state.
      }),
  }
  return (
    <>
      <Choices {...{ choosing, ...names }} />
      {error && <UiProblemMessage error={error} title={t('notSaved')} />}
    </>
  )
}

function Choices({ choosing, title, providerName, nameOfObject }: { choosing: Choosing } & Names) {
  return (
    <>
      <ChangeChoices {...choosing} nameOfObject={nameOfObject} />
      <ProxyChoice {...choosing} {...{ title, providerName }} />
      <ToolChoices {...choosing} {...{ title, providerName, nameOfObject }} />
    </>
  )
}
