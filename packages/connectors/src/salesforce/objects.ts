import type { ProviderClient } from '@platform/connector'
import { salesforceError } from './errors.ts'
import { apiPath, call } from './query.ts'

/** What is used of the list of objects. */
export interface SObject {
  name: string
  label: string
  labelPlural: string
  custom: boolean
  queryable: boolean
  createable: boolean
  updateable: boolean
  deletable: boolean
}

/** Every object that the connected user sees. */
export async function objects(client: ProviderClient): Promise<SObject[]> {
  const { body, response } = await call(client, { path: `${apiPath}/sobjects` })
  if (!Array.isArray(body.sobjects)) throw salesforceError(response)
  return body.sobjects as SObject[]
}
