import { ConfigContent, type ManifestIntegration } from '@platform/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { findConfigMistakes } from './check-config.ts'

const manifest: ManifestIntegration = {
  name: 'crm',
  provider: 'salesforce',
  read: {
    objects: [
      {
        objectName: 'Contact',
        destination: 'webhook',
        requiredFields: [
          { fieldName: 'Email', mapToName: 'email' },
          { fieldName: 'City', mapToName: "$['address']['city']" },
        ],
        optionalFields: [{ fieldName: 'Title' }],
      },
      { objectName: 'Lead', destination: 'webhook', optionalFieldsAuto: 'all' },
    ],
  },
  write: { objects: [{ objectName: 'Contact' }] },
  subscribe: {
    objects: [
      {
        objectName: 'Contact',
        destination: 'webhook',
        inheritFieldsAndMapping: true,
        createEvent: { enabled: 'always' },
      },
    ],
  },
  tools: { objects: [{ objectName: 'Contact', actions: ['search'] }] },
}

/** By member of a configuration, values that the manifest's rules forbid, or why it has no rule. */
const rules: Record<string, readonly unknown[] | string> = {
  provider: ['hubspot'],
  'read.objects.*.objectName': 'ignored',
  'read.objects.*.schedule': ['* * * * * *', 'hourly', '* * * * *', '0 0 30 2 *'],
  'read.objects.*.timezone': ['Mars/Base'],
  'read.objects.*.disabled': 'the end user may turn an object off',
  'read.objects.*.destination': ['nowhere'],
  'read.objects.*.selectedFields': [{ Titel: true }],
  'read.objects.*.selectedValueMappings': [{ origin: { a: 'b' } }],
  'read.objects.*.dynamicMappingsInput.[].mapToName': [
    "$['a",
    'address',
    "$['email']['work']",
    "$['address']['city']['part']",
  ],
  'read.objects.*.dynamicMappingsInput.[].mapToDisplayName': 'text to show',
  'read.objects.*.dynamicMappingsInput.[].prompt': 'text to show',
  'read.objects.*.dynamicMappingsInput.[].mappedValues.[].mappedValue': 'any text',
  'read.objects.*.dynamicMappingsInput.[].mappedValues.[].mappedDisplayValue': 'text to show',
  'read.objects.*.dynamicMappingsInput.[].fieldName': ["$['a"],
  'read.objects.*.selectedFieldMappings': [{ stage: 'A' }, { email: 'Phone' }],
  'read.objects.*.selectedFieldsAuto': 'selects what the manifest offers',
  'read.objects.*.backfill.defaultPeriod.days': [1e9],
  'read.objects.*.backfill.defaultPeriod.fullHistory': 'a period of the contract',
  'read.objects.*.backfill.fieldFilters.[].fieldName': ["$['a"],
  'read.objects.*.backfill.fieldFilters.[].operator': 'the contract lists them',
  'read.objects.*.backfill.fieldFilters.[].value': [{ a: 1 }],
  'read.objects.*.fieldFilters.[].fieldName': ["$['a"],
  'read.objects.*.filter': [
    { fieldName: "$['a", operator: 'eq', value: 1 },
    { and: [{ fieldName: 'City', operator: 'in', value: 'Rome' }] },
    { or: [{ and: [{ fieldName: 'City', operator: 'isEmpty', value: 1 }] }] },
  ],
  'read.objects.*.fieldFilters.[].operator': 'the contract lists them',
  'read.objects.*.fieldFilters.[].value': [{ a: 1 }],
  'write.objects.*.objectName': 'ignored',
  'write.objects.*.deletionSettings.enabled': 'the manifest has no rule for deletions',
  'write.objects.*.selectedValueDefaults': [{ Title: { value: 'a' } }],
  'write.objects.*.selectedFieldSettings': [{ Title: { default: { stringValue: 'a' } } }],
  'subscribe.objects.*.inheritFieldsAndMappings': [false],
  'subscribe.objects.*.objectName': 'ignored',
  'subscribe.objects.*.destination': ['nowhere'],
  'subscribe.objects.*.createEvent.enabled': ['never'],
  'subscribe.objects.*.updateEvent.enabled': ['always'],
  'subscribe.objects.*.updateEvent.watchFieldsAuto': 'watches more than the manifest wants',
  'subscribe.objects.*.updateEvent.requiredWatchFields.[]': ["$['a']['b']"],
  'subscribe.objects.*.deleteEvent.enabled': ['always'],
  'subscribe.objects.*.otherEvents.[]': ['UNDELETE'],
  'subscribe.objects.*.providerOptions.quotaOptimization.enabled': 'ignored',
  'proxy.enabled': [true],
  'tools.objects.*.objectName': 'ignored',
  'tools.objects.*.actions': [{ create: 'always' }, { search: 'confirm' }],
  'tools.proxy.access': ['always'],
}

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
}

/** Lists the members of a configuration by path, those of objects by any name as `*`. */
function listMembers(root: Schema): string[] {
  const list = (schema: Schema, path: string[]): string[] => {
    const { $ref, properties, additionalProperties, items } = schema
    if ($ref) return list(root.$defs?.[$ref.replace('#/$defs/', '')] ?? {}, path)
    if (properties) {
      return Object.entries(properties).flatMap(([name, one]) => list(one, [...path, name]))
    }
    if (items) return list(items, [...path, '[]'])
    if (path.at(-1) === 'objects' && typeof additionalProperties === 'object') {
      return list(additionalProperties, [...path, '*'])
    }
    return [path.join('.')]
  }
  return list(root, [])
}

/** Creates a configuration with one value at a path of members. */
const place = (path: readonly string[], value: unknown): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (name === 'dynamicMappingsInput') {
    return { [name]: [{ mapToName: 'origin', ...(place(rest.slice(1), value) as object) }] }
  }
  if (name === '[]') return [place(rest, value)]
  return { [name === '*' ? 'Contact' : name]: place(rest, value) }
}

const check = (content: unknown) => [
  ...findConfigMistakes(content as ConfigContent, manifest, { destinations: new Set(['webhook']) }),
]

it('has a rule of the manifest for each member of a configuration, or a reason', () => {
  const schema = z.toJSONSchema(ConfigContent, { io: 'input', unrepresentable: 'any' }) as Schema

  expect(Object.keys(rules).toSorted()).toEqual(listMembers(schema).toSorted())
})

const invalid = Object.entries(rules).flatMap(([path, values]) =>
  typeof values === 'string' ? [] : values.map((value) => [path, value] as const),
)

it.each(invalid)('rejects %s: %j', (path, value) => {
  const places = check(place(path.split('.'), value)).map((mistake) => mistake.path)

  const expected = path.replaceAll('*', 'Contact').replaceAll('.[]', '[0]')
  expect(places.some((one) => one.startsWith(expected) || expected.startsWith(one))).toBe(true)
})

it('rejects a path that no record has where every field is offered', () => {
  const content = { read: { objects: { Lead: { selectedFields: { "$['a": true } } } } }

  expect(check(content)).toMatchObject([{ path: "read.objects.Lead.selectedFields.$['a" }])
})

it('rejects two fields of a page with one name, and an empty list of watched fields', () => {
  const input = { mapToName: 'stage', fieldName: 'Title' }
  const Contact = {
    inheritFieldsAndMappings: true,
    destination: 'webhook',
    updateEvent: { enabled: 'never', requiredWatchFields: [] },
  }
  const content = {
    read: { objects: { Contact: { dynamicMappingsInput: [input, input] } } },
    subscribe: { objects: { Contact } },
  }

  expect(check(content)).toMatchObject([
    { path: 'read.objects.Contact.dynamicMappingsInput[1].mapToName' },
    { path: 'subscribe.objects.Contact.updateEvent.requiredWatchFields' },
  ])
})

it('accepts a field of the manifest that a page repeats to map its values', () => {
  const dynamicMappingsInput = [{ mapToName: 'email', fieldName: 'Email' }]

  expect(check({ read: { objects: { Contact: { dynamicMappingsInput } } } })).toEqual([])
})
