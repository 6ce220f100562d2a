'use client'

import type { UiInstallation } from '../config.ts'
import { useUpdateInstallation } from '../installation-mutations.ts'
import { useInstallationScope } from '../installation-provider.tsx'
import {
  findReadObjectConfig,
  isEventEnabled,
  listOptionalEvents,
  withEvent,
} from '../local-config.ts'
import { useIntegration } from '../use-installation.ts'
import { useAllWords } from '../all-words.ts'
import { UiProblemMessage } from '../ui/problem-message.tsx'

interface ChangeSwitchesProps {
  installation: UiInstallation
  nameOfObject: (objectName: string) => string
}

/** Lets the user choose which changes are sent, where the manifest leaves a choice. Saves at once. */
export function ChangeSwitches({ installation, nameOfObject }: ChangeSwitchesProps) {
  const { t } = useAllWords()
  const { integration } = useIntegration()
  const { setDraft } = useInstallationScope()
  const { updateInstallation, isPending, error } = useUpdateInstallation()
  const { config } = installation
  const objects = (integration?.latestRevision.content.subscribe?.objects ?? []).filter(
    (object) =>
      listOptionalEvents(object).length > 0 && findReadObjectConfig(config, object.objectName),
  )
  if (objects.length === 0) return null

  return (
    <div className="plat-group" data-plat-part="changes">
      {objects.map((object) => (
        <fieldset key={object.objectName} className="plat-group">
          <legend className="plat-group-title">
            {`${t('changes')}: ${nameOfObject(object.objectName)}`}
          </legend>
          {listOptionalEvents(object).map((event) => (
            <label key={event} className="plat-check">
              <input
                type="checkbox"
                checked={isEventEnabled(config, object.objectName, event)}
                disabled={isPending}
                onChange={({ target: { checked: isEnabled } }) => {
                  void updateInstallation({
                    config: withEvent(config, object, { event, isEnabled }),
                    onSuccess: () =>
                      setDraft(
                        (current) => current && withEvent(current, object, { event, isEnabled }),
                      ),
                  }).catch(() => {
                    // Shown below, from the mutation's state.
                  })
                }}
              />
              <span>{t(words[event])}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {error && <UiProblemMessage error={error} title={t('notSaved')} />}
    </div>
  )
}

const words = {
  createEvent: 'newRecords',
  updateEvent: 'changedRecords',
  deleteEvent: 'deletedRecords',
} as const
