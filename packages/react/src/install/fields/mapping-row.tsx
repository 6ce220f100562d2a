'use client'

import type { Mapping } from '../../config/manifest.ts'
import { usePlatform } from '../../platform-provider.tsx'
import type { FieldMetadata } from '../../config/wire.ts'
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx'
import { UiIcon } from '../../ui/icons.tsx'
import { usePart } from '../../ui/part.ts'
import { useAllWords } from '../../words/all-words.ts'
import { SampleValues } from './sample-values.tsx'
import type { Samples } from './use-samples.ts'
import { ValueMapping } from './value-mapping.tsx'

interface MappingRowProps {
  mapping: Mapping
  fields: FieldMetadata[]
  /** The fields as options of the combobox. */
  options: ComboboxOption[]
  /** The most similar field, if none is selected. */
  suggestion: FieldMetadata | undefined
  value: string | undefined
  /** The builder's value for each of the provider's values. */
  values: Record<string, string>
  /** The builder's field that already uses a provider's field, by the latter's name. */
  usedBy: Record<string, string>
  samples: Samples
  error?: string
  onChange: (fieldName: string | undefined) => void
  onValuesChange: (values: Record<string, string>) => void
}

/** Asks for the provider's field of one of the builder's fields, with a suggestion. */
export function MappingRow(props: MappingRowProps) {
  const {
    mapping,
    fields,
    options,
    suggestion,
    value,
    values,
    usedBy,
    samples,
    error,
    onChange,
    onValuesChange,
  } = props
  const { t } = useAllWords()
  const { builderMode } = usePlatform().options
  const suggestionPart = usePart('suggestion', 'plat-suggestion')
  const unavailable = (fieldName: string) => {
    const user = usedBy[fieldName]
    return user === undefined || user === mapping.label ? undefined : t('usedFor', { field: user })
  }
  const field = fields.find(({ fieldName }) => fieldName === (value ?? suggestion?.fieldName))

  return (
    <div {...usePart('mapping', 'plat-mapping')} data-state={value ? 'mapped' : 'open'}>
      <Combobox
        label={mapping.label}
        hint={mapping.prompt}
        internalName={builderMode ? mapping.mapToName : undefined}
        error={error}
        isRequired={mapping.isRequired}
        placeholder={t('chooseField')}
        options={options}
        unavailable={unavailable}
        value={value}
        onChange={onChange}
      />
      {suggestion && (
        <button type="button" {...suggestionPart} onClick={() => onChange(suggestion.fieldName)}>
          <UiIcon name="spark" />
          <span>{t('useField', { field: suggestion.displayName })}</span>
        </button>
      )}
      {field && <SampleValues values={samples[field.fieldName]} />}
      {field && value && mapping.values && (field.values?.length ?? 0) > 0 && (
        <ValueMapping
          label={mapping.label}
          ours={mapping.values}
          theirs={field.values ?? []}
          chosen={values}
          onChange={onValuesChange}
        />
      )}
    </div>
  )
}
