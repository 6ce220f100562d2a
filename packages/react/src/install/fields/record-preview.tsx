'use client'

import { useState } from 'react'
import type { ReadObjectConfig } from '../../config/config.ts'
import { toLabel } from '../../words/label.ts'
import type { ManifestObject } from '../../config/manifest.ts'
import { UiLoading } from '../../ui/layout.tsx'
import { useAllWords } from '../../words/all-words.ts'
import { asText, useMaySeeRecords, useSampleRecords } from './use-samples.ts'

interface RecordPreviewProps {
  object: ManifestObject
  draft: ReadObjectConfig
  providerName: string
}

/** Shows a live record with the current choices: as the provider has it, and as it is delivered. */
export function RecordPreview(props: RecordPreviewProps) {
  const { t } = useAllWords()
  const [isOpen, setIsOpen] = useState(false)
  if (!useMaySeeRecords()) return null

  return (
    <details
      className="plat-preview"
      data-plat-part="preview"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{t('preview')}</summary>
      {isOpen && <Rows {...props} />}
    </details>
  )
}

function Rows({ object, draft, providerName }: RecordPreviewProps) {
  const { t } = useAllWords()
  const rows = previewRows(object, draft)
  const { records, isPending } = useSampleRecords(
    object.objectName,
    rows.map(({ fieldName }) => fieldName),
  )
  const [record] = records
  if (isPending) return <UiLoading label={t('loading')} />
  if (!record) return <p className="plat-muted">{t('previewEmpty')}</p>

  return (
    <div className="plat-preview-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('previewAt', { provider: providerName })}</th>
            <th scope="col">{t('previewHere')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ fieldName, label, receivedAs, values }) => {
            const value = asText(record.fields[fieldName])
            return (
              <tr key={`${fieldName} ${receivedAs}`}>
                <td>
                  <span className="plat-muted">{label}</span> {value}
                </td>
                <td>
                  <span className="plat-muted">{receivedAs}</span> {values[value] ?? value}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Maximum number of fields of one sample. */
const maxFields = 50

interface PreviewRow {
  fieldName: string
  label: string
  /** The name in the builder's product. */
  receivedAs: string
  /** The builder's values by the provider's. */
  values: Record<string, string>
}

function previewRows(object: ManifestObject, draft: ReadObjectConfig): PreviewRow[] {
  const { selectedFields = {}, selectedFieldMappings = {}, selectedValueMappings = {} } = draft
  const isEvery = draft.selectedFieldsAuto === 'all'
  const getFieldLabel = (fieldName: string) =>
    object.fields[fieldName]?.displayName ?? toLabel(fieldName)
  const mapped = object.mappings.flatMap(({ mapToName, label }) => {
    const fieldName = selectedFieldMappings[mapToName]
    const values = selectedValueMappings[mapToName] ?? {}
    return fieldName
      ? [{ fieldName, label: getFieldLabel(fieldName), receivedAs: label, values }]
      : []
  })
  const plain = [
    ...object.requiredFields,
    ...object.optionalFields.filter(({ fieldName }) => isEvery || selectedFields[fieldName]),
  ].map(({ fieldName, displayName, mapTo }) => ({
    fieldName,
    label: getFieldLabel(fieldName),
    receivedAs: mapTo ?? displayName,
    values: {},
  }))
  return [...mapped, ...plain].slice(0, maxFields)
}
