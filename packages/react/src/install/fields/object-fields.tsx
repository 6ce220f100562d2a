'use client'

import { useMemo } from 'react'
import { toLabel } from '../../words/label.ts'
import { suggestValues, type ReadObjectCheck } from '../../config/local-config.ts'
import { ambiguity, type ManifestObject, type Mapping } from '../../config/manifest.ts'
import { usePlatform } from '../../platform-provider.tsx'
import { useLocalConfig } from '../../config/use-local-config.ts'
import { useAllWords } from '../../words/all-words.ts'
import type { FieldMetadata } from '../../config/wire.ts'
import { UiButton } from '../../ui/button.tsx'
import { Notice, StepHeading } from '../../ui/layout.tsx'
import { MappingRow } from './mapping-row.tsx'
import { OptionalFields } from './optional-fields.tsx'
import { LazySettings } from '../lazy-settings.tsx'
import { RecordPreview } from './record-preview.tsx'
import { suggestField } from './suggest-field.ts'
import { collectSamples, useSampleRecords } from './use-samples.ts'

export interface ObjectFieldsProps {
  object: ManifestObject
  providerName: string
  check: ReadObjectCheck
  /** Whether missing choices are shown as errors. */
  isChecked: boolean
  /** Error messages of rejected fields, by field name. */
  refused: Record<string, string>
}

/** Shows the fields of one object to read, and the mapping of the builder's fields. */
export function ObjectFields(props: ObjectFieldsProps) {
  const { object, providerName, check, isChecked, refused } = props
  const { objectName, requiredFields, optionalFields, mappings } = object
  const { t } = useAllWords()
  const { builderMode } = usePlatform().options
  const draft = useLocalConfig().readObject(objectName)
  const chosen = draft.object.selectedFieldMappings ?? none
  // In the order of the API: useful ones first, those of the provider itself last.
  const fields = useMemo(() => Object.values(object.fields), [object.fields])
  const usedBy = findUses(mappings, chosen)
  const options = useMemo(() => {
    const isAmbiguous = ambiguity(fields)
    return fields.map(({ fieldName, displayName, valueType }) => ({
      name: fieldName,
      label: displayName,
      ...(valueType && { kind: t(valueType) }),
      ...((builderMode || isAmbiguous(displayName)) && { detail: fieldName }),
    }))
  }, [fields, t, builderMode])
  const suggestions = useSuggestions(mappings, fields, chosen)
  const sampled = mappings.flatMap((mapping) => {
    const name = chosen[mapping.mapToName] ?? suggestions.get(mapping)?.fieldName
    return name ? [name] : []
  })
  const samples = collectSamples(useSampleRecords(objectName, sampled).records, sampled)
  const findFieldError = (mapToName: string) => {
    const fieldName = chosen[mapToName]
    if (fieldName && refused[fieldName]) return refused[fieldName]
    if (fieldName && check.usedTwice.includes(fieldName)) return t('usedTwice')
    if (!isChecked) return undefined
    const open = check.openValues[mapToName]
    if (open) return t('valuesOpen', { values: open.join(', ') })
    return check.missing.includes(mapToName) ? t('fieldMissing') : undefined
  }
  const choose = (mapToName: string, fieldName: string | undefined) => {
    if (!fieldName) return draft.deleteFieldMapping(mapToName)
    draft.setFieldMapping({ mapToName, fieldName })
    const ours = mappings.find((mapping) => mapping.mapToName === mapToName)?.values
    const theirs = object.fields[fieldName]?.values
    if (ours && theirs) draft.setValueMapping({ mapToName, values: suggestValues(ours, theirs) })
  }

  return (
    <>
      <div>
        <StepHeading>{object.displayName}</StepHeading>
        {object.mapTo && object.mapTo !== object.displayName && (
          <p className="plat-muted">{t('calledHere', { name: object.mapTo })}</p>
        )}
      </div>

      {requiredFields.length > 0 && <RequiredFields fields={requiredFields} refused={refused} />}

      {mappings.length > 0 && (
        <div className="plat-group" data-plat-part="mappings">
          <h4 className="plat-group-title">{t('matchFields')}</h4>
          {mappings.map((mapping) => (
            <MappingRow
              key={mapping.mapToName}
              mapping={mapping}
              fields={fields}
              options={options}
              suggestion={suggestions.get(mapping)}
              value={chosen[mapping.mapToName]}
              values={draft.getValueMapping(mapping.mapToName)}
              usedBy={usedBy}
              samples={samples}
              error={findFieldError(mapping.mapToName)}
              onChange={(fieldName) => choose(mapping.mapToName, fieldName)}
              onValuesChange={(values) =>
                draft.setValueMapping({ mapToName: mapping.mapToName, values })
              }
            />
          ))}
        </div>
      )}
      {check.removed.map((mapToName) => (
        <Notice key={mapToName} tone="warning" icon="alert">
          <p>{t('noLongerAsked', { field: toLabel(mapToName) })}</p>
          <UiButton tone="quiet" onClick={() => draft.deleteFieldMapping(mapToName)}>
            {t('remove')}
          </UiButton>
        </Notice>
      ))}

      <LazySettings of="object" object={object} />
      {object.isEveryFieldOffered && (
        <label className="plat-check" data-plat-part="every-field">
          <input
            type="checkbox"
            checked={draft.isEveryFieldSelected}
            onChange={(event) => draft.setEveryFieldSelected(event.target.checked)}
          />
          <span>{t('everyField')}</span>
        </label>
      )}
      {optionalFields.length > 0 && !draft.isEveryFieldSelected && (
        <OptionalFields
          fields={optionalFields}
          isSelected={draft.getSelectedField}
          onSelect={(fieldNames, selected) => draft.setSelectedFields({ fieldNames, selected })}
          errors={refused}
        />
      )}
      <RecordPreview object={object} draft={draft.object} providerName={providerName} />
    </>
  )
}

interface RequiredFieldsProps {
  fields: ManifestObject['requiredFields']
  refused: Record<string, string>
}

/** Shows the fields that are always shared. */
function RequiredFields({ fields, refused }: RequiredFieldsProps) {
  const { t } = useAllWords()
  const { builderMode } = usePlatform().options
  return (
    <div className="plat-group" data-plat-part="required-fields">
      <h4 className="plat-group-title">{t('alwaysShared')}</h4>
      <ul className="plat-chips">
        {fields.map(({ fieldName, displayName }) => (
          <li
            key={fieldName}
            className="plat-chip"
            data-state={refused[fieldName] ? 'invalid' : undefined}
          >
            {displayName}
            {builderMode && <span className="plat-code">{fieldName}</span>}
            {refused[fieldName] && <span className="plat-field-error">{refused[fieldName]}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

const none: Record<string, string> = {}

/** Returns suggestions for unmapped fields, recomputed when a choice changes. */
function useSuggestions(
  mappings: Mapping[],
  fields: FieldMetadata[],
  chosen: Record<string, string>,
): Map<Mapping, FieldMetadata | undefined> {
  return useMemo(() => {
    const used = new Set(Object.values(chosen))
    const open = mappings.filter(({ mapToName }) => !chosen[mapToName])
    return new Map(open.map((mapping) => [mapping, suggestField(mapping, fields, used)]))
  }, [mappings, fields, chosen])
}

/** Returns the builder's field that uses each of the provider's, by label. */
function findUses(
  mappings: ManifestObject['mappings'],
  chosen: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    mappings.flatMap(({ mapToName, label }) => {
      const fieldName = chosen[mapToName]
      return fieldName ? [[fieldName, label]] : []
    }),
  )
}
