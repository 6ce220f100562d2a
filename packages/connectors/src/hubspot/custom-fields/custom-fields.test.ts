import type { CustomFieldDefinition } from '@platform/connector'
import { sandboxApps, sandboxControl, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { behavesAsCustomFields } from '../../testing/custom-fields-conformance.ts'
import type { TestClient } from '../../testing/provider-client.ts'
import { atSandbox } from '../../testing/sandbox-entries.ts'
import { signIn } from '../../testing/sign-in.ts'
import { makeCustomField, upsertField } from '../../testing/upsert-field.ts'
import { hubspot } from '../connector.ts'
import * as kit from '../testing.ts'

let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 20 } })
})
beforeEach(async () => {
  await sandboxControl(sandbox.hubspotUrl).reset()
  client = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
    scopes: kit.scopes,
  })
})
afterAll(() => sandbox.close())

const control = () => sandboxControl(sandbox.hubspotUrl)

behavesAsCustomFields({
  ...kit.customFields,
  isThorough: true,
  rehearse: () => ({
    client,
    writePath: kit.fieldCalls.path,
    slowDown: (delayMs) => control().addFault({ effect: 'slow', delayMs }),
    fail: (effect, pathRegex) =>
      control().addFault({ effect, match: { pathRegex }, nth: kit.fieldCalls.firstWriting }),
  }),
})

const upsertOne = (objectName: string, definition: CustomFieldDefinition) =>
  upsertField(hubspot, client, { objectName, definition })

describe('a custom field at HubSpot', () => {
  it('is a selection for a text with values, with warnings about omitted options', async () => {
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
        providerFieldName: 'seniority_level',
        type: 'enumeration',
        fieldType: 'select',
        groupName: 'integrationcreatedproperties',
      },
      warnings: [
        'the property is named seniority_level at HubSpot',
        'length is ignored for selections',
        'indexed is ignored: HubSpot finds records by every property',
      ],
    })
    const groups = await client.request({ path: '/crm/properties/2026-09/contacts/groups' })
    expect(groups.body).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({ label: 'Integration Created Properties' }),
      ]),
    })
  })

  it.each<[string, Partial<CustomFieldDefinition>, object, string[]]>([
    [
      'a required number',
      {
        valueType: 'float',
        required: true,
        numericOptions: { precision: 5, scale: 2, min: 0, max: 100, defaultValue: 50 },
      },
      { type: 'number', fieldType: 'number' },
      [
        'defaultValue is not supported by HubSpot properties; ignored',
        'precision is not supported by HubSpot properties; ignored',
        'scale is not supported by HubSpot properties; ignored',
        'min is not supported by HubSpot properties; ignored',
        'max is not supported by HubSpot properties; ignored',
        'required is not supported by HubSpot properties; ignored',
      ],
    ],
    [
      'a unique text',
      { unique: true, indexed: true, stringOptions: { pattern: '.*' } },
      { type: 'string', fieldType: 'text', hasUniqueValue: true },
      ['pattern is not supported by HubSpot properties; ignored'],
    ],
    [
      'a long text',
      { stringOptions: { length: 100_000 } },
      { type: 'string', fieldType: 'textarea' },
      ['length is reduced to 65536, the maximum at HubSpot'],
    ],
    ['a time', { valueType: 'datetime' }, { type: 'datetime', fieldType: 'date' }, []],
    [
      'a flag',
      { valueType: 'boolean', stringOptions: { defaultValue: 'true' } },
      { type: 'bool', options: [{ value: 'true' }, { value: 'false' }] },
      ['defaultValue is not supported by HubSpot properties; ignored'],
    ],
    [
      'several values that are not all',
      { valueType: 'multiSelect', stringOptions: { values: ['a', 'b'], valuesRestricted: false } },
      { type: 'enumeration', fieldType: 'checkbox' },
      ['valuesRestricted false is not supported: HubSpot only accepts listed values'],
    ],
    [
      'a text of one line',
      { description: 'What it is for', stringOptions: { length: 255 } },
      { type: 'string', fieldType: 'text', description: 'What it is for' },
      ['length is not supported by HubSpot properties; ignored'],
    ],
    [
      'a text that is one longer',
      { stringOptions: { length: 256, defaultValue: 'none' } },
      { type: 'string', fieldType: 'textarea' },
      [
        'length is not supported by HubSpot properties; ignored',
        'defaultValue is not supported by HubSpot properties; ignored',
      ],
    ],
    ['a day', { valueType: 'date' }, { type: 'date', fieldType: 'date' }, []],
    [
      'a whole number',
      { valueType: 'int', indexed: true, numericOptions: { scale: 2 } },
      { type: 'number', fieldType: 'number' },
      [
        'scale is not supported by HubSpot properties; ignored',
        'indexed is ignored: HubSpot finds records by every property',
      ],
    ],
  ])('keeps the options of %s', async (_, definition, metadata, warnings) => {
    const outcome = await upsertOne('deals', makeCustomField('optioned', definition))
    const again = await upsertOne('deals', makeCustomField('optioned', definition))

    expect(outcome).toMatchObject({ action: 'create', metadata })
    expect(outcome.warnings ?? []).toEqual(warnings)
    expect(again.action).toBe('none')
  })

  it('is an association label for a reference', async () => {
    const definition = makeCustomField('partner', {
      displayName: 'Partner',
      valueType: 'reference',
      association: { associationType: 'lookup', targetObject: 'Company', onDelete: 'cascade' },
    })

    const outcome = await upsertOne('contacts', definition)
    const again = await upsertOne('contacts', definition)

    expect(outcome).toMatchObject({
      action: 'create',
      metadata: { category: 'USER_DEFINED', associationTypeId: expect.any(Number) },
      warnings: [
        'references are associations at HubSpot: made as an association label, not as a property',
        'onDelete is ignored for association labels',
      ],
    })
    expect(again).toMatchObject({ action: 'none', metadata: outcome.metadata })
  })

  it('reports the result of every option of a reference', async () => {
    const outcome = await upsertOne(
      'contacts',
      makeCustomField('tutor', {
        valueType: 'reference',
        required: true,
        association: {
          associationType: 'lookup',
          targetObject: 'companies',
          targetField: 'domain',
          cardinality: 'one-to-one',
          reverseLookupFieldName: 'pupils',
          labels: { plural: 'Pupils' },
        },
      }),
    )

    expect(outcome.action).toBe('create')
    expect(outcome.warnings?.slice(1)).toEqual(
      ['targetField', 'cardinality', 'reverseLookupFieldName', 'required'].map(
        (option) => `${option} is ignored for association labels`,
      ),
    )
  })

  it('is refused with the scopes named by HubSpot', async () => {
    const reading = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
      scopes: kit.scopes.filter((scope) => !/^crm\.schemas\.\w+\.write$/.test(scope)),
    })

    const attempt = requireValue(hubspot.customFields).upsert(reading, {
      fields: { contacts: [makeCustomField('unscoped')] },
    })

    await expect(attempt).rejects.toMatchObject({
      failure: 'permission',
      message: expect.stringContaining('crm.schemas.contacts.write'),
    })
  })

  it("does not change HubSpot's own properties", async () => {
    const fits = await upsertOne('contacts', makeCustomField('email', { displayName: 'Mail' }))
    const clashes = await upsertOne('contacts', makeCustomField('createdate'))
    const reserved = await upsertOne('contacts', makeCustomField('hs_mine'))

    expect(fits).toMatchObject({ action: 'none' })
    expect(fits.warnings).toEqual(['the property email is defined by HubSpot and was not changed'])
    expect(clashes).toMatchObject({ action: 'none', error: { failure: 'conflict' } })
    expect(reserved.error?.message).toContain('is reserved for HubSpot')
  })

  it('cannot become unique later', async () => {
    await upsertOne('contacts', makeCustomField('number'))

    const outcome = await upsertOne('contacts', makeCustomField('number', { unique: true }))

    expect(outcome).toMatchObject({
      action: 'none',
      warnings: ['unique cannot be changed for an existing HubSpot property; ignored'],
    })
  })

  it('is rejected alone when the object already has all of its unique properties', async () => {
    const unique = Array.from({ length: 12 }, (_, n) =>
      makeCustomField(`unique_${n}`, { unique: true }),
    )

    const { success, fields } = await requireValue(hubspot.customFields).upsert(client, {
      fields: { contacts: [...unique, makeCustomField('plain')] },
    })

    expect(success).toBe(false)
    const refused = Object.values(requireValue(fields.contacts)).filter(({ error }) => error)
    expect(refused.map(({ error }) => requireValue(error).failure)).toEqual([
      'bad-request',
      'bad-request',
    ])
    expect(requireValue(fields.contacts).plain).toMatchObject({ action: 'create' })
  })

  it('is compared when it is created concurrently', async () => {
    const rival = (definition: CustomFieldDefinition) => upsertOne('contacts', definition)
    let isFirst = true
    const racing = {
      metadata: {},
      request: async (request: Parameters<typeof client.request>[0]) => {
        if (isFirst && request.path.endsWith('batch/create')) {
          isFirst = false
          await rival(makeCustomField('raced', { displayName: 'Theirs' }))
        }
        return client.request(request)
      },
    }

    const { fields } = await requireValue(hubspot.customFields).upsert(racing, {
      fields: { contacts: [makeCustomField('raced', { displayName: 'Ours' })] },
    })

    expect(requireValue(fields.contacts).raced).toMatchObject({
      action: 'update',
      metadata: { label: 'Ours' },
    })
  })
})
