import { afterAll, beforeAll, expect, it } from 'vitest'
import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { givenTenant, testApi, type TestApi } from '../testing/test-api.ts'
import { testDatabase } from '../testing/test-database.ts'

let api: TestApi
let tenant: Awaited<ReturnType<typeof givenTenant>>

beforeAll(async () => {
  api = await testApi(await testDatabase())
  tenant = await givenTenant(api)
})

afterAll(async () => {
  await api.close()
  await api.database.close()
})

/** What names a record in its path and can be asked for with nothing else. */
const byPath = (Object.values(contract) as unknown[])
  .filter(isOperation)
  .filter(({ path, callers }) => /\{(?!projectIdOrName)/.test(path) && callers.includes('full'))
  .filter(({ body, query }) => body === undefined && query?.safeParse({}).success !== false)

it.each(byPath.map((operation) => [operation.id, operation] as const))(
  '%s says which record does not exist, as it declares',
  async (_id, { method, path, problems }) => {
    const url = path
      .replace('{projectIdOrName}', tenant.project.id)
      .replaceAll(/\{\w+\}/g, 'made-up')

    const { status, body } = await api.call(method, url, { apiKey: tenant.full.key })

    expect(status).toBe(404)
    expect(problems).toContain(body.type.split('/').at(-1))
  },
)

function isOperation(value: unknown): value is OperationDefinition {
  return typeof value === 'object' && value !== null && 'callers' in value && 'path' in value
}
