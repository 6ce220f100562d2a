import type { CustomFieldDefinition } from '@platform/connector'
import { sandboxApps, sandboxControl, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { behavesAsCustomFields } from '../../testing/custom-fields-conformance.ts'
import type { TestClient } from '../../testing/provider-client.ts'
import { atSandbox } from '../../testing/sandbox-entries.ts'
import { signIn } from '../../testing/sign-in.ts'
import { makeCustomField, upsertField } from '../../testing/upsert-field.ts'
import { salesforce } from '../connector.ts'
import * as kit from '../testing.ts'

let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 20 } })
})
beforeEach(async () => {
  await sandboxControl(sandbox.salesforceUrl).reset()
  client = await signIn(requireValue(atSandbox(sandbox).salesforce), sandboxApps.salesforce)
})
afterAll(() => sandbox.close())

const control = () => sandboxControl(sandbox.salesforceUrl)

behavesAsCustomFields({
  ...kit.customFields,
  isThorough: true,
  rehearse: () => ({
    client,
    writePath: kit.fieldCalls.path,
    slowDown: (delayMs) => control().addFault({ effect: 'slow', delayMs }),
    fail: (effect, pathRegex) =>
      control().addFault({
        effect,
        match: { pathRegex },
        nth: kit.fieldCalls.firstWriting,
      }),
  }),
})

const upsertOne = (objectName: string, definition: CustomFieldDefinition) =>
  upsertField(salesforce, client, { objectName, definition })

describe('a custom field at Salesforce', () => {
  it('is a restricted picklist for a text with values, with warnings about omitted options', async () => {
    const outcome = await upsertOne(
      'Contact',
      makeCustomField('Seniority_Level', {
        displayName: 'Seniority',
        stringOptions: { values: ['Junior', 'Senior'], valuesRestricted: true, length: 50 },
        indexed: true,
      }),
    )

    expect(outcome).toMatchObject({
      action: 'create',
      metadata: {
        providerFieldName: 'Seniority_Level__c',
        fullName: 'Contact.Seniority_Level__c',
        type: 'Picklist',
        valueSet: { restricted: true },
      },
      warnings: [
        'length is ignored for picklists',
        'indexed is not supported by Salesforce metadata; ignored',
        'the field is named Seniority_Level__c at Salesforce',
        'only visible to the connected user until an admin grants access to others',
      ],
    })
    const { fields } = await salesforce.describeObject(client, 'Contact')
    expect(fields.Seniority_Level__c).toMatchObject({ valueType: 'singleSelect' })
  })

  it('can have the name of a standard field', async () => {
    const outcome = await upsertOne(
      'account',
      makeCustomField('Industry', {
        stringOptions: { length: 255, defaultValue: 'Tech "n" \\ more' },
      }),
    )

    expect(outcome).toMatchObject({
      action: 'create',
      metadata: { fullName: 'Account.Industry__c' },
    })
    expect(outcome.warnings?.[0]).toContain('standard field Industry exists')
  })

  it('is a lookup for a text with an association', async () => {
    const definition = makeCustomField('Related_Contact', {
      association: { associationType: 'lookup', targetObject: 'contact', targetField: 'Id' },
    })

    const outcome = await upsertOne('Task', definition)
    const again = await upsertOne('Task', definition)

    expect(outcome.metadata).toMatchObject({
      type: 'Lookup',
      referenceTo: 'Contact',
      relationshipName: 'TasksRelatedContact',
      deleteConstraint: 'SetNull',
    })
    expect(again.action).toBe('none')
    const { fields } = await salesforce.describeObject(client, 'Task')
    expect(fields.Related_Contact__c).toMatchObject({ valueType: 'reference' })
  })

  it('applies options of associations and reports unsupported ones', async () => {
    const outcome = await upsertOne(
      'Contact',
      makeCustomField('Parent_Account__c', {
        valueType: 'reference',
        association: {
          associationType: 'lookup',
          targetObject: 'Account',
          cardinality: 'one-to-one',
          onDelete: 'setNull',
          required: true,
          reverseLookupFieldName: 'Daughters',
          labels: { plural: 'Daughters' },
        },
      }),
    )

    expect(outcome.metadata).toMatchObject({
      required: true,
      deleteConstraint: 'Restrict',
      relationshipName: 'Daughters',
      relationshipLabel: 'Daughters',
    })
    expect(outcome.warnings).toEqual([
      'cardinality one-to-one is not supported by Salesforce; created as a lookup',
      'onDelete setNull is not possible for a required lookup; created as restrict',
    ])
  })

  it('refuses a lookup to an unknown object and creates the others', async () => {
    const { success, fields } = await requireValue(salesforce.customFields).upsert(client, {
      fields: {
        Task: [
          makeCustomField('Lost__c', {
            valueType: 'reference',
            association: { associationType: 'lookup', targetObject: 'Nowhere' },
          }),
          makeCustomField('Found__c'),
        ],
      },
    })

    expect(success).toBe(false)
    expect(requireValue(requireValue(fields.Task).Lost__c).error).toMatchObject({
      failure: 'bad-request',
    })
    expect(requireValue(fields.Task).Found__c).toMatchObject({ action: 'create' })
  })

  it.each<[string, Partial<CustomFieldDefinition>, object, string[]]>([
    [
      'a required number',
      {
        valueType: 'float',
        required: true,
        numericOptions: { precision: 5, scale: 2, min: 0, max: 100, defaultValue: 50 },
      },
      { type: 'Number', precision: 5, scale: 2, required: true, defaultValue: '50' },
      [
        'min is not supported by Salesforce fields; ignored',
        'max is not supported by Salesforce fields; ignored',
      ],
    ],
    ['a float', { valueType: 'float' }, { type: 'Number', precision: 18, scale: 6 }, []],
    [
      'a whole number with decimals',
      { valueType: 'int', numericOptions: { scale: 2 } },
      { type: 'Number', precision: 18, scale: 0 },
      ['scale is ignored for the type int'],
    ],
    [
      'a unique text',
      { unique: true, indexed: true, stringOptions: { length: 40, pattern: '.*' } },
      { type: 'Text', length: 40, unique: true, caseSensitive: false },
      ['pattern is not supported by Salesforce fields; ignored'],
    ],
    [
      'a long text',
      { required: true, unique: true, stringOptions: { length: 200_000 } },
      { type: 'LongTextArea', length: 131_072, visibleLines: 10 },
      [
        'length is reduced to 131072, the maximum at Salesforce',
        'required is not possible for a LongTextArea; ignored',
        'unique is not possible for a LongTextArea; ignored',
      ],
    ],
    [
      'a flag',
      { valueType: 'boolean', required: true, stringOptions: { defaultValue: 'true' } },
      { type: 'Checkbox', defaultValue: 'true' },
      ['required is not possible for a Checkbox; ignored'],
    ],
    [
      'a selection with a default',
      { valueType: 'singleSelect', stringOptions: { values: ['a', 'b'], defaultValue: 'b' } },
      {
        type: 'Picklist',
        valueSet: { valueSetDefinition: { value: [{ default: false }, { default: true }] } },
      },
      [],
    ],
    [
      'a text that is as long as one line may be',
      { stringOptions: { length: 255, defaultValue: 'a "b"' } },
      { type: 'Text', length: 255, defaultValue: String.raw`"a \"b\""` },
      [],
    ],
    [
      'a text that is one longer',
      { indexed: true, stringOptions: { length: 256 } },
      { type: 'LongTextArea', length: 256 },
      ['indexed is not supported by Salesforce metadata; ignored'],
    ],
    [
      'a flag that shall be unique',
      { valueType: 'boolean', unique: true },
      { type: 'Checkbox', defaultValue: 'false' },
      ['unique is not possible for a Checkbox; ignored'],
    ],
    [
      'a required day',
      { valueType: 'date', required: true, description: 'd'.repeat(1_001) },
      { type: 'Date', required: true, description: 'd'.repeat(1_000) },
      ['description is cut to 1000 characters, the maximum at Salesforce'],
    ],
    [
      'a required time',
      { valueType: 'datetime', required: true },
      { type: 'DateTime', required: true },
      [],
    ],
    [
      'several values that shall be unique and need not be all',
      {
        valueType: 'multiSelect',
        unique: true,
        stringOptions: { values: ['a', 'b'], valuesRestricted: false },
      },
      { type: 'MultiselectPicklist', visibleLines: 4, valueSet: { restricted: false } },
      ['unique is not possible for a MultiselectPicklist; ignored'],
    ],
    [
      'a reference by another field that goes with its target',
      {
        valueType: 'reference',
        association: {
          associationType: 'indirect',
          targetObject: 'Account',
          targetField: 'Key__c',
          onDelete: 'cascade',
        },
      },
      { type: 'Lookup', referenceTo: 'Account', deleteConstraint: 'Cascade' },
      [
        "targetField Key__c is ignored: lookups refer to the record's Id",
        'associationType indirect is not supported; created as a lookup',
      ],
    ],
    [
      'a reference that keeps its target',
      {
        valueType: 'reference',
        association: { associationType: 'lookup', targetObject: 'Account', onDelete: 'restrict' },
      },
      { type: 'Lookup', deleteConstraint: 'Restrict' },
      [],
    ],
  ])('keeps the options of %s', async (_, definition, metadata, warnings) => {
    const outcome = await upsertOne('Lead', makeCustomField('Optioned__c', definition))
    const again = await upsertOne('Lead', makeCustomField('Optioned__c', definition))

    expect(outcome).toMatchObject({ action: 'create', metadata })
    expect((outcome.warnings ?? []).filter((text) => !text.startsWith('only visible'))).toEqual(
      warnings,
    )
    expect(again.action).toBe('none')
  })

  it('becomes longer and wider but never shorter or narrower', async () => {
    const makeSized = (length: number) => makeCustomField('Long__c', { stringOptions: { length } })
    const digits = (precision: number, scale: number) =>
      makeCustomField('Wide__c', { valueType: 'float', numericOptions: { precision, scale } })
    await upsertOne('Lead', makeSized(80))
    await upsertOne('Lead', digits(8, 2))

    const longer = await upsertOne('Lead', makeSized(100))
    const shorter = await upsertOne('Lead', makeSized(50))
    const wider = await upsertOne('Lead', digits(8, 4))
    const again = await upsertOne('Lead', digits(8, 4))

    expect(longer).toMatchObject({ action: 'update', metadata: { length: 100 } })
    expect(shorter).toMatchObject({ action: 'none', metadata: { length: 100 } })
    expect(shorter.warnings?.[0]).toContain('length is unchanged at 100')
    expect(wider).toMatchObject({ action: 'update', metadata: { precision: 10, scale: 4 } })
    expect(again.action).toBe('none')
  })

  it('keeps settings that a definition does not contain', async () => {
    await upsertOne('Lead', makeCustomField('Kept__c', { description: 'Kept', unique: true }))

    const outcome = await upsertOne('Lead', makeCustomField('Kept__c', { displayName: 'Renamed' }))

    expect(outcome).toMatchObject({
      action: 'update',
      metadata: { label: 'Renamed', description: 'Kept', unique: true, length: 255 },
    })
  })

  it('is created with a warning if it cannot be made visible', async () => {
    await control().addFault({
      effect: 'permission-lost',
      match: { pathRegex: 'PermissionSetAssignment' },
    })

    const outcome = await upsertOne('Lead', makeCustomField('Hidden__c'))
    await control().clearFaults()
    const repaired = await upsertOne('Lead', makeCustomField('Hidden__c'))

    expect(outcome.action).toBe('create')
    expect(outcome.warnings?.[0]).toMatch(/^created, but not visible to the connected user: /)
    expect(repaired.action).toBe('update')
    const { fields } = await salesforce.describeObject(client, 'Lead')
    expect(fields).toHaveProperty('Hidden__c')
  })

  it('shows new fields without taking earlier ones away', async () => {
    await upsertOne('Lead', makeCustomField('Earlier__c'))
    await upsertOne('Lead', makeCustomField('Later__c'))

    const { fields } = await salesforce.describeObject(client, 'Lead')
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['Earlier__c', 'Later__c']))
  })

  it('removes the token from texts', async () => {
    const description = '<access-token/> {{accessToken}} $& $1'

    const { metadata } = await upsertOne('Lead', makeCustomField('Sly__c', { description }))
    const again = await upsertOne('Lead', makeCustomField('Sly__c', { description }))

    expect(metadata).toMatchObject({ description })
    expect(again.action).toBe('none')
  })

  it.each([
    ['Two__underscores', 'fieldName'],
    ['Ends_', 'fieldName'],
    ['x'.repeat(41), 'fieldName'],
  ])('cannot be named %s', (fieldName, path) => {
    const issues = requireValue(salesforce.customFields).check({
      Lead: [makeCustomField(fieldName)],
    })

    expect(issues).toMatchObject([{ path }])
  })

  it('reports exceeded limits of characters and values', async () => {
    const values = Array.from({ length: 1_001 }, (_, n) => `value ${n}`)
    const { check, upsert } = requireValue(salesforce.customFields)
    const association = {
      associationType: 'lookup',
      targetObject: 'Lead',
      reverseLookupFieldName: 'r'.repeat(41),
    }
    const select = (of: string[]) => makeCustomField('Full__c', { stringOptions: { values: of } })

    const fits = check({ Lead: [makeCustomField('x'.repeat(40)), select(values.slice(1))] })
    const issues = check({
      Lead: [
        makeCustomField('x'.repeat(41)),
        makeCustomField('Up', { association }),
        select(values),
      ],
    })
    await upsertOne('Lead', select(values.slice(1)))
    const { success, fields } = await upsert(client, {
      fields: { Lead: [select(values.slice(0, 1)), makeCustomField('y'.repeat(40))] },
    })

    expect(fits).toEqual([])
    expect(issues.map(({ path, message }) => [path, message])).toEqual([
      ['fieldName', expect.stringContaining('exceeds the Salesforce limit of 40 characters')],
      ['association.reverseLookupFieldName', expect.stringContaining('at most 40')],
      ['stringOptions.values', '1001 values exceed the Salesforce limit of 1000.'],
    ])
    expect(success).toBe(false)
    expect(requireValue(fields.Lead).Full__c?.error).toMatchObject({
      failure: 'bad-request',
      message: expect.stringContaining(
        'Together with the existing ones, the selection would have 1001 values',
      ),
    })
    expect(requireValue(fields.Lead)['y'.repeat(40)]).toMatchObject({ action: 'create' })
  })

  it('truncates a label of 41 characters to 40 with a warning', async () => {
    const outcome = await upsertOne(
      'Lead',
      makeCustomField('Label__c', { displayName: 'l'.repeat(41) }),
    )

    expect(outcome).toMatchObject({ action: 'create', metadata: { label: 'l'.repeat(40) } })
    expect(outcome.warnings?.[0]).toBe('label is cut to 40 characters, the maximum at Salesforce')
  })

  it('has rules of Salesforce for values, digits and deletions', () => {
    const values = Array.from({ length: 1_001 }, (_, n) => `value ${n}`)
    const association = { associationType: 'lookup', targetObject: 'Lead', onDelete: 'explode' }

    const issues = requireValue(salesforce.customFields).check({
      Lead: [
        makeCustomField('A', { stringOptions: { values } }),
        makeCustomField('B', { valueType: 'float', numericOptions: { precision: 19 } }),
        makeCustomField('C', { valueType: 'float', numericOptions: { precision: 4, scale: 4 } }),
        makeCustomField('D', { association }),
      ],
    })

    expect(issues.map(({ index, path }) => [index, path])).toEqual([
      [0, 'stringOptions.values'],
      [1, 'numericOptions.precision'],
      [2, 'numericOptions.scale'],
      [3, 'association.onDelete'],
    ])
  })
})
