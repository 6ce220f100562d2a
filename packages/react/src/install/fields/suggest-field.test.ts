import { expect, it } from 'vitest'
import { suggestField } from './suggest-field.ts'

const fields = [
  { fieldName: 'Email', displayName: 'Email' },
  { fieldName: 'Priority__c', displayName: 'Customer Priority' },
  { fieldName: 'LeadSource', displayName: 'Lead Source' },
  { fieldName: 'MobilePhone', displayName: 'Mobile Phone' },
]

const suggestion = (mapToName: string, used: string[] = []) =>
  suggestField({ mapToName, label: mapToName }, fields, new Set(used))?.fieldName

it('matches a field by API name or label in any notation', () => {
  expect(suggestion('priority')).toBe('Priority__c')
  expect(suggestion('lead_source')).toBe('LeadSource')
  expect(suggestion('mobile')).toBe('MobilePhone')
})

it('suggests neither weak matches nor used fields', () => {
  expect(suggestion('annualBudget')).toBeUndefined()
  expect(suggestion('email', ['Email'])).toBeUndefined()
})

it('matches a field by its values and skips other types', () => {
  const values = [
    { value: 'won', label: 'Won' },
    { value: 'lost', label: 'Lost' },
  ]
  const outcome = {
    fieldName: 'X1__c',
    displayName: 'Outcome',
    valueType: 'singleSelect' as const,
    values: [
      { value: 'Won', displayValue: 'Won' },
      { value: 'Lost', displayValue: 'Lost' },
    ],
  }
  const stageDate = { fieldName: 'Stage', displayName: 'Stage', valueType: 'date' as const }
  const mapping = { mapToName: 'stage', label: 'Stage', values }

  expect(suggestField(mapping, [stageDate, outcome], new Set())).toBe(outcome)
  expect(suggestField(mapping, [stageDate], new Set())).toBeUndefined()
})
