import { ApiProblem, InputValidationProblem, problemTypes } from '@platform/contract'
import type { ProblemKind, ProblemType } from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicUrl } from '@platform/testing/test-api'
import { exportsOfParts } from './exports-of-parts.ts'
import { requestMadeUpRecords, type Provocations } from '@platform/testing/provocations'
import { givenWorld, operations, type World } from '@platform/testing/world'

const tables = [
  requestMadeUpRecords(operations),
  ...(await exportsOfParts<Provocations>('provocations.ts', /Problems$/)),
]
const provoked = tables.flatMap((table) =>
  Object.entries(table).flatMap(([id, provocations]) =>
    Object.entries(provocations).map(
      ([kind, provoke]) => [id, kind as ProblemKind, provoke] as const,
    ),
  ),
)

let world: World
beforeAll(async () => {
  world = await givenWorld()
})
afterAll(() => world.close())

it('provokes exactly the problems that operations declare', () => {
  const declared = operations.flatMap(({ id, problems = [] }) =>
    problems.map((kind) => `${id} ${kind}`),
  )

  expect(provoked.map(([id, kind]) => `${id} ${kind}`).toSorted()).toEqual(declared.toSorted())
})

it.each(provoked)('%s reports %s', async (_id, kind, provoke) => {
  const { status, title }: ProblemType = problemTypes[kind]

  const reply = await provoke(world)

  expect(reply.body).toMatchObject({ type: `${publicUrl}/problems/${kind}`, status, title })
  expect(reply.status).toBe(status)
  expect(reply.headers['content-type']).toBe('application/problem+json')
  const isAboutInput = status === 400 || status === 422
  const problem = (isAboutInput ? InputValidationProblem : ApiProblem).parse(reply.body)
  expect(problem.detail).toMatch(/^\S.{10,}[.]$/s)
  expect(problem.detail).not.toBe(`${title}.`)
})
