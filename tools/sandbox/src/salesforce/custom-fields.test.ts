import type { Connection } from 'jsforce'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxControl } from '../control-client.ts'
import { requireDefined } from '../require-defined.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { connectSalesforce } from '../testing/sign-in.ts'

let sandbox: Sandbox
let connection: Connection

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 20 } })
})
beforeEach(async () => {
  await sandboxControl(sandbox.salesforceUrl).reset()
  connection = await connectSalesforce(sandbox)
})
afterAll(() => sandbox.close())

type Definition = { fullName: string; label: string; type: string; [attribute: string]: unknown }

const upsert = async (...definitions: Definition[]) =>
  [await connection.metadata.upsert('CustomField', definitions as never)].flat() as {
    success: boolean
    created: boolean
    errors: { statusCode: string; message: string }[]
  }[]

const region: Definition = {
  fullName: 'Account.Region__c',
  label: 'Region',
  type: 'Text',
  length: 80,
}

async function grantRegion(): Promise<void> {
  await connection.metadata.upsert('PermissionSet', {
    fullName: 'Visible',
    label: 'Visible',
    fieldPermissions: [{ field: 'Account.Region__c', readable: true, editable: true }],
  } as never)
  const { records } = await connection.query("SELECT Id FROM PermissionSet WHERE Name = 'Visible'")
  await connection.sobject('PermissionSetAssignment').create({
    AssigneeId: requireDefined(connection.userInfo ?? undefined).id,
    PermissionSetId: requireDefined(requireDefined(records[0]).Id),
  })
}

describe('the Metadata API', () => {
  it('returns whether a field was created or updated', async () => {
    const first = await upsert(region)
    const second = await upsert({ ...region, label: 'Sales region' })
    const read = await connection.metadata.read('CustomField', 'Account.Region__c')

    expect(first).toMatchObject([{ success: true, created: true }])
    expect(second).toMatchObject([{ success: true, created: false }])
    expect(read).toMatchObject({ fullName: 'Account.Region__c', label: 'Sales region' })
  })

  it('describes the types that it accepts', async () => {
    const { metadataObjects } = await connection.metadata.describe('60.0')

    expect(metadataObjects.map(({ xmlName }) => xmlName)).toEqual(['CustomObject', 'PermissionSet'])
    expect(metadataObjects[0]).toMatchObject({ childXmlNames: ['CustomField'], inFolder: false })
  })

  it('hides a new field until a permission set grants it to the user', async () => {
    await upsert(region)
    const before = await connection.describe('Account')
    await grantRegion()

    const after = await connection.describe('Account')
    const { id } = await connection.sobject('Account').create({ Name: 'Acme', Region__c: 'North' })
    const found = await connection.query("SELECT Id FROM Account WHERE Region__c = 'north'")

    expect(before.fields.map(({ name }) => name)).not.toContain('Region__c')
    expect(after.fields.find(({ name }) => name === 'Region__c')).toMatchObject({
      type: 'string',
      length: 80,
    })
    expect(found.records).toMatchObject([{ Id: id }])
  })

  it('refuses to assign the same permission set twice', async () => {
    await upsert(region)
    await grantRegion()

    await expect(grantRegion()).rejects.toThrow('Duplicate PermissionSetAssignment.  Assignee: 005')
  })

  it.each<[Omit<Definition, 'fullName'>, string]>([
    [{ label: 'X', type: 'Checkbox' }, "Must specify 'defaultValue'"],
    [{ label: 'X', type: 'Checkbox', defaultValue: 'false', required: true }, "'required'"],
    [{ label: 'X', type: 'LongTextArea', length: 100, visibleLines: 3 }, 'minimum is: 256'],
    [
      { label: 'X', type: 'Lookup', referenceTo: 'Nothing', relationshipName: 'N' },
      'valid sObject',
    ],
    [{ label: 'X', type: 'Rainbow' }, 'type Rainbow is not supported'],
  ])('refuses %j', async (definition, message) => {
    const results = await upsert({ fullName: 'Account.X__c', ...definition } as Definition)

    const [error] = [requireDefined(results[0]).errors].flat()
    expect(results).toMatchObject([{ success: false }])
    expect(requireDefined(error).message).toContain(message)
  })

  it('refuses to change the type of a field', async () => {
    await upsert(region)

    const results = await upsert({
      ...region,
      type: 'Picklist',
      valueSet: {
        restricted: true,
        valueSetDefinition: {
          sorted: false,
          value: [{ fullName: 'a', default: false, label: 'A' }],
        },
      },
    })

    expect(requireDefined([requireDefined(results[0]).errors].flat()[0]).message).toBe(
      'Cannot change field type from Text to Picklist via the API',
    )
  })

  it('lets jsforce refresh when the session of a SOAP call is gone', async () => {
    await sandboxControl(sandbox.salesforceUrl).expireTokens()

    const results = await upsert(region)

    expect(results).toMatchObject([{ success: true }])
  })
})

describe('the Tooling API', () => {
  it('creates, finds, changes and deletes a field', async () => {
    const { fullName: FullName, ...Metadata } = region
    const fields = connection.tooling.sobject('CustomField')
    const [created] = [await fields.create({ FullName, Metadata } as never)].flat()
    const again = fields.create({ FullName, Metadata } as never)
    await expect(again).rejects.toThrow('There is already a field named Region on Account.')

    const found = await connection.tooling.query(
      "SELECT Id, FullName, Metadata FROM CustomField WHERE TableEnumOrId = 'Account' AND DeveloperName = 'Region'",
    )
    await fields.update({
      Id: requireDefined(created).id,
      Metadata: { ...Metadata, label: 'Area' },
    } as never)
    const read = await connection.metadata.read('CustomField', FullName)
    await fields.destroy(requireDefined(requireDefined(created).id))
    const gone = await connection.tooling.query(
      "SELECT Id FROM CustomField WHERE DeveloperName = 'Region'",
    )

    expect(found.records).toMatchObject([
      { Id: requireDefined(created).id, FullName, Metadata: { label: 'Region' } },
    ])
    expect(read).toMatchObject({ label: 'Area' })
    expect(gone.records).toEqual([])
  })
})
