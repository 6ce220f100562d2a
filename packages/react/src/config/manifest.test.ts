import { expect, it } from 'vitest'
import { manifestObject, toUndescribedObject } from './manifest.ts'

const raw = {
  objectName: 'Contact',
  mapToDisplayName: 'People',
  requiredFields: [{ fieldName: 'Email' }, { mapToName: 'priority' }],
}

it('keeps the mappings when the provider cannot describe an object', () => {
  const object = manifestObject({ ...toUndescribedObject(raw), error: 'invalid_grant' }, [], raw)

  expect(object.requiredFields).toEqual([{ fieldName: 'Email', displayName: 'Email' }])
  expect(object.mappings).toMatchObject([{ mapToName: 'priority', isRequired: true }])
  expect(object).toMatchObject({ displayName: 'Contact', mapTo: 'People' })
})

it('shows the labels that the account had before its sign-in was lost', () => {
  const object = manifestObject(
    {
      ...toUndescribedObject(raw),
      displayName: 'Person',
      error: 'invalid_grant',
      requiredFields: [{ fieldName: 'Email', displayName: 'E-mail address' }],
      allFields: [{ fieldName: 'First_Name__c', displayName: 'Given name' }],
    },
    [],
    raw,
  )

  expect(object.displayName).toBe('Person')
  expect(object.requiredFields).toEqual([{ fieldName: 'Email', displayName: 'E-mail address' }])
  expect(object.fields['First_Name__c']?.displayName).toBe('Given name')
})

it('offers every live field when optional fields are set to all', () => {
  const object = manifestObject({
    objectName: 'Contact',
    displayName: 'Contact',
    optionalFieldsAuto: 'all',
    requiredFields: [{ fieldName: 'Email', displayName: 'Email' }],
    allFieldsMetadata: {
      Email: { fieldName: 'Email', displayName: 'Email' },
      Level__c: { fieldName: 'Level__c', displayName: 'Level' },
    },
  })

  expect(object.optionalFields).toEqual([{ fieldName: 'Level__c', displayName: 'Level' }])
})

it('marks fields that the provider maintains, unless the integration names them', () => {
  const created = { fieldName: 'CreatedDate', displayName: 'Created', isSystem: true }
  const stamp = { fieldName: 'SystemModstamp', displayName: 'Stamp', isSystem: true }
  const { optionalFields } = manifestObject({
    objectName: 'Contact',
    displayName: 'Contact',
    optionalFieldsAuto: 'all',
    optionalFields: [{ fieldName: 'CreatedDate', displayName: 'Created' }],
    allFieldsMetadata: { CreatedDate: created, SystemModstamp: stamp },
  })

  expect(optionalFields.map(({ fieldName, isSystem }) => [fieldName, isSystem])).toEqual([
    ['CreatedDate', undefined],
    ['SystemModstamp', true],
  ])
})
