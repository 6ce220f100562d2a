import type { WordKey } from '../words/words.ts'

// What the customer chooses in a configuration, and why nothing else.

/** Members that the end user sets, with the word of their control. */
export const controls: Record<string, WordKey> = {
  'read.objects.*.objectName': 'add',
  'read.objects.*.disabled': 'stop',
  'read.objects.*.schedule': 'readEvery',
  'read.objects.*.backfill.defaultPeriod.days': 'existingRecords',
  'read.objects.*.backfill.defaultPeriod.fullHistory': 'existingRecords',
  'read.objects.*.selectedFieldsAuto': 'everyField',
  'read.objects.*.selectedFields.*': 'optionalFields',
  'read.objects.*.selectedFieldMappings.*': 'matchFields',
  'read.objects.*.selectedValueMappings.*.*': 'matchValues',
  'write.objects.*.objectName': 'mayWrite',
  'write.objects.*.deletionSettings.enabled': 'allowDeletion',
  'write.objects.*.selectedFieldSettings.*.writeOnCreate': 'onCreate',
  'write.objects.*.selectedFieldSettings.*.writeOnUpdate': 'onUpdate',
  'write.objects.*.selectedFieldSettings.*.default.stringValue': 'defaultValue',
  'write.objects.*.selectedFieldSettings.*.default.integerValue': 'defaultValue',
  'write.objects.*.selectedFieldSettings.*.default.booleanValue': 'defaultValue',
  'subscribe.objects.*.createEvent.enabled': 'newRecords',
  'subscribe.objects.*.updateEvent.enabled': 'changedRecords',
  'subscribe.objects.*.deleteEvent.enabled': 'deletedRecords',
  'proxy.enabled': 'allowProxy',
  'tools.objects.*.actions.*': 'toolConfirm',
  'tools.proxy.access': 'toolCall',
}

const byManifest = 'Decides how the product receives records; the API overrides it.'
const byApi = 'Set by your server through the API.'
const ignored = 'Ignored by the API.'

/** Members without a control, with the reason. */
export const reasons: Record<string, string> = {
  provider: ignored,
  'read.objects.*.timezone': byManifest,
  'read.objects.*.destination': byManifest,
  'read.objects.*.backfill.fieldFilters': byApi,
  'read.objects.*.fieldFilters': byApi,
  'read.objects.*.filter': byApi,
  'read.objects.*.dynamicMappingsInput': 'Set by your page, with the property `fieldMapping`.',
  'write.objects.*.selectedValueDefaults.*.value':
    'Shown as a setting of the field, and replaced by `selectedFieldSettings` when changed.',
  'write.objects.*.selectedValueDefaults.*.applyOnUpdate':
    'Shown as a setting of the field, and replaced by `selectedFieldSettings` when changed.',
  'tools.objects.*.objectName': 'Names what it belongs to.',
  'subscribe.objects.*.objectName': byManifest,
  'subscribe.objects.*.destination': byManifest,
  'subscribe.objects.*.inheritFieldsAndMappings': byManifest,
  'subscribe.objects.*.updateEvent.watchFieldsAuto': byManifest,
  'subscribe.objects.*.updateEvent.requiredWatchFields': byManifest,
  'subscribe.objects.*.otherEvents': byManifest,
  'subscribe.objects.*.providerOptions.quotaOptimization.enabled': ignored,
}
