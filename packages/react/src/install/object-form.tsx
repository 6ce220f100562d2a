'use client'

import { useMemo, useRef, useState, type FormEvent } from 'react'
import type { Installation } from '../config.ts'
import { checkReadObject, readyToSave, withReadObject } from '../local-config.ts'
import type { ManifestObject } from '../manifest.ts'
import { useCreateInstallation, useUpdateInstallation } from '../installation-mutations.ts'
import { useInstallation, useIntegration } from '../use-installation.ts'
import { useLocalConfig } from '../use-local-config.ts'
import type { FieldMetadata } from '../wire.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Notice } from '../ui/layout.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import { useAnnounce } from '../ui/root.tsx'
import { MappingRow } from './mapping-row.tsx'
import { OptionalFields } from './optional-fields.tsx'
import { refusedFields } from './refused-fields.ts'

export interface ObjectFormProps {
  object: ManifestObject
  providerName: string
  onSaved: (installation: Installation, wasInstalled: boolean) => void
}

/** Which fields of one object are read, and where the builder's own fields come from. */
export function ObjectForm({ object, providerName, onSaved }: ObjectFormProps) {
  const { objectName, requiredFields, optionalFields, mappings } = object
  const local = useLocalConfig()
  const { installation } = useInstallation()
  const { integration } = useIntegration()
  const create = useCreateInstallation()
  const update = useUpdateInstallation()
  const announce = useAnnounce()
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const draft = local.readObject(objectName)
  const chosen = draft.object.selectedFieldMappings ?? {}
  const check = checkReadObject(draft.object, object)
  const saving = installation ? update : create
  const fields = useMemo(() => byLabel(Object.values(object.fields)), [object.fields])
  const usedBy = Object.fromEntries(
    mappings.flatMap(({ mapToName, label }) => {
      const fieldName = chosen[mapToName]
      return fieldName ? [[fieldName, label]] : []
    }),
  )
  const refused = refusedFields(saving.error, objectName, [
    ...requiredFields.map(({ fieldName }) => fieldName),
    ...optionalFields.map(({ fieldName }) => fieldName),
    ...Object.values(chosen),
  ])
  const errorOf = (mapToName: string) => {
    const fieldName = chosen[mapToName]
    if (fieldName && refused[fieldName]) return refused[fieldName]
    if (fieldName && check.usedTwice.includes(fieldName)) return 'Another mapping uses this field.'
    return isChecked && check.missing.includes(mapToName) ? 'Choose a field.' : undefined
  }
  const focusFirstError = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    setIsChecked(true)
    if (check.missing.length || check.usedTwice.length) {
      announce('Some mappings need attention.')
      focusFirstError()
      return
    }

    const saved = installation?.config ?? { provider: integration?.provider }
    const config = withReadObject(saved, readyToSave(draft.object, object))
    const callbacks = {
      onSuccess: (result: Installation) => {
        setIsChecked(false)
        announce(installation ? 'The changes are saved.' : 'Installed.')
        onSaved(result, Boolean(installation))
      },
      onError: focusFirstError,
    }
    const save = installation
      ? update.updateInstallation({ config, ...callbacks })
      : create.createInstallation({ config, ...callbacks })
    save.catch(() => {})
  }

  return (
    <form ref={form} className="plat-stack" onSubmit={submit} noValidate data-plat-part="object">
      {object.mapTo && object.mapTo !== object.displayName && (
        <p className="plat-muted plat-inline">
          <b>{object.displayName}</b> of {providerName} <Icon name="arrow" /> <b>{object.mapTo}</b>
        </p>
      )}
      {object.error && (
        <Notice tone="warning" icon="alert">
          <p className="plat-strong">{providerName} could not describe these fields</p>
          <p>{object.error}</p>
        </Notice>
      )}

      {requiredFields.length > 0 && (
        <div className="plat-group" data-plat-part="required-fields">
          <h4 className="plat-group-title">Always shared</h4>
          <ul className="plat-chips">
            {requiredFields.map(({ fieldName, displayName, mapTo }) => (
              <li
                key={fieldName}
                className="plat-chip"
                data-state={refused[fieldName] ? 'invalid' : undefined}
                title={fieldName}
              >
                {displayName}
                {mapTo && mapTo !== displayName && <span className="plat-map-to">{mapTo}</span>}
                {refused[fieldName] && (
                  <span className="plat-field-error">{refused[fieldName]}</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}

      {mappings.length > 0 && (
        <div className="plat-group" data-plat-part="mappings">
          <h4 className="plat-group-title">Match your fields</h4>
          {mappings.map((mapping) => (
            <MappingRow
              key={mapping.mapToName}
              mapping={mapping}
              fields={fields}
              value={chosen[mapping.mapToName]}
              usedBy={usedBy}
              error={errorOf(mapping.mapToName)}
              onChange={(fieldName) =>
                fieldName
                  ? draft.setFieldMapping({ mapToName: mapping.mapToName, fieldName })
                  : draft.deleteFieldMapping(mapping.mapToName)
              }
            />
          ))}
        </div>
      )}
      {check.removed.map((mapToName) => (
        <Notice key={mapToName} tone="warning" icon="alert">
          <p>
            <b>{mapToName}</b> is no longer asked for. It was filled from{' '}
            <span className="plat-code">{chosen[mapToName]}</span>.
          </p>
          <Button tone="quiet" onClick={() => draft.deleteFieldMapping(mapToName)}>
            Remove it
          </Button>
        </Notice>
      ))}

      {optionalFields.length > 0 && (
        <OptionalFields
          fields={optionalFields}
          isSelected={draft.getSelectedField}
          onSelect={(fieldNames, selected) => draft.setSelectedFields({ fieldNames, selected })}
          errors={refused}
        />
      )}

      {saving.error && (
        <ProblemMessage
          error={saving.error}
          title={installation ? 'The changes were not saved' : 'It was not installed'}
        />
      )}
      <div className="plat-actions" data-plat-part="save">
        <SaveButton
          isInstalled={Boolean(installation)}
          isSaved={draft.isSaved}
          isChanged={draft.isChanged}
          isPending={saving.isPending}
          name={object.displayName}
        />
        {draft.isSaved && draft.isChanged && (
          <Button tone="quiet" onClick={draft.reset}>
            Reset
          </Button>
        )}
      </div>
    </form>
  )
}

interface SaveButtonProps {
  isInstalled: boolean
  isSaved: boolean
  isChanged: boolean
  isPending: boolean
  name: string
}

function SaveButton({ isInstalled, isSaved, isChanged, isPending, name }: SaveButtonProps) {
  const label = !isInstalled ? 'Install' : isSaved ? 'Update' : `Add ${name}`
  const busyLabel = !isInstalled ? 'Installing…' : 'Saving…'
  return (
    <>
      <Button
        tone="primary"
        type="submit"
        isBusy={isPending}
        disabled={isInstalled && isSaved && !isChanged}
      >
        {isPending ? busyLabel : label}
      </Button>
      {isPending && <span className="plat-muted">Checking with a first record…</span>}
      {isSaved && !isChanged && !isPending && (
        <span className="plat-muted plat-inline">
          <Icon name="check" /> Installed
        </span>
      )}
    </>
  )
}

const byLabel = (fields: FieldMetadata[]) =>
  fields.toSorted((a, b) => a.displayName.localeCompare(b.displayName))
