'use client'

import { useId, useMemo } from 'react'
import type { WriteFieldSetting } from '../../config/config.ts'
import { toLabel } from '../../words/label.ts'
import { toDefault } from '../../config/local-config.ts'
import { ambiguity } from '../../config/manifest.ts'
import { usePlatform } from '../../platform-provider.tsx'
import { useLocalConfig } from '../../config/use-local-config.ts'
import type { ManifestWriteObject } from '../../config/use-manifest.ts'
import { useAllWords } from '../../words/all-words.ts'
import type { FieldMetadata } from '../../config/wire.ts'
import { UiButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { usePart } from '../../ui/part.ts'
import { SelectField } from '../../ui/select-field.tsx'

/** Lets the user choose, for each object with write access, what can be deleted and which fields are written. */
export function WriteSettings({ objects }: { objects: ManifestWriteObject[] }) {
  const { objectNames } = useLocalConfig().writeObjects
  return objects
    .filter(({ objectName }) => objectNames.includes(objectName))
    .map((object) => <ObjectSettings key={object.objectName} object={object} />)
}

function ObjectSettings({ object }: { object: ManifestWriteObject }) {
  const { objectName, displayName, isDefaultAllowed } = object
  const { t } = useAllWords()
  const { builderMode } = usePlatform().options
  const draft = useLocalConfig().writeObject(objectName)
  const settings = draft.getFieldSettings()
  const options = useMemo(() => {
    const writable = Object.values(object.fields).filter(({ readOnly }) => !readOnly)
    const isAmbiguous = ambiguity(writable)
    return writable.map((field) => ({
      name: field.fieldName,
      label: field.displayName,
      ...(field.valueType && { kind: t(field.valueType) }),
      ...((builderMode || isAmbiguous(field.displayName)) && { detail: field.fieldName }),
    }))
  }, [object.fields, t, builderMode])

  return (
    <details className="plat-details" data-plat-part="write-settings">
      <summary>{t('settingsOf', { object: displayName })}</summary>
      <div className="plat-stack" data-gap="small">
        <label className="plat-check">
          <input
            type="checkbox"
            checked={draft.isDeletionAllowed}
            onChange={(event) => draft.setDeletionAllowed(event.target.checked)}
          />
          <span>{t('allowDeletion')}</span>
        </label>
        {Object.entries(settings).map(([fieldName, setting]) => (
          <FieldSetting
            key={fieldName}
            field={object.fields[fieldName] ?? { fieldName, displayName: toLabel(fieldName) }}
            setting={setting}
            isDefaultAllowed={isDefaultAllowed}
            onChange={(changed) => draft.setFieldSetting({ fieldName, setting: changed })}
            onRemove={() => draft.deleteFieldSetting(fieldName)}
          />
        ))}
        {options.length > 0 && (
          <Combobox
            label={t('restrictField')}
            placeholder={t('chooseField')}
            options={options.filter(({ name }) => !Object.hasOwn(settings, name))}
            unavailable={() => undefined}
            value={undefined}
            onChange={(fieldName) =>
              fieldName && draft.setFieldSetting({ fieldName, setting: neverWritten })
            }
          />
        )}
      </div>
    </details>
  )
}

const neverWritten: WriteFieldSetting = { writeOnCreate: 'never', writeOnUpdate: 'never' }

interface FieldSettingProps {
  field: FieldMetadata
  setting: WriteFieldSetting
  isDefaultAllowed: boolean
  onChange: (setting: WriteFieldSetting) => void
  onRemove: () => void
}

/** Shows when one field is written, and its default value. */
function FieldSetting({ field, setting, isDefaultAllowed, onChange, onRemove }: FieldSettingProps) {
  const { t } = useAllWords()
  const { writeOnCreate = 'always', writeOnUpdate, default: preset, ...others } = setting
  const never = { value: 'never', label: t('writeNever') }
  const always = { value: 'always', label: t('writeAlways') }
  // Without `writeOnUpdate`, the default value applies only to new records.
  const updates = [
    preset ? { value: '', label: t('writeAlways') } : always,
    ...(preset ? [{ value: 'always', label: t('writeOrDefault') }] : []),
    { value: 'ifEmpty', label: t('writeIfEmpty') },
    never,
  ]
  const change = (changed: WriteFieldSetting) => {
    const kept = {
      ...others,
      ...(preset && { default: preset }),
      writeOnCreate,
      ...(writeOnUpdate && { writeOnUpdate }),
      ...changed,
    }
    onChange(Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)))
  }

  return (
    <div {...usePart('mapping', 'plat-mapping')}>
      <fieldset className="plat-values">
        <legend className="plat-strong">{field.displayName}</legend>
        <SelectField
          label={t('onCreate')}
          value={writeOnCreate}
          options={[always, never]}
          onChange={(value) => change({ writeOnCreate: value === 'never' ? 'never' : 'always' })}
        />
        <SelectField
          label={t('onUpdate')}
          value={writeOnUpdate ?? (preset ? '' : 'always')}
          options={updates}
          onChange={(value) =>
            change({ writeOnUpdate: updateModes.find((mode) => mode === value) })
          }
        />
        {isDefaultAllowed && (
          <DefaultValue
            field={field}
            value={preset?.stringValue ?? preset?.integerValue ?? preset?.booleanValue}
            onChange={(value) =>
              change({ default: value === undefined ? undefined : toDefault(value) })
            }
          />
        )}
      </fieldset>
      <UiButton tone="quiet" aria-label={`${t('remove')}: ${field.displayName}`} onClick={onRemove}>
        {t('remove')}
      </UiButton>
    </div>
  )
}

const updateModes = ['always', 'never', 'ifEmpty'] as const

interface DefaultValueProps {
  field: FieldMetadata
  value: string | number | boolean | undefined
  onChange: (value: string | number | boolean | undefined) => void
}

/** An input for the type of the field: its options, yes or no, a whole number, a date or text. */
function DefaultValue({ field, value, onChange }: DefaultValueProps) {
  const id = useId()
  const { t } = useAllWords()
  const inputPart = usePart('input', 'plat-input')
  const label = t('defaultValue')
  const shown = value === undefined ? '' : String(value)
  const none = { value: '', label: t('none') }
  if (field.values?.length) {
    const options = field.values.map((one) => ({ value: one.value, label: one.displayValue }))
    const isListed = shown === '' || options.some((option) => option.value === shown)
    const all = [none, ...options, ...(isListed ? [] : [{ value: shown, label: shown }])]
    const change = (chosen: string) => onChange(chosen || undefined)
    return <SelectField label={label} value={shown} options={all} onChange={change} />
  }
  if (field.valueType === 'boolean') {
    const options = [none, { value: 'true', label: t('yes') }, { value: 'false', label: t('no') }]
    const change = (chosen: string) => onChange(chosen === '' ? undefined : chosen === 'true')
    return <SelectField label={label} value={shown} options={options} onChange={change} />
  }
  const isNumber = field.valueType === 'int' || field.valueType === 'float'
  const parse = (text: string) => {
    if (text === '') return undefined
    return isNumber && Number.isSafeInteger(Number(text)) ? Number(text) : text
  }
  return (
    <div className="plat-value">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...inputPart}
        type={inputType()}
        // The API accepts whole numbers as default values.
        {...(isNumber && { step: 1 })}
        value={shown}
        autoComplete="off"
        onChange={(event) => onChange(parse(event.target.value))}
      />
    </div>
  )

  function inputType() {
    if (isNumber) return 'number'
    return field.valueType === 'date' ? 'date' : 'text'
  }
}
