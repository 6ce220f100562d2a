import { readFile } from 'node:fs/promises'
import { operations } from '@platform/testing/world'
import { expect, it } from 'vitest'
import { z } from 'zod'

const decision = '../../../../docs/decisions/0018-accounts.md'

type Operation = (typeof operations)[number]

/** Rows of the decision: the operations that a row names, and what they find. */
async function readDecisions(): Promise<{ names: string[]; meaning: string }[]> {
  const page = await readFile(new URL(decision, import.meta.url), 'utf8')
  return [...page.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, lookup = '', meaning = '']) => ({
    names: [...lookup.matchAll(/`([a-z]+[A-Z]\w+)`/g)].flatMap(([, name]) =>
      name === undefined || name === 'groupRef' ? [] : [name],
    ),
    meaning,
  }))
}

const listNames = ({ params, query, body }: Operation) => ({
  path: Object.keys(params?.shape ?? {}),
  given: [
    ...Object.keys({ ...params?.shape, ...query?.shape }),
    ...(body instanceof z.ZodObject ? Object.keys(body.shape) : []),
  ],
})

it('decides which account each operation finds that takes a group', async () => {
  const ofGroup = operations.filter((operation) => {
    const { path, given } = listNames(operation)
    // Those that start from an installation or a connection only compare its group.
    return given.includes('groupRef') && !/installationId|connectionId/.test(path.join())
  })
  const decided = (await readDecisions()).flatMap(({ names }) => names)

  expect(decided.toSorted()).toEqual(ofGroup.map(({ id }) => id).toSorted())
  expect(decided.length).toBeGreaterThan(25)
})

it('lets callers name an account exactly where the decision names it', async () => {
  const wrong: string[] = []
  for (const { names, meaning } of await readDecisions()) {
    for (const id of names) {
      const operation = operations.find((one) => one.id === id)
      const takesInstance = operation && listNames(operation).given.includes('instance')
      if (takesInstance !== /`\??instance=?`/.test(meaning)) wrong.push(`${id}: ${meaning}`)
    }
  }

  expect(wrong).toEqual([])
})
