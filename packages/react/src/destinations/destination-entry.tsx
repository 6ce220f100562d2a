'use client'

import { useId, useState } from 'react'
import { UiButton } from '../ui/button.tsx'
import { UiTextField } from '../ui/text-field.tsx'
import { useAllWords } from '../words/all-words.ts'
import { DestinationProblem, isFieldRejected } from './destination-problem.tsx'
import { nameMessages, type DestinationText } from './destination-words.ts'
import type { Destination, DestinationSettings, EnteredDestination } from './destination-types.ts'

interface DestinationEntryProps {
  w: DestinationText
  settings: DestinationSettings
  /** The destination that is edited. */
  destination?: Destination
  mutation: { isPending: boolean; error: Error | null }
  onSubmit: (entered: EnteredDestination) => void
  onCancel: () => void
}

/** Asks for name, URL and messages of a destination. */
export function DestinationEntry({
  w,
  settings,
  destination,
  mutation: { isPending, error },
  onSubmit,
  onCancel,
}: DestinationEntryProps) {
  const { t } = useAllWords()
  const id = useId()
  const [label, setLabel] = useState(destination?.label ?? '')
  const [url, setUrl] = useState(destination?.url ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(destination?.eventTypes ?? [])
  const [hasTried, setHasTried] = useState(false)
  // What is no longer offered cannot be chosen again, and is not kept.
  const eventTypes = settings.eventTypes.filter((type) => chosen.includes(type))
  const messagesError =
    hasTried && eventTypes.length === 0
      ? w('chooseMessage')
      : isFieldRejected(error, 'eventTypes')
        ? w('notOfferedType')
        : undefined

  return (
    <form
      className="plat-stack"
      onSubmit={(event) => {
        event.preventDefault()
        setHasTried(true)
        if (!isPending && eventTypes.length > 0)
          onSubmit({ label: label.trim(), url: url.trim(), eventTypes })
      }}
    >
      <UiTextField
        label={w('name')}
        value={label}
        maxLength={100}
        // Not of blanks alone.
        pattern=".*\S.*"
        required
        onChange={({ target }) => setLabel(target.value)}
      />
      <UiTextField
        label={w('url')}
        hint={w('urlHint')}
        {...(isFieldRejected(error, 'url') && { error: w('urlRejected') })}
        type="url"
        dir="ltr"
        placeholder="https://"
        value={url}
        maxLength={2048}
        required
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset
        className="plat-group"
        aria-describedby={`${id}-error`}
        aria-invalid={messagesError ? true : undefined}
      >
        <legend className="plat-group-title">{w('messages')}</legend>
        <ul className="plat-checks">
          {settings.eventTypes.map((type) => (
            <li key={type}>
              <label className="plat-check">
                <input
                  type="checkbox"
                  checked={chosen.includes(type)}
                  onChange={({ target }) =>
                    setChosen(
                      target.checked ? [...chosen, type] : chosen.filter((one) => one !== type),
                    )
                  }
                />
                <span>{nameMessages(w, type)}</span>
              </label>
            </li>
          ))}
        </ul>
        <p id={`${id}-error`} className="plat-field-error" role="alert">
          {messagesError}
        </p>
      </fieldset>
      {error && <DestinationProblem w={w} error={error} />}
      <div className="plat-actions">
        <UiButton type="submit" tone="primary" isBusy={isPending}>
          {destination ? t('save') : w('add')}
        </UiButton>
        <UiButton disabled={isPending} onClick={onCancel}>
          {t('cancel')}
        </UiButton>
      </div>
    </form>
  )
}
