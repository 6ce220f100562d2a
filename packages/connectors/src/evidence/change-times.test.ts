import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ResolvedObject } from '../declarative/calls/resolve.ts'
import { listSpecifiedReads } from './specified-reads.ts'

/** A time of change in specifications that an entry does not use, and why. */
interface UnusedTime {
  provider: string
  /** All objects of the provider if absent. */
  objects?: string[]
  /** Parameters and members of records. */
  names: string[]
  why: string
}

const unused = JSON.parse(
  readFileSync(new URL('../../evidence/unused-change-times.json', import.meta.url), 'utf8'),
) as UnusedTime[]

const reads = listSpecifiedReads()

/** Parameters that select records by their time of change. */
const changeFilter = /updat|modif|chang|(?:^|_)since$/i
/** Parameters for an end, a person, a field, or another time. */
const otherParameter =
  /(?:by|before|until|to|max|lte?|end|ids?)\]?$|^(?:fields|include)|creat|deleted|scheduled_change/i

/** Names of a record's own time of change. */
const changeTime =
  /^(?:attributes\.)?(?:summary_)?(?:last[_-]?|date[_-]?)?(?:updated?|modified|modification|edited)[_-]?(?:at|on|date|time|datetime|timestamp)?$/i

const sortsByChange = (value: string) => /updat|modif|edit/i.test(value)

const selectsChanges = ({ changes }: ResolvedObject) =>
  changes?.since !== undefined ||
  changes?.window?.byChange === true ||
  changes?.newestFirst !== undefined

const isExplained = (provider: string, object: string, name: string) =>
  unused.some(
    (one) =>
      one.provider === provider &&
      (one.objects?.includes(object) ?? true) &&
      one.names.includes(name),
  )

/** Names by which the specification selects or sorts by change, and the entry does not. */
const unusedParameters = reads.flatMap(({ provider, object, operation }) => {
  if (selectsChanges(object)) return []
  const { params = [], body, graphql } = operation
  const names = [
    ...params.map(({ name }) => name),
    ...(body?.keys ?? []),
    ...(graphql?.arguments ?? []),
  ]
  return [
    ...names.filter((name) => changeFilter.test(name) && !otherParameter.test(name)),
    ...params.filter(({ values }) => values?.some(sortsByChange)).map(({ name }) => name),
  ].map((name) => ({ provider, object: object.name, name }))
})

/** Times of change in records that the entry does not use. */
const unusedMembers = reads.flatMap(({ provider, object, operation: { times = [] } }) => {
  const { read, changes } = object
  if (selectsChanges(object) || changes?.updated || read?.version) return []
  return times
    .filter((name) => changeTime.test(name))
    .map((name) => ({ provider, object: object.name, name }))
})

describe('times of change in specifications', () => {
  it('select or sort what incremental reads request, or a reason is given', () => {
    const wrong = unusedParameters
      .filter(({ provider, object, name }) => !isExplained(provider, object, name))
      .map(({ provider, object, name }) => `${provider} ${object}: ${name}`)

    expect(wrong).toEqual([])
  })

  it('are versions of records that no request selects by them, or a reason is given', () => {
    const wrong = unusedMembers
      .filter(({ provider, object, name }) => !isExplained(provider, object, name))
      .map(({ provider, object, name }) => `${provider} ${object}: ${name}`)

    expect(wrong).toEqual([])
  })

  it('are unused for reasons that still apply', () => {
    const found = [...unusedParameters, ...unusedMembers]
    const outdated = unused.flatMap(({ provider, objects = [undefined], names }) =>
      objects.flatMap((object) =>
        names.some((name) =>
          found.some(
            (one) =>
              one.provider === provider &&
              one.name === name &&
              (object === undefined || one.object === object),
          ),
        )
          ? []
          : [`${provider} ${object ?? ''}: ${names.join()}`],
      ),
    )

    expect(outdated).toEqual([])
  })
})
