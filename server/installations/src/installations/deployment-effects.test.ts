import type { ConfigContent, ManifestIntegration } from '@platform/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effectsOfDeployment } from './deployment-effects.ts'

type ReadObject = NonNullable<NonNullable<ManifestIntegration['read']>['objects']>[number]
type SubscribedObject = NonNullable<
  NonNullable<ManifestIntegration['subscribe']>['objects']
>[number]

const contact: ReadObject = {
  objectName: 'Contact',
  destination: 'webhook',
  schedule: '0 * * * *',
  requiredFields: [{ fieldName: 'LastName' }],
  optionalFields: [{ fieldName: 'Title' }, { fieldName: 'Email', mapToName: 'email' }],
}
const heard: SubscribedObject = {
  objectName: 'Contact',
  destination: 'webhook',
  inheritFieldsAndMapping: true,
  createEvent: { enabled: 'always' },
}
const revision = (
  read: Partial<ReadObject>[] = [{}],
  more: Partial<ManifestIntegration> = {},
): ManifestIntegration => ({
  name: 'crm',
  provider: 'salesforce',
  read: { objects: read.map((object) => ({ ...contact, ...object })) },
  ...more,
})
const makeWritten = (
  inheritMapping?: boolean,
  more: { echo?: 'mark' | 'drop'; onConflict?: 'overwrite' | 'reject' | 'latest' } = {},
) => ({
  write: {
    objects: [{ objectName: 'Contact', ...(inheritMapping && { inheritMapping }), ...more }],
  },
})
const makeSubscribed = (object: Partial<SubscribedObject> = {}) => ({
  subscribe: { objects: [{ ...heard, ...object }] },
})
const chosen: ConfigContent = {
  read: { objects: { Contact: { selectedFields: { Title: true, Email: true } } } },
  write: { objects: { Contact: { objectName: 'Contact' } } },
}

interface Case {
  when: string
  before?: ManifestIntegration
  after: ManifestIntegration
  content?: ConfigContent
  isDestructive?: boolean
  effects: string[]
}

const cases: Case[] = [
  { when: 'nothing changes', after: revision(), effects: [] },
  {
    when: 'a field is required',
    after: revision([{ requiredFields: [{ fieldName: 'LastName' }, { fieldName: 'Phone' }] }]),
    effects: ['gets Phone with the next read'],
  },
  {
    when: 'a field that nobody chose is offered',
    after: revision([{ optionalFields: [...contact.optionalFields!, { fieldName: 'Fax' }] }]),
    effects: [],
  },
  {
    when: 'a field is required that was chosen anyway',
    after: revision([{ requiredFields: [{ fieldName: 'LastName' }, { fieldName: 'Title' }] }]),
    effects: [],
  },
  {
    when: 'a field gets a name of yours',
    after: revision([{ requiredFields: [{ fieldName: 'LastName', mapToName: 'surname' }] }]),
    effects: [
      'gets surname from LastName with the next read',
      'no longer has LastName after the next read',
    ],
  },
  {
    when: 'a name of yours gets another field',
    after: revision([
      { optionalFields: [{ fieldName: 'Title' }, { fieldName: 'Mail__c', mapToName: 'email' }] },
    ]),
    content: { read: { objects: { Contact: { selectedFields: { Email: true, Mail__c: true } } } } },
    effects: [
      'gets Email with the next read',
      'reads email from Mail__c instead of Email',
      'no longer has Mail__c after the next read',
    ],
  },
  {
    when: 'associations are listed',
    after: revision([{ associations: ['Account', 'Case'] }]),
    effects: [
      'gets associations with Account with the next read',
      'gets associations with Case with the next read',
    ],
  },
  {
    when: 'an association is no longer listed',
    before: revision([{ associations: ['Account'] }]),
    after: revision(),
    effects: ['no longer has associations with Account after the next read'],
  },
  {
    when: 'the end user has to map a field',
    after: revision([{ requiredFields: [{ fieldName: 'LastName' }, { mapToName: 'stage' }] }]),
    effects: ['lacks stage until the end user maps it'],
  },
  {
    when: 'everything else about reading is another',
    after: revision([
      {
        schedule: '30 * * * *',
        destination: 'stream',
        mapToName: 'person',
        deleted: true,
        delivery: { mode: 'onRequest', pageSize: 50 },
      },
    ]),
    effects: [
      'is scheduled by 30 * * * * instead of 0 * * * *',
      'goes to stream instead of webhook',
      'is called person instead of Contact',
      'has at most this many records in a message 50 instead of nothing',
      'is held until requested',
      'delivers deletions',
    ],
  },
  {
    when: 'the end user has a schedule of their own',
    after: revision([{ schedule: '30 * * * *' }]),
    content: { read: { objects: { Contact: { schedule: '15 * * * *' } } } },
    effects: [],
  },
  { when: 'the object goes', after: revision([]), effects: ['is still read as before'] },
  {
    when: 'the object goes, destructively',
    after: revision([]),
    isDestructive: true,
    effects: ['is paused: it is no longer declared'],
  },
  {
    when: 'an object is always read',
    after: revision([{}, { objectName: 'Account', enabled: 'always' }]),
    effects: ['is read from now on'],
  },
  {
    when: 'an object comes that nobody chose',
    after: revision([{}, { objectName: 'Account' }]),
    effects: [],
  },
  { when: 'it can be written', after: revision([{}], makeWritten()), effects: ['can be written'] },
  {
    when: 'it can no longer be written',
    before: revision([{}], makeWritten()),
    after: revision(),
    effects: ['can no longer be written'],
  },
  {
    when: 'writes inherit the mapping',
    before: revision([{}], makeWritten()),
    after: revision([{}], makeWritten(true)),
    effects: ['is written with your field names'],
  },
  {
    when: 'changes of own writes are left out',
    before: revision([{}], makeWritten(false, { echo: 'mark' })),
    after: revision([{}], makeWritten(false, { echo: 'drop' })),
    effects: ['no longer delivers changes that only your own writes caused'],
  },
  {
    when: 'defaults of own writes are named',
    before: revision([{}], makeWritten()),
    after: revision([{}], makeWritten(false, { echo: 'mark', onConflict: 'reject' })),
    effects: [],
  },
  {
    when: 'conflicts are overwritten',
    before: revision([{}], makeWritten()),
    after: revision([{}], makeWritten(false, { onConflict: 'overwrite' })),
    effects: ['is written even if the record was changed at the provider'],
  },
  {
    when: 'changes are subscribed to',
    after: revision([{}], makeSubscribed()),
    effects: ['delivers creations in real time'],
  },
  {
    when: 'other changes are subscribed to',
    before: revision([{}], makeSubscribed()),
    after: revision(
      [{}],
      makeSubscribed({
        createEvent: undefined,
        deleteEvent: { enabled: 'always' },
        destination: 'log',
      }),
    ),
    effects: [
      'no longer delivers creations',
      'delivers deletions in real time',
      'sends lifecycle events to log instead of webhook',
    ],
  },
  {
    when: 'other fields are watched',
    before: revision([{}], makeSubscribed({ updateEvent: { requiredWatchFields: ['Email'] } })),
    after: revision([{}], makeSubscribed({ updateEvent: { watchFieldsAuto: 'all' } })),
    effects: ['delivers other changes in real time'],
  },
]

it.each(cases)(
  'predicts the effects on an installation when $when',
  ({ before = revision(), after, content = chosen, isDestructive, effects: expected }) => {
    const effects = effectsOfDeployment(content, before, after, { isDestructive })

    expect(effects.map(({ effect }) => effect)).toEqual(expected)
  },
)

const fields = fc.uniqueArray(fc.constantFrom('LastName', 'Title', 'Email', 'Phone'), {
  minLength: 1,
})
const revisions = fc.record({ required: fields, optional: fields }).map(({ required, optional }) =>
  revision([
    {
      requiredFields: required.map((fieldName) => ({ fieldName })),
      optionalFields: optional.map((fieldName) => ({ fieldName })),
    },
  ]),
)

it('reports each addition as a removal in reverse, and nothing without changes', () => {
  fc.assert(
    fc.property(revisions, revisions, (before, after) => {
      const listEffects = (from: ManifestIntegration, to: ManifestIntegration) =>
        effectsOfDeployment(chosen, from, to)
          .map(({ effect }) => effect)
          .toSorted()

      const turned = listEffects(after, before).map((effect) =>
        effect.startsWith('gets')
          ? effect.replace(/^gets (.*) with the next read$/, 'no longer has $1 after the next read')
          : effect.replace(
              /^no longer has (.*) after the next read$/,
              'gets $1 with the next read',
            ),
      )
      expect(listEffects(before, before)).toEqual([])
      expect(turned.toSorted()).toEqual(listEffects(before, after))
    }),
  )
})
