import type { ProviderInfo } from '@platform/contract'
import { expect, it } from 'vitest'
import type { ManifestContext } from './context.ts'
import { type Rule, rules } from './finding.ts'
import { parseManifest } from './parse-manifest.ts'

const support = {
  bulkWrite: { insert: false, update: false, upsert: false, delete: false },
  proxy: true,
  read: true,
  subscribe: true,
  write: true,
  delete: true,
  search: { operators: { equals: true } },
}

const salesforce: ProviderInfo = {
  name: 'salesforce',
  displayName: 'Salesforce',
  authType: 'oauth2',
  baseURL: 'https://example.my.salesforce.com',
  defaultModule: 'crm',
  oauth2Opts: {
    grantType: 'authorizationCodePKCE',
    tokenURL: 'https://example.my.salesforce.com/token',
    explicitScopesRequired: false,
    explicitWorkspaceRequired: true,
    tokenMetadataFields: {},
  },
  support,
  modules: {
    crm: {
      displayName: 'CRM',
      baseURL: 'https://example.my.salesforce.com',
      support: { ...support, subscribeSupport: { objectsAtMost: 5 } },
    },
  },
}

const nothing = { ...support, read: false, write: false, subscribe: false, proxy: false }
const mute: ProviderInfo = {
  ...salesforce,
  name: 'mute',
  displayName: 'Mute',
  authType: 'none',
  support: nothing,
  modules: undefined,
}
const creating: ProviderInfo = {
  ...mute,
  name: 'creating',
  displayName: 'Creating',
  support: {
    ...support,
    subscribeSupport: { create: true, delete: false, association: false },
    readSupport: { withoutDeletions: ['contacts'], writesOnly: ['exports'] },
  },
}

const associating: ProviderInfo = {
  ...mute,
  name: 'associating',
  displayName: 'Associating',
  support: {
    ...support,
    readSupport: {
      withoutDeletions: [],
      associations: {
        objectNames: ['companies', 'deals'],
        accountObjectNames: [String.raw`^p\d+_`],
      },
    },
  },
}
const declaring: ProviderInfo = {
  ...associating,
  name: 'declaring',
  displayName: 'Declaring',
  support: {
    ...support,
    readSupport: { withoutDeletions: [], associations: { byObject: { people: ['teams'] } } },
  },
}

const findProvider = (name: string) =>
  [salesforce, mute, creating, associating, declaring].find((provider) => provider.name === name)

/** A manifest whose one integration has these lines, the first of them on line 5. */
const integration = (lines: string, provider = 'salesforce') =>
  `specVersion: 1.0.0
integrations:
  - name: crm
    provider: ${provider}
${lines.replace(/^\n/, '').replace(/\s*$/, '\n')}`

/** A read object with these further lines, the first of them on line 8. */
const readObject = (lines: string) =>
  integration(`
    read:
      objects:
        - objectName: contacts
${lines.replace(/^\n/, '')}`)

/** A subscribed object with these further lines, the first of them on line 12. */
const makeSubscribedObject = (lines: string, provider = 'salesforce') =>
  integration(
    `
    read:
      objects:
        - objectName: contacts
    subscribe:
      objects:
        - objectName: contacts
          destination: hook
${lines.replace(/^\n/, '')}`,
    provider,
  )

interface Case {
  rule: Rule
  when: string
  yaml: string
  at: [line: number, column: number]
  path: string
  message?: string
  suggestion?: string
  context?: ManifestContext
}

const cases: Case[] = [
  {
    rule: 'yaml-syntax',
    when: 'a bracket stays open',
    yaml: 'integrations: [',
    at: [1, 16],
    path: '',
  },
  {
    rule: 'yaml-syntax',
    when: 'an alias has no anchor',
    yaml: 'specVersion: *version',
    at: [1, 14],
    path: '',
  },
  {
    rule: 'yaml-syntax',
    when: 'there are two documents',
    yaml: 'a: 1\n---\nb: 1',
    at: [2, 1],
    path: '',
  },
  {
    rule: 'yaml-limit',
    when: 'it nests too deeply',
    yaml: `a:\n  ${'['.repeat(60)}${']'.repeat(60)}`,
    at: [2, 52],
    path: '',
    message: 'The file is nested deeper than 50 levels.',
  },
  {
    rule: 'yaml-limit',
    when: 'it has too many parts',
    yaml: `a: 1\nb: [${'1,'.repeat(60_000)}]`,
    at: [2, 66_663],
    path: '',
    message:
      'The file has more than 100000 tokens (about 10,000 lines). Split its integrations into several files.',
  },
  {
    rule: 'duplicate-key',
    when: 'a key is listed twice',
    yaml: readObject('').replace('1.0.0', '1.0.0\nspecVersion: 1.0.0'),
    at: [2, 1],
    path: 'specVersion',
  },
  {
    rule: 'unknown-key',
    when: 'a key is misspelt',
    yaml: readObject('          schedul: 0 * * * *'),
    at: [8, 11],
    path: 'integrations[0].read.objects[0].schedul',
    suggestion: 'Did you mean `schedule`?',
  },
  {
    rule: 'unknown-key',
    when: 'a key is foreign',
    yaml: `colours: red\n${readObject('')}`,
    at: [1, 1],
    path: 'colours',
  },
  {
    rule: 'unknown-key',
    when: 'a field that exists asks the user',
    yaml: readObject(`
          requiredFields:
            - fieldName: email
              prompt: Which?`),
    at: [10, 15],
    path: 'integrations[0].read.objects[0].requiredFields[0].prompt',
  },
  {
    rule: 'required-key',
    when: 'an integration has no provider',
    yaml: 'specVersion: 1.0.0\nintegrations:\n  - name: crm\n    proxy: {enabled: true}',
    at: [3, 5],
    path: 'integrations[0]',
  },
  {
    rule: 'required-key',
    when: 'there are no integrations',
    yaml: 'specVersion: 1.0.0',
    at: [1, 1],
    path: '',
  },
  { rule: 'required-key', when: 'the file is empty', yaml: '# later\n', at: [1, 1], path: '' },
  {
    rule: 'invalid-value',
    when: 'a value is of the wrong kind',
    yaml: readObject('          mapToName: [person]'),
    at: [8, 22],
    path: 'integrations[0].read.objects[0].mapToName',
  },
  {
    rule: 'invalid-value',
    when: 'a word is misspelt',
    yaml: readObject('          optionalFieldsAuto: al'),
    at: [8, 31],
    path: 'integrations[0].read.objects[0].optionalFieldsAuto',
    suggestion: 'Did you mean `all`?',
  },
  { rule: 'invalid-value', when: 'the file is a list', yaml: '- a', at: [1, 1], path: '' },
  {
    rule: 'spec-version',
    when: 'the version is another',
    yaml: readObject('').replace('1.0.0', '2.0.0'),
    at: [1, 14],
    path: 'specVersion',
  },
  {
    rule: 'integration-name',
    when: 'a name has a space',
    yaml: readObject('').replace('name: crm', 'name: my crm'),
    at: [3, 11],
    path: 'integrations[0].name',
  },
  {
    rule: 'integration-name-unique',
    when: 'two integrations have one name',
    yaml: `${readObject('')}  - name: crm\n    provider: salesforce\n    proxy: {enabled: true}`,
    at: [8, 11],
    path: 'integrations[1].name',
  },
  {
    rule: 'integration-actions',
    when: 'an integration does nothing',
    yaml: integration(''),
    at: [3, 5],
    path: 'integrations[0]',
  },
  {
    rule: 'non-empty-objects',
    when: 'a list of objects is empty',
    yaml: integration('    read:\n      objects: []'),
    at: [6, 7],
    path: 'integrations[0].read.objects',
  },
  {
    rule: 'non-empty-objects',
    when: 'there is no list of objects',
    yaml: integration('    write: {}'),
    at: [5, 5],
    path: 'integrations[0].write',
  },
  {
    rule: 'object-name-unique',
    when: 'an object is read twice',
    yaml: readObject('        - objectName: contacts'),
    at: [8, 23],
    path: 'integrations[0].read.objects[1].objectName',
  },
  {
    rule: 'schedule-syntax',
    when: 'a schedule has six fields',
    yaml: readObject('          destination: hook\n          schedule: 0 0 * * * *'),
    at: [9, 21],
    path: 'integrations[0].read.objects[0].schedule',
    suggestion: 'Every 6 hours is `0 */6 * * *`.',
  },
  {
    rule: 'schedule-choices',
    when: 'there are choices without a schedule',
    yaml: readObject("          destination: hook\n          scheduleChoices: ['0 * * * *']"),
    at: [9, 11],
    path: 'integrations[0].read.objects[0].scheduleChoices',
  },
  {
    rule: 'schedule-choices',
    when: 'a choice is listed twice',
    yaml: readObject(
      "          destination: hook\n          schedule: 0 * * * *\n          scheduleChoices: ['0 0 * * *', '0 0 * * *']",
    ),
    at: [10, 42],
    path: 'integrations[0].read.objects[0].scheduleChoices[1]',
  },
  {
    rule: 'schedule-syntax',
    when: 'a schedule to choose has six fields',
    yaml: readObject(
      '          destination: hook\n          schedule: 0 * * * *\n          scheduleChoices: [0 0 * * * *]',
    ),
    at: [10, 29],
    path: 'integrations[0].read.objects[0].scheduleChoices[0]',
    suggestion: 'Every 6 hours is `0 */6 * * *`.',
  },
  {
    rule: 'backfill-config',
    when: 'a period to choose is empty',
    yaml: readObject(
      '          destination: hook\n          backfill: { defaultPeriod: { days: 7 }, periodChoices: [{}] }',
    ),
    at: [9, 67],
    path: 'integrations[0].read.objects[0].backfill.periodChoices[0]',
  },
  {
    rule: 'schedule-timezone',
    when: 'a time zone is misspelled',
    yaml: readObject('          destination: hook\n          timezone: Europe/Berlni'),
    at: [9, 21],
    path: 'integrations[0].read.objects[0].timezone',
    suggestion: 'Did you mean `Europe/Berlin`?',
  },
  {
    rule: 'schedule-timezone',
    when: 'an offset is in place of a time zone',
    yaml: readObject("          destination: hook\n          timezone: '+02:00'"),
    at: [9, 21],
    path: 'integrations[0].read.objects[0].timezone',
    suggestion: 'Use an IANA name, such as `Europe/Berlin` or `UTC`.',
  },
  {
    rule: 'schedule-minimum-interval',
    when: 'two runs are 5 minutes apart',
    yaml: readObject("          destination: hook\n          schedule: '*/5 * * * *'"),
    at: [9, 21],
    path: 'integrations[0].read.objects[0].schedule',
  },
  {
    rule: 'schedule-minimum-interval',
    when: 'the schema is watched twice an hour',
    yaml: integration(`
    proxy: {enabled: true}
    watchSchema:
      destination: hook
      schedule: '*/30 * * * *'
      allObjects: {fieldCreated: {enabled: always}}`),
    at: [8, 17],
    path: 'integrations[0].watchSchema.schedule',
  },
  {
    rule: 'backfill-config',
    when: 'both days and full history are wanted',
    yaml: readObject(`
          destination: hook
          backfill:
            defaultPeriod: {days: 30, fullHistory: true}`),
    at: [10, 13],
    path: 'integrations[0].read.objects[0].backfill.defaultPeriod',
  },
  {
    rule: 'backfill-config',
    when: 'days are negative',
    yaml: readObject(`
          destination: hook
          backfill:
            defaultPeriod: {days: -1}`),
    at: [10, 35],
    path: 'integrations[0].read.objects[0].backfill.defaultPeriod.days',
  },
  {
    rule: 'large-backfill-risk',
    when: 'more than 180 days are read',
    yaml: readObject(`
          destination: hook
          backfill:
            defaultPeriod:
              days: 181`),
    at: [11, 21],
    path: 'integrations[0].read.objects[0].backfill.defaultPeriod.days',
  },
  {
    rule: 'delivery-mode',
    when: 'a mode is unknown',
    yaml: readObject(`
          destination: hook
          delivery:
            mode: onrequest`),
    at: [10, 19],
    path: 'integrations[0].read.objects[0].delivery.mode',
    suggestion: 'Did you mean `onRequest`?',
  },
  {
    rule: 'delivery-mode',
    when: 'pages are too large',
    yaml: readObject('          destination: hook\n          delivery: {pageSize: 501}'),
    at: [9, 32],
    path: 'integrations[0].read.objects[0].delivery.pageSize',
  },
  {
    rule: 'field-path',
    when: 'brackets are broken',
    yaml: readObject(`
          requiredFields:
            - fieldName: $['address'][city]`),
    at: [9, 26],
    path: 'integrations[0].read.objects[0].requiredFields[0].fieldName',
    suggestion: "Write `$['outer']['inner']`.",
  },
  {
    rule: 'field-mapping-unique',
    when: 'two fields have one mapped name',
    yaml: readObject(`
          requiredFields:
            - {fieldName: email, mapToName: mail}
          optionalFields:
            - {fieldName: email2, mapToName: mail}`),
    at: [11, 46],
    path: 'integrations[0].read.objects[0].optionalFields[0].mapToName',
  },
  {
    rule: 'field-mapping-unique',
    when: 'one mapped name lies in another',
    yaml: readObject(`
          requiredFields:
            - {fieldName: city, mapToName: "$['address']['city']"}
            - {fieldName: address, mapToName: address}`),
    at: [10, 47],
    path: 'integrations[0].read.objects[0].requiredFields[1].mapToName',
  },
  {
    rule: 'always-enabled-fields',
    when: 'an object that is always read has no required fields',
    yaml: readObject('          enabled: always'),
    at: [8, 20],
    path: 'integrations[0].read.objects[0].enabled',
  },
  {
    rule: 'always-enabled-fields',
    when: 'a required field of it waits for the user',
    yaml: readObject(`
          enabled: always
          requiredFields:
            - mapToName: phone`),
    at: [10, 15],
    path: 'integrations[0].read.objects[0].requiredFields[0]',
  },
  {
    rule: 'subscribe-requires-read',
    when: 'a subscribed object is not read',
    yaml: integration(`
    read:
      objects:
        - objectName: contacts
    subscribe:
      objects:
        - objectName: contact
          destination: hook
          otherEvents: [merge]`),
    at: [10, 23],
    path: 'integrations[0].subscribe.objects[0].objectName',
    suggestion: 'Did you mean `contacts`?',
  },
  {
    rule: 'subscribe-inherit-fields',
    when: 'events come without inherited fields',
    yaml: makeSubscribedObject('          createEvent: {enabled: always}'),
    at: [10, 11],
    path: 'integrations[0].subscribe.objects[0]',
  },
  {
    rule: 'subscribe-minimum-events',
    when: 'no event is subscribed to',
    yaml: makeSubscribedObject('          inheritFieldsAndMapping: true'),
    at: [10, 11],
    path: 'integrations[0].subscribe.objects[0]',
  },
  {
    rule: 'update-event-watch-fields',
    when: 'watched fields are both named and automatic',
    yaml: makeSubscribedObject(`
          inheritFieldsAndMapping: true
          updateEvent:
            enabled: always
            watchFieldsAuto: all
            requiredWatchFields: [email]`),
    at: [13, 11],
    path: 'integrations[0].subscribe.objects[0].updateEvent',
  },
  {
    rule: 'watch-fields-no-nesting',
    when: 'a nested field is watched',
    yaml: makeSubscribedObject(`
          inheritFieldsAndMapping: true
          updateEvent:
            enabled: always
            requiredWatchFields:
              - $['address']['city']`),
    at: [16, 17],
    path: 'integrations[0].subscribe.objects[0].updateEvent.requiredWatchFields[0]',
  },
  {
    rule: 'write-echo',
    when: 'an object whose changes are not delivered says what happens to its own',
    yaml: integration(`
    write:
      objects:
        - objectName: contact
          echo: drop`),
    at: [8, 17],
    path: 'integrations[0].write.objects[0].echo',
  },
  {
    rule: 'write-approval',
    when: 'a role is needed for an approval that nobody waits for',
    yaml: integration(`
    write:
      objects:
        - objectName: contact
          approvalRole: sales`),
    at: [8, 25],
    path: 'integrations[0].write.objects[0].approvalRole',
  },
  {
    rule: 'tool-action-unavailable',
    when: 'agents upsert what a person approves',
    yaml: integration(`
    write:
      objects:
        - objectName: contact
          approval: person
    tools:
      objects:
        - objectName: contact
          actions: [upsert]`),
    at: [12, 21],
    path: 'integrations[0].tools.objects[0].actions[0]',
  },
  {
    rule: 'tool-action-unavailable',
    when: 'agents define fields of an object whose changes a person approves',
    yaml: integration(`
    write:
      objects:
        - objectName: contact
    tools:
      objects:
        - objectName: contact
          actions: [defineFields]
          approval: person`),
    at: [11, 21],
    path: 'integrations[0].tools.objects[0].actions[0]',
  },
  {
    rule: 'tool-action-unavailable',
    when: 'agents call what a person could not approve',
    yaml: integration(`
    proxy:
      enabled: true
    write:
      objects:
        - objectName: contact
          approval: person
    tools:
      proxy:
        methods: [GET, POST]
        paths: [/contacts]`),
    at: [13, 24],
    path: 'integrations[0].tools.proxy.methods[1]',
  },
  {
    rule: 'write-inherit-mapping',
    when: 'an object is written by the mapping of reads that there are not',
    yaml: integration(`
    write:
      objects:
        - objectName: contact
          inheritMapping: true`),
    at: [8, 27],
    path: 'integrations[0].write.objects[0].inheritMapping',
  },
  {
    rule: 'tool-action-unavailable',
    when: 'agents write an object that the integration does not write',
    yaml: integration(`
    read:
      objects:
        - objectName: contact
    tools:
      objects:
        - objectName: contact
          actions: [search, create]`),
    at: [11, 29],
    path: 'integrations[0].tools.objects[0].actions[1]',
  },
  {
    rule: 'destination-required',
    when: 'a schedule delivers nowhere',
    yaml: readObject("          schedule: '0 * * * *'"),
    at: [7, 11],
    path: 'integrations[0].read.objects[0]',
  },
  {
    rule: 'destination-not-found',
    when: 'no destination has the name',
    yaml: readObject('          destination: hok'),
    at: [8, 24],
    path: 'integrations[0].read.objects[0].destination',
    suggestion: 'Did you mean `hook`?',
    context: { destinationNames: ['hook'] },
  },
  {
    rule: 'provider-not-supported',
    when: 'the catalogue does not have it',
    yaml: integration('    proxy: {enabled: true}', 'salesfroce'),
    at: [4, 15],
    path: 'integrations[0].provider',
    suggestion: 'Did you mean `salesforce`?',
    context: { findProvider, providerNames: ['hubspot', 'salesforce'] },
  },
  {
    rule: 'provider-module',
    when: 'the provider has no such module',
    yaml: integration('    module: crn\n    proxy: {enabled: true}'),
    at: [5, 13],
    path: 'integrations[0].module',
    suggestion: 'Did you mean `crm`?',
    context: { findProvider },
  },
  ...(['read', 'write'] as const).map((action): Case => ({
    rule: `provider-capability-${action}`,
    when: `the provider cannot ${action}`,
    yaml: integration(`    ${action}:\n      objects: [{objectName: contacts}]`, 'mute'),
    at: [5, 5],
    path: `integrations[0].${action}`,
    context: { findProvider },
  })),
  {
    rule: 'provider-capability-proxy',
    when: 'the provider has no proxy',
    yaml: integration('    proxy: {enabled: true}', 'mute'),
    at: [5, 5],
    path: 'integrations[0].proxy',
    context: { findProvider },
  },
  {
    rule: 'provider-capability-subscribe',
    when: 'the provider does not report deletions',
    yaml: makeSubscribedObject(
      `
          inheritFieldsAndMapping: true
          deleteEvent: {enabled: always}`,
      'creating',
    ),
    at: [13, 11],
    path: 'integrations[0].subscribe.objects[0].deleteEvent',
    context: { findProvider },
  },
  {
    rule: 'provider-capability-subscribe',
    when: 'the provider does not support associations',
    yaml: makeSubscribedObject(
      `
          inheritFieldsAndMapping: true
          associationChangeEvent: {enabled: always}`,
      'creating',
    ),
    at: [13, 11],
    path: 'integrations[0].subscribe.objects[0].associationChangeEvent',
    context: { findProvider },
  },
  {
    rule: 'provider-limit',
    when: 'Salesforce is to send six objects',
    yaml: integration(`
    read:
      objects: [{objectName: a}, {objectName: b}, {objectName: c}, {objectName: d}, {objectName: e}, {objectName: f}]
    subscribe:
      objects:
${['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `        - {objectName: ${name}, destination: hook, otherEvents: [x]}`).join('\n')}`),
    at: [14, 11],
    path: 'integrations[0].subscribe.objects[5]',
    context: { findProvider },
  },
  {
    rule: 'provider-capability-read',
    when: 'the object can only be written',
    yaml: integration(
      `
    read:
      objects:
        - objectName: contacts
        - objectName: exports
`,
      'creating',
    ),
    at: [8, 23],
    path: 'integrations[0].read.objects[1].objectName',
    message:
      '`exports` of Creating can be written but not read. Remove it from `read`; it can stay in `write`.',
    context: { findProvider },
  },
  {
    rule: 'deletions-not-told',
    when: 'deletions of the object are not detected',
    yaml: integration(
      `
    read:
      objects:
        - objectName: contacts
          deleted: true
        - objectName: companies
          deleted: true
`,
      'creating',
    ),
    at: [8, 20],
    path: 'integrations[0].read.objects[0].deleted',
    context: { findProvider },
  },
  {
    rule: 'association-not-supported',
    when: 'the provider has no object of the name',
    yaml: integration(
      `    read:
      objects:
        - objectName: contacts
          associations: [companies, p12_cars, deal]
`,
      'associating',
    ),
    at: [8, 47],
    path: 'integrations[0].read.objects[0].associations[2]',
    message: 'Associating has no object `deal` to associate with.',
    suggestion: 'Did you mean `deals`?',
    context: { findProvider },
  },
  {
    rule: 'association-not-supported',
    when: 'the entry of the provider declares others for the object',
    yaml: integration(
      `    read:
      objects:
        - objectName: people
          associations:
            - team
`,
      'declaring',
    ),
    at: [9, 15],
    path: 'integrations[0].read.objects[0].associations[0]',
    message: 'Associations of `people` with `team` are not supported. Supported: teams.',
    suggestion: 'Did you mean `teams`?',
    context: { findProvider },
  },
  {
    rule: 'association-not-supported',
    when: 'the entry of the provider declares none for the object',
    yaml: integration(
      `    read:
      objects:
        - objectName: teams
          associations: [people]
`,
      'declaring',
    ),
    at: [8, 26],
    path: 'integrations[0].read.objects[0].associations[0]',
    message: 'Associations of `teams` with `people` are not supported. Supported: none.',
    context: { findProvider },
  },
  {
    rule: 'association-not-supported',
    when: 'the provider has no associations',
    yaml: integration(
      `    read:
      objects:
        - objectName: contacts
          associations: [companies]
`,
      'creating',
    ),
    at: [8, 11],
    path: 'integrations[0].read.objects[0].associations',
    message: 'Creating does not support `associations`.',
    context: { findProvider },
  },
  {
    rule: 'filter',
    when: 'a list is compared by an operator for one value',
    yaml: readObject('          filter: { fieldName: City, operator: eq, value: [Rome, Oslo] }'),
    at: [8, 59],
    path: 'integrations[0].read.objects[0].filter.value',
  },
  {
    rule: 'filter',
    when: 'a nested condition lacks its value',
    yaml: readObject('          filter: { and: [{ or: [{ fieldName: City, operator: in }] }] }'),
    at: [8, 34],
    path: 'integrations[0].read.objects[0].filter.and[0].or[0]',
  },
  {
    rule: 'expression',
    when: 'the expression of a computed field is incomplete',
    yaml: readObject(
      '          computedFields:\n            - { mapToName: fullName, expression: First & }',
    ),
    at: [9, 50],
    path: 'integrations[0].read.objects[0].computedFields[0].expression',
    message: 'The expression is invalid. The expression is incomplete.',
  },
  {
    rule: 'expression',
    when: 'a function is misspelled',
    yaml: readObject(
      '          computedFields:\n            - { mapToName: city, expression: uper(City) }',
    ),
    at: [9, 46],
    path: 'integrations[0].read.objects[0].computedFields[0].expression',
    message: 'The expression is invalid. The function uper does not exist. Did you mean `upper`?',
  },
  {
    rule: 'expression',
    when: 'a filter is neither true nor false',
    yaml: readObject('          filterExpression: Active'),
    at: [8, 29],
    path: 'integrations[0].read.objects[0].filterExpression',
  },
  {
    rule: 'expression',
    when: 'an expression uses a computed field',
    yaml: readObject(
      "          filterExpression: city == 'Rome'\n          computedFields:\n            - { mapToName: city, expression: trim(City) }",
    ),
    at: [8, 29],
    path: 'integrations[0].read.objects[0].filterExpression',
  },
  {
    rule: 'field-mapping-unique',
    when: 'a computed field has the name of a mapped one',
    yaml: readObject(
      '          requiredFields:\n            - { fieldName: City, mapToName: city }\n          computedFields:\n            - { mapToName: city, expression: trim(Town) }',
    ),
    at: [11, 28],
    path: 'integrations[0].read.objects[0].computedFields[0].mapToName',
  },
  {
    rule: 'field-exists',
    when: 'accounts lack a field of an expression',
    yaml: readObject("          filterExpression: Citi == 'Rome'"),
    at: [8, 29],
    path: 'integrations[0].read.objects[0].filterExpression',
    context: {
      findMissingField: ({ fieldName }) =>
        fieldName === 'Citi'
          ? { accountsWithField: 0, accounts: 2, failing: 1, fieldNames: ['Phone'] }
          : undefined,
    },
  },
  {
    rule: 'filter-after-reading',
    when: 'the provider does not apply an operator',
    yaml: readObject('          filter: { fieldName: City, operator: contains, value: o }'),
    at: [8, 32],
    path: 'integrations[0].read.objects[0].filter.fieldName',
    context: { findProvider: () => salesforce },
  },
  {
    rule: 'field-exists',
    when: 'accounts lack a field of a filter',
    yaml: readObject('          filter: { fieldName: Citi, operator: isEmpty }'),
    at: [8, 32],
    path: 'integrations[0].read.objects[0].filter.fieldName',
    context: {
      findMissingField: ({ fieldName }) =>
        fieldName === 'Citi'
          ? { accountsWithField: 0, accounts: 2, failing: 1, fieldNames: ['Phone'] }
          : undefined,
    },
  },
  {
    rule: 'association-unique',
    when: 'an associated object is listed twice',
    yaml: readObject('          associations: [companies, companies]'),
    at: [8, 37],
    path: 'integrations[0].read.objects[0].associations[1]',
  },
  {
    rule: 'object-exists',
    when: 'the connected account has no such associated object',
    yaml: readObject('          associations: [Companie]'),
    at: [8, 26],
    path: 'integrations[0].read.objects[0].associations[0]',
    context: { findAccount: () => ({ of: 'Globex', lacks: ['Companie'], has: ['contacts'] }) },
  },
  {
    rule: 'provider-app-not-configured',
    when: 'the project has no OAuth client for it',
    yaml: integration('    proxy: {enabled: true}'),
    at: [4, 15],
    path: 'integrations[0].provider',
    suggestion: 'Register one as `platform provider-apps guide salesforce` describes.',
    context: { findProvider, providersWithApp: [] },
  },
  {
    rule: 'provider-changed',
    when: 'customers have installed it with accounts of another',
    yaml: integration('    proxy: {enabled: true}'),
    at: [4, 15],
    path: 'integrations[0].provider',
    context: { findInstalledProvider: (name) => (name === 'crm' ? 'hubspot' : undefined) },
  },
  {
    rule: 'object-exists',
    when: 'the connected account has no such object',
    yaml: readObject(''),
    at: [7, 23],
    path: 'integrations[0].read.objects[0].objectName',
    suggestion: 'Did you mean `contact`?',
    context: {
      findAccount: () => ({ of: 'Globex', lacks: ['contacts'], has: ['contact', 'company'] }),
    },
  },
  {
    rule: 'field-exists',
    when: 'connected accounts do not have the field',
    yaml: readObject('          requiredFields: [{fieldName: LastNam}]'),
    at: [8, 40],
    path: 'integrations[0].read.objects[0].requiredFields[0].fieldName',
    message: '0 of 12 accounts have `LastNam`: 12 installations would fail.',
    suggestion: 'Did you mean `LastName`?',
    context: {
      findMissingField: ({ fieldName }) =>
        fieldName === 'LastNam'
          ? { accountsWithField: 0, accounts: 12, failing: 12, fieldNames: ['Id', 'LastName'] }
          : undefined,
    },
  },
]

it.each(cases)(
  'reports $rule where $when',
  ({ rule, yaml, at, path, message, suggestion, context }) => {
    const { findings } = parseManifest(yaml, context)

    const [line, column] = at
    const severity = rules[rule]
    expect(findings).toEqual([
      {
        rule,
        severity,
        message: message ?? expect.stringMatching(/\.$/),
        line,
        column,
        path,
        ...(suggestion && { suggestion }),
      },
    ])
  },
)

it('has a case for every rule', () => {
  const tested = new Set<string>(cases.map(({ rule }) => rule))

  expect(Object.keys(rules).filter((rule) => !tested.has(rule))).toEqual([])
})

it('explains that a filter is nested too deeply, and accepts no 10,000 values', () => {
  const deep = '{ and: [{ or: [{ and: [{ fieldName: City, operator: isEmpty }] }] }] }'
  const long = `{ fieldName: City, operator: in, value: [${'x, '.repeat(10_000)}x] }`
  const check = (filter: string) =>
    parseManifest(readObject(`          filter: ${filter}`)).findings.filter(
      ({ severity }) => severity === 'error',
    )

  expect(check(deep).map(({ message }) => message)).toContain(
    'A group within a group of a filter can contain only conditions.',
  )
  expect(check(long)).toMatchObject([
    { rule: 'invalid-value', message: expect.stringContaining('at most 100 elements') },
  ])
})
