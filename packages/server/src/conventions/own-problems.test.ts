import { ApiProblem, InputValidationProblem, problemTypes } from '@platform/contract'
import type { ProblemKind, ProblemType } from '@platform/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicUrl } from '../testing/test-api.ts'
import { auditProblems } from '../audit/provocations.ts'
import { connectionProblems } from '../connections/provocations.ts'
import { installationProblems } from '../installations/provocations.ts'
import { integrationProblems } from '../integrations/provocations.ts'
import { notificationProblems } from '../notifications/provocations.ts'
import { objectMetadataProblems } from '../object-metadata/provocations.ts'
import { searchProblems } from '../search/provocations.ts'
import { writeProblems } from '../write/provocations.ts'
import { organizationProblems } from '../organizations/provocations.ts'
import { projectProblems } from '../projects/provocations.ts'
import { removalProblems } from '../removal/provocations.ts'
import { syncProblems } from '../sync/provocations.ts'
import { madeUpRecords, type Provocations } from './provocations.ts'
import { givenWorld, operations, type World } from './world.ts'

const tables: Provocations[] = [
  madeUpRecords(operations),
  organizationProblems,
  projectProblems,
  notificationProblems,
  connectionProblems,
  integrationProblems,
  installationProblems,
  syncProblems,
  removalProblems,
  objectMetadataProblems,
  searchProblems,
  writeProblems,
  auditProblems,
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

it('provokes every problem that an operation declares, and no other', () => {
  const declared = operations.flatMap(({ id, problems = [] }) =>
    problems.map((kind) => `${id} ${kind}`),
  )

  expect(provoked.map(([id, kind]) => `${id} ${kind}`).toSorted()).toEqual(declared.toSorted())
})

it.each(provoked)('%s tells of %s', async (_id, kind, provoke) => {
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
