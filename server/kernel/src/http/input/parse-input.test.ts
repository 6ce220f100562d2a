import { createInstallation, updateInstallation } from '@platform/contract'
import { expect, it } from 'vitest'
import { parseInput } from './parse-input.ts'
import { Problem } from '../../problems/problem.ts'

async function listIssues(operation: Parameters<typeof parseInput>[0], body: unknown) {
  const params = { projectIdOrName: 'demo', integrationId: 'one', installationId: 'two' }
  try {
    await parseInput(operation, { params, query: {}, body })
    return []
  } catch (error) {
    if (error instanceof Problem) return error.details.issues ?? []
    throw error
  }
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1]))

const reads = (name: string, members: object) => ({
  groupRef: 'acme',
  config: { content: { provider: 'salesforce', read: { objects: { [name]: members } } } },
})

it('lists at most 100 invalid inputs', async () => {
  const updateMask = Array.from({ length: 1_000 }, () => 1)

  const issues = await listIssues(updateInstallation, { updateMask, installation: {} })

  expect(issues).toHaveLength(100)
  expect(issues.at(-1)).toMatchObject({ name: 'updateMask[99]' })
})

it('truncates a long name in every issue', async () => {
  const name = '😀'.repeat(200_000)
  const object = { objectName: 'contact', schedule: '*/10 * * * *', destination: 'webhook' }

  const wrong = await listIssues(
    createInstallation,
    reads(name, { ...object, selectedFields: many(300) }),
  )
  const unknown = await listIssues(createInstallation, reads(name, { ...object, ...many(300) }))

  expect([wrong.length, unknown.length]).toEqual([100, 20])
  for (const issues of [wrong, unknown]) {
    expect(JSON.stringify(issues).length).toBeLessThan(100_000)
    expect(JSON.stringify(issues).isWellFormed()).toBe(true)
  }
})
