import { expect, it } from 'vitest'
import { controls } from './customer-choices.ts'
import { listSchemaMembers } from './schema-members.ts'

// What an integration takes from a customer's account is the customer's choice, or there is a reason.

const forTheProduct = 'Decides how the product receives records, not what leaves the account.'
const named = 'Names what it belongs to.'
const readAlways = 'Required by the integration; customers who disagree do not read the object.'

/** Members of the manifest with the members of a configuration by which a customer decides, or a reason. */
const decisions: Record<string, string[] | string> = {
  name: named,
  displayName: named,
  provider: named,
  module: 'Fixed by the account that the customer connects.',
  multiple: 'The product decides whether a customer connects several accounts.',
  'read.objects.*.objectName': ['read.objects.*.objectName', 'read.objects.*.disabled'],
  'read.objects.*.enabled': readAlways,
  'read.objects.*.destination': forTheProduct,
  'read.objects.*.mapToName': forTheProduct,
  'read.objects.*.mapToDisplayName': forTheProduct,
  'read.objects.*.requiredFields.*.fieldName': readAlways,
  'read.objects.*.requiredFields.*.mapToName': ['read.objects.*.selectedFieldMappings.*'],
  'read.objects.*.requiredFields.*.mapToDisplayName': named,
  'read.objects.*.requiredFields.*.default': ['read.objects.*.selectedFieldMappings.*'],
  'read.objects.*.requiredFields.*.prompt': named,
  'read.objects.*.optionalFields.*.fieldName': ['read.objects.*.selectedFields.*'],
  'read.objects.*.optionalFields.*.mapToName': ['read.objects.*.selectedFieldMappings.*'],
  'read.objects.*.optionalFields.*.mapToDisplayName': named,
  'read.objects.*.optionalFields.*.default': ['read.objects.*.selectedFieldMappings.*'],
  'read.objects.*.optionalFields.*.prompt': named,
  'read.objects.*.optionalFieldsAuto': ['read.objects.*.selectedFieldsAuto'],
  'read.objects.*.filter': 'Limits what leaves the account; customers narrow it by `fieldFilters`.',
  'read.objects.*.filterExpression': 'Limits what leaves the account, like `filter`.',
  'read.objects.*.computedFields.*.mapToName': forTheProduct,
  'read.objects.*.computedFields.*.expression': forTheProduct,
  'read.objects.*.associations': 'IDs of related records, which belong to the object.',
  'read.objects.*.schedule': ['read.objects.*.schedule'],
  'read.objects.*.scheduleChoices': ['read.objects.*.schedule'],
  'read.objects.*.timezone': 'Times of the schedules that the customer chooses from.',
  'read.objects.*.backfill.defaultPeriod.days': ['read.objects.*.backfill.defaultPeriod.days'],
  'read.objects.*.backfill.defaultPeriod.fullHistory': [
    'read.objects.*.backfill.defaultPeriod.fullHistory',
  ],
  'read.objects.*.backfill.periodChoices.*.days': ['read.objects.*.backfill.defaultPeriod.days'],
  'read.objects.*.backfill.periodChoices.*.fullHistory': [
    'read.objects.*.backfill.defaultPeriod.fullHistory',
  ],
  'read.objects.*.delivery.mode': forTheProduct,
  'read.objects.*.delivery.pageSize': forTheProduct,
  'read.objects.*.deleted': 'Deletions of records that the customer shares.',
  'read.objects.*.overlapMinutes': forTheProduct,
  'read.objects.*.deletionLimitPercent': forTheProduct,
  'read.objects.*.keepRecords': forTheProduct,
  'write.objects.*.objectName': [
    'write.objects.*.objectName',
    'write.objects.*.deletionSettings.enabled',
    'write.objects.*.selectedFieldSettings.*.writeOnCreate',
    'write.objects.*.selectedFieldSettings.*.writeOnUpdate',
  ],
  'write.objects.*.echo': forTheProduct,
  'write.objects.*.inheritMapping': forTheProduct,
  'write.objects.*.onConflict': forTheProduct,
  'write.objects.*.approval': 'The product decides which writes wait for a person.',
  'write.objects.*.approvalRole': 'Roles are those of the product.',
  'write.objects.*.approvalHours': forTheProduct,
  'write.objects.*.valueDefaults.allowAnyFields': [
    'write.objects.*.selectedFieldSettings.*.default.stringValue',
    'write.objects.*.selectedFieldSettings.*.default.integerValue',
    'write.objects.*.selectedFieldSettings.*.default.booleanValue',
  ],
  'tools.objects.*.objectName': named,
  'tools.objects.*.actions': ['tools.objects.*.actions.*'],
  'tools.objects.*.confirm': ['tools.objects.*.actions.*'],
  'tools.objects.*.approval': 'The product decides which calls wait for a person.',
  'tools.objects.*.callsPerHour': forTheProduct,
  'tools.proxy.methods': ['tools.proxy.access'],
  'tools.proxy.paths': ['tools.proxy.access'],
  'tools.proxy.confirm': ['tools.proxy.access'],
  'tools.proxy.callsPerHour': forTheProduct,
  'proxy.enabled': ['proxy.enabled'],
  'proxy.useModule': forTheProduct,
  'subscribe.objects.*.objectName': named,
  'subscribe.objects.*.destination': forTheProduct,
  'subscribe.objects.*.inheritFieldsAndMapping': forTheProduct,
  'subscribe.objects.*.createEvent.enabled': ['subscribe.objects.*.createEvent.enabled'],
  'subscribe.objects.*.updateEvent.enabled': ['subscribe.objects.*.updateEvent.enabled'],
  'subscribe.objects.*.updateEvent.watchFieldsAuto': 'Fields of changes that the customer shares.',
  'subscribe.objects.*.updateEvent.requiredWatchFields':
    'Fields of changes that the customer shares.',
  'subscribe.objects.*.deleteEvent.enabled': ['subscribe.objects.*.deleteEvent.enabled'],
  'subscribe.objects.*.associationChangeEvent.enabled':
    'Always on in the manifest; the configuration has no such event.',
  'subscribe.objects.*.associationChangeEvent.includeFullRecords': forTheProduct,
  'subscribe.objects.*.otherEvents': 'Events by the provider’s names, without labels.',
  'watchSchema.destination': forTheProduct,
  'watchSchema.schedule': forTheProduct,
  'watchSchema.timezone': forTheProduct,
  'watchSchema.allObjects.fieldCreated.enabled': 'Names of fields, without values.',
  'watchSchema.allObjects.fieldDeleted.enabled': 'Names of fields, without values.',
  'watchSchema.allObjects.fieldChanged.enabled': 'Names of fields, without values.',
}

it('leaves every member of the manifest to the customer, or says why not', () => {
  // The members of a filter are decided together.
  const members = listSchemaMembers('ManifestIntegration', { entersLists: true }).map((path) =>
    path.replace(/(?<=\.filter)\..*/, ''),
  )

  expect(Object.keys(decisions).toSorted()).toEqual([...new Set(members)].toSorted())
})

it('names members of the configuration that have a control', () => {
  const members = Object.values(decisions).flatMap((decision) =>
    typeof decision === 'string' ? [] : decision,
  )

  expect(members.filter((member) => !Object.hasOwn(controls, member))).toEqual([])
})
