import { expect, it } from 'vitest'
import { changedPaths, configFromWire, configToWire, type Config } from './config.ts'
import {
  checkReadObject,
  choosesTheSame,
  isComplete,
  readyToSave,
  sameValues,
  withFieldMapping,
  withoutChangesOfUnread,
  withoutReadObject,
  withReadObject,
  withWriteObjects,
} from './local-config.ts'
import { manifestObject } from './manifest.ts'

const contact = manifestObject(
  {
    objectName: 'Contact',
    displayName: 'Contact',
    requiredFields: [{ mapToName: 'priority' }],
    allFieldsMetadata: {
      Level: { fieldName: 'Level', displayName: 'Level' },
      Stage: { fieldName: 'Stage', displayName: 'Stage' },
    },
  },
  [{ mapToName: 'stage', mappedValues: [{ mappedValue: 'won' }, { mappedValue: 'lost' }] }],
)

it('treats absent, empty and false choices as equal and ignores dynamic mappings', () => {
  const saved = readyToSave(
    { objectName: 'Contact', selectedFieldMappings: { stage: 'Stage' } },
    contact,
  )
  const drafted = {
    objectName: 'Contact',
    selectedFields: { Phone: false },
    selectedFieldMappings: { stage: 'Stage' },
    selectedValueMappings: { stage: {} },
    disabled: false,
  }

  expect(saved.dynamicMappingsInput).toHaveLength(1)
  expect(choosesTheSame(saved, drafted)).toBe(true)
  expect(choosesTheSame(saved, { ...drafted, disabled: true })).toBe(false)
})

it('blocks saving with a missing required field or duplicate values', () => {
  const missing = checkReadObject({ objectName: 'Contact' }, contact)
  const twice = checkReadObject(
    {
      objectName: 'Contact',
      selectedFieldMappings: { priority: 'Level', stage: 'Stage' },
      selectedValueMappings: { stage: { Closed: 'won', Ended: 'won' } },
    },
    contact,
  )

  expect(missing.missing).toEqual(['priority'])
  expect(twice.valueTwice).toEqual(['stage'])
  expect([isComplete(missing), isComplete(twice)]).toEqual([false, false])
})

it('clears value mappings with their field mapping', () => {
  const object = {
    objectName: 'Contact',
    selectedFieldMappings: { stage: 'Stage' },
    selectedValueMappings: { stage: { Closed: 'won' }, other: { A: 'b' } },
  }

  expect(withFieldMapping(object, 'stage', 'Level').selectedValueMappings).toEqual({
    other: { A: 'b' },
  })
})

it('pairs values with the same name', () => {
  const theirs = [
    { value: 'CLOSED_WON', displayValue: 'Closed Won' },
    { value: 'x', displayValue: 'Lost' },
  ]
  const wanted = [
    { value: 'closed-won', label: 'Won' },
    { value: 'lost', label: 'Lost' },
    { value: 'open', label: 'Open' },
  ]

  expect(sameValues(wanted, theirs)).toEqual({ CLOSED_WON: 'closed-won', x: 'lost' })
})

it('keeps the settings of a write object that stays selected', () => {
  const account = { objectName: 'Account', deletionSettings: { enabled: true } }
  const config = { write: { objects: [account, { objectName: 'Lead' }] } }

  expect(withWriteObjects(config, ['Contact', 'Account']).write?.objects).toEqual([
    { objectName: 'Contact' },
    account,
  ])
})

it('removes subscriptions only of removed objects', () => {
  const subscribed = (objectName: string) => ({
    objectName,
    destination: 'webhook',
    inheritFieldsAndMappings: true,
    createEvent: { enabled: 'always' as const },
  })
  const saved: Config = {
    read: { objects: [{ objectName: 'Contact' }, { objectName: 'Account' }] },
    write: { objects: [{ objectName: 'Account' }] },
    subscribe: { objects: [subscribed('Contact'), subscribed('Account'), subscribed('Lead')] },
    proxy: { enabled: true },
  }
  const ready = (draft: Config) => withoutChangesOfUnread(saved, draft)
  const chosen = withReadObject(withWriteObjects(saved, []), {
    objectName: 'Contact',
    selectedFields: { Phone: true },
  })
  const takenOut = ready(withoutReadObject(saved, 'Contact'))

  expect(ready(chosen).subscribe).toEqual(saved.subscribe)
  expect(ready(chosen).proxy).toEqual(saved.proxy)
  expect(changedPaths(saved, ready(chosen))).toEqual([
    'config.content.read.objects.Contact',
    'config.content.write.objects.Account',
  ])
  expect(takenOut.subscribe?.objects).toEqual([subscribed('Account'), subscribed('Lead')])
  expect(changedPaths(saved, takenOut)).toEqual([
    'config.content.read.objects.Contact',
    'config.content.subscribe.objects.Contact',
  ])
  expect(configFromWire(configToWire(saved))).toEqual(saved)
})
