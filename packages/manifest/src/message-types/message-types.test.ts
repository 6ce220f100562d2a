import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FieldMetadata, ManifestIntegration } from '@platform/contract'
import { expect, it, onTestFinished } from 'vitest'
import { describeMessages, type MessageTypesOptions } from './message-schema.ts'
import { printTypeScript } from './typescript.ts'

const run = promisify(execFile)
const tsc = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url))

type ReadObject = NonNullable<NonNullable<ManifestIntegration['read']>['objects']>[number]

const givenIntegration = (
  object: Partial<ReadObject> = {},
  more: Partial<ManifestIntegration> = {},
): ManifestIntegration => ({
  name: 'crm',
  provider: 'salesforce',
  read: { objects: [{ objectName: 'Contact', destination: 'webhook', ...object }] },
  ...more,
})

function print(integrations: ManifestIntegration[], options?: MessageTypesOptions): string {
  const { schema, mistakes } = describeMessages(integrations, options)
  expect(mistakes).toEqual([])
  return printTypeScript(schema)
}

/** Returns the errors of the compiler for these files. */
async function compile(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'message-types-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const names = Object.keys(files).map((name) => join(folder, name))
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--singleThreaded',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--types',
    '',
  ]
  const modules = ['--module', 'nodenext', '--allowImportingTsExtensions', '--target', 'es2022']
  const { stdout } = await run(tsc, [...options, ...modules, ...names], { timeout: 120_000 }).catch(
    ({ stdout: errors }: { stdout: string }) => ({ stdout: errors }),
  )
  return stdout.replaceAll(`${folder}/`, '')
}

it('types computed fields, as far as their expressions determine the type', () => {
  const object = {
    computedFields: [
      { mapToName: 'fullName', expression: "FirstName & ' ' & LastName" },
      { mapToName: 'score', expression: 'round(Amount__c / 2)' },
      { mapToName: 'isLarge', expression: 'Amount__c > 100' },
      { mapToName: 'stage', expression: "Stage__c || 'none'" },
    ],
  }

  const types = print([givenIntegration(object)])

  expect(types).toMatch(/fullName: string \| null/)
  expect(types).toMatch(/score: number \| null/)
  expect(types).toMatch(/isLarge: boolean \| null/)
  expect(types).toMatch(/stage: unknown/)
})

it('types required, optional, mapped and nested fields', () => {
  const object = {
    mapToName: 'person',
    requiredFields: [
      { fieldName: 'LastName' },
      { fieldName: 'Email', mapToName: 'email' },
      { fieldName: 'MailingCity', mapToName: "$['address']['city']" },
      { fieldName: "$['Account']['Name']" },
      { mapToName: 'source' },
    ],
    optionalFields: [{ fieldName: 'Title' }, { fieldName: 'Phone', mapToName: 'phone' }],
  }

  const text = print([givenIntegration(object)])

  expect(text).toContain(`export type CrmPersonFields = {
  LastName: unknown
  Account?: {
    Name?: unknown
  }
  Title?: unknown
}
`)
  expect(text).toContain(`export type CrmPersonMappedFields = {
  /** Field Email. */
  email: unknown
  address: {
    /** Field MailingCity. */
    city: unknown
  }
  /** Field that the customer maps. */
  source: unknown
  /** Field Phone. */
  phone?: unknown
}
`)
  expect(text).toContain('objectName: "person"\n  rawObjectName: "Contact"\n')
})

it('types fields as optional if the provider leaves out empty ones', () => {
  const requiredFields = [{ fieldName: 'email' }]

  const text = print([givenIntegration({ requiredFields }, { provider: 'pipedrive' })])

  expect(text).toContain('export type CrmContactFields = {\n  email?: unknown\n}\n')
})

it('types messages of reads, changes and schema changes', () => {
  const subscribe = {
    objects: [
      {
        objectName: 'Contact',
        destination: 'webhook',
        inheritFieldsAndMapping: true,
        createEvent: {},
        deleteEvent: {},
        associationChangeEvent: {},
      },
    ],
  }
  const watchSchema = { destination: 'webhook', allObjects: {} }
  const object = {
    deleted: true,
    associations: ['Account'],
    requiredFields: [{ fieldName: 'LastName' }],
  }

  const text = print([givenIntegration(object, { subscribe, watchSchema })])

  expect(text).toContain(
    'export type Messages =\n  | CrmContactRead\n  | CrmContactSubscribe\n  | CrmContactSchemaWatch\n',
  )
  expect(text).toContain('result?: (CrmContact | CrmContactDeletion)[]')
  expect(text).toContain('  associations: {\n    Account: Association[]\n  }')
  expect(text.match(/subscribeEventType: .+/g)).toEqual([
    'subscribeEventType: "delete"',
    'subscribeEventType: "create" | "update"',
    'subscribeEventType: "delete"',
    'subscribeEventType: "associationUpdate"',
  ])
  // A change can be delivered without the fields of its record.
  expect(text).toContain('export type CrmContactPartialFields = {\n  LastName?: unknown\n}\n')
})

it('types the cause of changes of objects that are written', () => {
  const write = { objects: [{ objectName: 'Contact' }] }
  const object = { requiredFields: [{ fieldName: 'LastName' }] }

  expect(print([givenIntegration(object, { write })])).toContain('  causedBy?: CausedBy\n')
  expect(print([givenIntegration(object, {})])).not.toContain('causedBy')
})

it('takes types, choices and value mappings from a connected account', () => {
  const field = (fieldName: string, more: Partial<FieldMetadata>): [string, FieldMetadata] => [
    fieldName,
    { fieldName, displayName: fieldName, ...more },
  ]
  const values = ['Web', 'Phone', 'Other'].map((value) => ({ value, displayValue: value }))
  const fields = Object.fromEntries([
    field('NumberOfEmployees', { valueType: 'int' }),
    field('LeadSource', { valueType: 'singleSelect', values }),
    field('Active__c', { valueType: 'boolean', displayName: 'Active */ now' }),
  ])
  const config = {
    selectedFieldMappings: { source: 'LeadSource' },
    selectedValueMappings: { source: { Web: 'online', Phone: 'call' } },
  }
  const object = {
    requiredFields: [{ fieldName: 'LeadSource' }, { mapToName: 'source' }],
    optionalFieldsAuto: 'all' as const,
  }

  const text = print([givenIntegration(object)], { findAccountObject: () => ({ fields, config }) })

  expect(text).toContain('source: "online" | "call" | "Other" | null\n')
  expect(text).toContain('LeadSource: "Web" | "Phone" | "Other" | (string & {}) | null\n')
  expect(text).toContain('/** Active * / now */\n  Active__c?: boolean | null\n')
  expect(text).toContain('NumberOfEmployees?: number | null\n  [name: string]: unknown\n')
})

const hostileNames = [
  'class',
  'default',
  '__proto__',
  'constructor',
  `it's "quoted" \\ \`ticks\` \${x}`,
  '*/ export const broken = 1 /*',
  'two\nlines\u2028and\u2029more',
  'Größe 名前 \u{1F600}',
  '\u202Ereversed\u{E0001}',
  '1st',
  '-',
  "$['a']['b\\'c']",
  "$['a']['__proto__']",
  "$['toString']['x']",
  "$['constructor']['x']",
  '$[broken',
]

it('writes a valid file for hostile names', { timeout: 120_000 }, async () => {
  const integrations = hostileNames.map((objectName, index) =>
    givenIntegration(
      {
        objectName,
        deleted: true,
        associations: [objectName],
        requiredFields: [
          ...hostileNames.map((fieldName) => ({ fieldName })),
          ...hostileNames.map((name) => ({ fieldName: name, mapToName: name })),
        ],
      },
      { name: index === 0 ? '9-crm' : `crm-${'x'.repeat(index)}` },
    ),
  )
  const none = { findAccountObject: () => ({ fields: {}, config: {} }) }

  const types = print(integrations, none)
  const errors = await compile({
    'types.ts': types,
    'use.ts': `import type { Messages } from './types.ts'
type Entry = NonNullable<Extract<Messages, { action: 'read'; rawObjectName: '__proto__' }>['result']>[number]
type Fields = Extract<Entry, { subscribeEventType?: undefined }>['mappedFields']
export const fieldKeys: (keyof Fields)[] = ${JSON.stringify(hostileNames.filter((name) => !name.startsWith("$['")))}
export const nestedFields = (fields: Fields): unknown => [fields.a?.['b\\'c'], fields.toString?.x]
// @ts-expect-error
export const otherKeys: (keyof Fields)[] = ['misspelt']
`,
  })

  expect(errors).toBe('')
  expect(types).not.toMatch(/[\u2028\u2029\u202E\u{E0001}]/u)
  expect(print(integrations, none)).toBe(types)
})

it('names objects that would have the same type', () => {
  const objects = ['Contact', 'Lead'].map((objectName) => ({
    objectName,
    destination: 'webhook',
    mapToName: 'person',
  }))

  const { mistakes } = describeMessages([
    { name: 'crm', provider: 'salesforce', read: { objects } },
    givenIntegration({ objectName: 'person' }, { name: 'Crm' }),
  ])

  expect(mistakes).toEqual([
    '`Lead` of `crm` and `Contact` of `crm` would both be the type CrmPerson. Change the name of an integration, or mapToName of an object.',
    '`person` of `Crm` and `Contact` of `crm` would both be the type CrmPerson. Change the name of an integration, or mapToName of an object.',
  ])
})
