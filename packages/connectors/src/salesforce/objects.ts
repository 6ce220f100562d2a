import type { ObjectSummary, ProviderClient, WriteType } from '@platform/connector'
import { salesforceError } from './errors.ts'
import { apiPath, callSalesforce } from './query.ts'

/** The used members of the list of objects. */
export interface SObjectDescription {
  name: string
  label: string
  labelPlural: string
  custom: boolean
  customSetting: boolean
  deprecatedAndHidden: boolean
  queryable: boolean
  createable: boolean
  updateable: boolean
  deletable: boolean
}

/** Returns every object that the connected user can see. */
export async function objects(client: ProviderClient): Promise<SObjectDescription[]> {
  const { body, response } = await callSalesforce(client, { path: `${apiPath}/sobjects` })
  if (!Array.isArray(body.sobjects)) throw salesforceError(response)
  return body.sobjects as SObjectDescription[]
}

/** Returns the readable objects with their labels. */
export async function listSObjects(client: ProviderClient): Promise<ObjectSummary[]> {
  const shown = (await objects(client)).filter(
    ({ queryable, customSetting, deprecatedAndHidden }) =>
      queryable && !customSetting && !deprecatedAndHidden,
  )
  return shown
    .map((object) => ({
      objectName: object.name,
      displayName: object.label,
      isCustom: object.custom,
      canRead: true,
      writes: listWriteTypes(object),
    }))
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName))
}

function listWriteTypes({ createable, updateable, deletable }: SObjectDescription): WriteType[] {
  return [
    ...(createable ? (['create'] as const) : []),
    ...(updateable ? (['update'] as const) : []),
    ...(createable && updateable ? (['upsert'] as const) : []),
    ...(deletable ? (['delete'] as const) : []),
  ]
}
