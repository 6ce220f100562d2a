'use client'

import { useAllWords } from '../../words/all-words.ts'
import {
  findReadObjectConfig,
  isEventEnabled,
  listOptionalEvents,
  withEvent,
} from '../../config/local-config.ts'
import { UiSwitch } from '../../ui/switch.tsx'
import { useIntegration } from '../../use-installation.ts'
import type { Choosing } from './choosing.ts'

interface ChangeChoicesProps extends Choosing {
  nameOfObject: (objectName: string) => string
}

/** Lets the user choose which changes are sent, where the manifest leaves a choice. */
export function ChangeChoices({ config, isBusy, onChange, nameOfObject }: ChangeChoicesProps) {
  const { t } = useAllWords()
  const { integration } = useIntegration()
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
            <UiSwitch
              key={event}
              label={t(words[event])}
              isOn={isEventEnabled(config, object.objectName, event)}
              isBusy={isBusy}
              onChange={(isEnabled) =>
                onChange((current) => withEvent(current, object, { event, isEnabled }))
              }
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

const words = {
  createEvent: 'newRecords',
  updateEvent: 'changedRecords',
  deleteEvent: 'deletedRecords',
} as const
