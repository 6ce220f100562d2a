import { expect, it } from 'vitest'
import {
  listChangedPaths,
  configFromWire,
  configToWire,
  type InstallationConfig,
} from './config.ts'
import {
  checkReadObject,
  choosesTheSame,
  isComplete,
  readyToSave,
  openValuesKey,
  suggestValues,
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
      Stage: {
        fieldName: 'Stage',
        displayName: 'Stage',
        values: ['Closed', 'Ended', 'Gone'].map((value) => ({ value, displayValue: value })),
      },
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

it('blocks saving with a missing required field', () => {
  const missing = checkReadObject({ objectName: 'Contact' }, contact)

  expect(missing.missing).toEqual(['priority'])
  expect(isComplete(missing)).toBe(false)
})

it('maps several values of the provider to one, and names the values that have none', () => {
  const check = (stage: Record<string, string>, field = 'Stage') =>
    checkReadObject(
      {
        objectName: 'Contact',
        selectedFieldMappings: { priority: field === 'Level' ? 'Stage' : 'Level', stage: field },
        selectedValueMappings: { stage },
      },
      contact,
    )

  const several = check({ Closed: 'won', Ended: 'won' })
  const all = check({ Closed: 'won', Ended: 'won', Gone: 'lost' })
  const withoutValues = check({}, 'Level')

  expect([several, all, withoutValues].map(isComplete)).toEqual([true, true, true])
  expect(several.openValues).toEqual({ stage: ['Lost'] })
  expect([all, withoutValues].map(({ openValues }) => openValues)).toEqual([{}, {}])
  expect(openValuesKey(several)).not.toBe(openValuesKey(all))
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

  expect(suggestValues(wanted, theirs)).toEqual({ CLOSED_WON: 'closed-won', x: 'lost' })
})

it.each<[string, string[], string[], Record<string, string>]>([
  ['the value whose words include it', ['Won'], ['Open', 'Closed Won'], { 'Closed Won': 'Won' }],
  ['the closest of several', ['Won'], ['Closed Won', 'Won by a partner'], { 'Closed Won': 'Won' }],
  ['none of two that are equally close', ['Won'], ['Closed Won', 'Not Won'], {}],
  ['none that only shares letters', ['Won'], ['Wonderful', 'Wont fix'], {}],
  ['the same name before a similar one', ['Won'], ['Closed Won', 'won'], { won: 'Won' }],
  ['no value for two of ours', ['Won', 'Closed'], ['Closed Won'], {}],
])('suggests %s', (_, ours, names, expected) => {
  const wanted = ours.map((name) => ({ value: name, label: name }))
  const theirs = names.map((name) => ({ value: name, displayValue: name }))

  expect(suggestValues(wanted, theirs)).toEqual(expected)
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
  const makeSubscribedObject = (objectName: string) => ({
    objectName,
    destination: 'webhook',
    inheritFieldsAndMappings: true,
    createEvent: { enabled: 'always' as const },
  })
  const saved: InstallationConfig = {
    read: { objects: [{ objectName: 'Contact' }, { objectName: 'Account' }] },
    write: { objects: [{ objectName: 'Account' }] },
    subscribe: {
      objects: [
        makeSubscribedObject('Contact'),
        makeSubscribedObject('Account'),
        makeSubscribedObject('Lead'),
      ],
    },
    proxy: { enabled: true },
  }
  const prepareDraft = (draft: InstallationConfig) => withoutChangesOfUnread(saved, draft)
  const chosen = withReadObject(withWriteObjects(saved, []), {
    objectName: 'Contact',
    selectedFields: { Phone: true },
  })
  const takenOut = prepareDraft(withoutReadObject(saved, 'Contact'))

  expect(prepareDraft(chosen).subscribe).toEqual(saved.subscribe)
  expect(prepareDraft(chosen).proxy).toEqual(saved.proxy)
  expect(listChangedPaths(saved, prepareDraft(chosen))).toEqual([
    'config.content.read.objects.Contact',
    'config.content.write.objects.Account',
  ])
  expect(takenOut.subscribe?.objects).toEqual([
    makeSubscribedObject('Account'),
    makeSubscribedObject('Lead'),
  ])
  expect(listChangedPaths(saved, takenOut)).toEqual([
    'config.content.read.objects.Contact',
    'config.content.subscribe.objects.Contact',
  ])
  expect(configFromWire(configToWire(saved))).toEqual(saved)
})
