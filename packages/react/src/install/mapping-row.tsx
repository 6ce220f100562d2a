'use client'

import { useMemo } from 'react'
import type { Mapping } from '../manifest.ts'
import type { FieldMetadata } from '../wire.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Icon } from '../ui/icons.tsx'
import { suggestField } from './suggest-field.ts'

const kinds: Record<NonNullable<FieldMetadata['valueType']>, string> = {
  string: 'Text',
  boolean: 'Yes / no',
  singleSelect: 'Choice',
  multiSelect: 'Choices',
  date: 'Date',
  datetime: 'Date and time',
  int: 'Number',
  float: 'Number',
  reference: 'Reference',
  other: 'Other',
}

interface MappingRowProps {
  mapping: Mapping
  fields: FieldMetadata[]
  value: string | undefined
  /** Which of the builder's fields uses a provider's field already, by the latter's name. */
  usedBy: Record<string, string>
  error?: string
  onChange: (fieldName: string | undefined) => void
}

/** Asks which of the provider's fields fills one of the builder's fields, and suggests one. */
export function MappingRow({ mapping, fields, value, usedBy, error, onChange }: MappingRowProps) {
  const options = useMemo(
    () =>
      fields.map(({ fieldName, displayName, valueType }) => {
        const user = usedBy[fieldName]
        const isTaken = user !== undefined && user !== mapping.label
        return {
          name: fieldName,
          label: displayName,
          kind: valueType && kinds[valueType],
          unavailable: isTaken ? `Used for ${user}` : undefined,
        }
      }),
    [fields, usedBy, mapping.label],
  )
  const suggestion = value ? undefined : suggestField(mapping, fields, new Set(Object.keys(usedBy)))

  return (
    <div className="plat-mapping" data-plat-part="mapping" data-state={value ? 'mapped' : 'open'}>
      <Combobox
        label={mapping.label}
        hint={mapping.prompt}
        error={error}
        isRequired={mapping.isRequired}
        placeholder="Choose a field…"
        options={options}
        value={value}
        onChange={onChange}
      />
      {suggestion && (
        <button
          type="button"
          className="plat-suggestion"
          data-plat-part="suggestion"
          onClick={() => onChange(suggestion.fieldName)}
        >
          <Icon name="spark" />
          <span>
            Use <b>{suggestion.displayName}</b>
          </span>
          <span className="plat-code">{suggestion.fieldName}</span>
        </button>
      )}
    </div>
  )
}
