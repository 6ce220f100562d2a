import { expect, it } from 'vitest'
import { toLabel } from './label.ts'

it.each([
  ['first_name', undefined, 'First name'],
  ['Customer_Priority__c', '', 'Customer Priority'],
  ['billingCity', 'billingCity', 'Billing City'],
  ['OwnerID', undefined, 'Owner ID'],
  ['HTTPStatus', undefined, 'HTTP Status'],
  ['salesforce-sync', undefined, 'Salesforce sync'],
  ['Contact', 'Contact', 'Contact'],
  ['E-Mail', 'E-Mail', 'E-Mail'],
  ['Level__c', 'Niveau', 'Niveau'],
  ['会社', undefined, '会社'],
])('calls %s with the label %s %s', (name, displayName, label) => {
  expect(toLabel(name, displayName)).toBe(label)
})
