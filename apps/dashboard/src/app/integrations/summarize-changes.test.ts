import type { Schemas } from '@platform/client'
import { expect, it } from 'vitest'
import { summarizeChanges } from './summarize-changes.ts'

type Content = Schemas['Revision']['content']

const contact = { objectName: 'contact', destination: 'webhook', schedule: '@daily' }
const base: Content = { name: 'crm', provider: 'salesforce', read: { objects: [contact] } }
const withObjects = (...objects: object[]): Content => ({
  ...base,
  read: { objects: objects as (typeof contact)[] },
})

it.each<[string, Content, Content]>([
  ['No changes', base, { read: base.read, provider: 'salesforce', name: 'crm' }],
  ['contact changed', base, withObjects({ ...contact, schedule: '@hourly' })],
  ['deal added, contact removed', base, withObjects({ ...contact, objectName: 'deal' })],
  ['contact added', base, { ...base, write: { objects: [{ objectName: 'contact' }] } }],
  ['settings changed', base, { ...base, displayName: 'CRM' }],
  [
    'a added, b added, c added, 2 more',
    base,
    withObjects(...['a', 'b', 'c', 'd'].map((objectName) => ({ ...contact, objectName }))),
  ],
])('summarizes what a revision changed: %s', (summary, before, after) => {
  expect(summarizeChanges(before, after)).toBe(summary)
})
