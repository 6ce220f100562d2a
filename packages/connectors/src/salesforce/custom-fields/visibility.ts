import { ProviderError, type ProviderClient } from '@platform/connector'
import { salesforceError } from '../errors.ts'
import { readComponents, upsertComponents } from '../metadata-api.ts'
import { apiPath, callSalesforce, query } from '../query.ts'
import { formatSoqlLiteral } from '../soql.ts'
import { listXmlMembers, elementText, type XmlMembers } from '../xml.ts'

/**
 * New optional fields in Salesforce are visible to nobody; this permission set makes those created
 * here visible to the connected user.
 */
const permissionSet = 'IntegrationCustomFieldVisibility'
const permissionSetLabel = 'Custom Field Visibility for Integration'

/**
 * Makes fields, such as `Account.Tier__c`, visible to the connected user. Existing grants are kept.
 */
export async function grantVisibility(
  client: ProviderClient,
  fullNames: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  await grant(client, fullNames, signal)
  await assign(client)
}

/** A permission set is replaced as a whole, so existing grants are included. */
async function grant(
  client: ProviderClient,
  fullNames: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const [present] = await readComponents(client, 'PermissionSet', [permissionSet], signal)
  const granted = new Set(fullNames.map((fullName) => fullName.toLowerCase()))
  const others = listXmlMembers(present, 'fieldPermissions').filter(
    (permission) => !granted.has(elementText(permission, 'field')?.toLowerCase() ?? ''),
  ) as XmlMembers[]
  const [saved] = await upsertComponents(
    client,
    'PermissionSet',
    [
      {
        label: permissionSetLabel,
        ...present,
        fullName: permissionSet,
        fieldPermissions: [
          ...others,
          ...fullNames.map((field) => ({ editable: true, field, readable: true })),
        ],
      },
    ],
    signal,
  )
  if (saved?.error) throw saved.error
}

async function assign(client: ProviderClient): Promise<void> {
  const soql = `SELECT Id, Name FROM PermissionSet WHERE Name = ${formatSoqlLiteral(permissionSet)}`
  const [{ result }, { body: user }] = await Promise.all([
    query(client, soql),
    callSalesforce(client, { path: '/services/oauth2/userinfo' }),
  ])
  const [set] = result.records
  if (!set) throw new ProviderError('not-found', `Salesforce does not return ${permissionSet}.`)
  const response = await client.request({
    method: 'POST',
    path: `${apiPath}/sobjects/PermissionSetAssignment`,
    body: { AssigneeId: user.user_id, PermissionSetId: set.Id },
  })
  if (response.status === 201) return
  const refusal = salesforceError(response)
  if (refusal.code !== 'DUPLICATE_VALUE') throw refusal
}
