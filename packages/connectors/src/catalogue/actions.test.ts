import { describe, expect, it } from 'vitest'
import { pickDeclaration } from '../declarative/schema/entry.ts'
import { ResolvedObjects, type ResolvedObject } from '../declarative/calls/resolve.ts'
import { requireValue } from '../require-value.ts'
import { catalogue, getEntryFile } from './catalogue.ts'

/** Words of a call that does something with records, and of one that computes or searches. */
const verbs =
  /^(activate|assign|cancel|completions|delete|deletion|executions|export|ignore|mark|ping|query|remove|search|send|sends|sso|start|stop|validate|verification|aggregates)$/

/** Words that mean an action only as a whole segment of a path, or as the last one. */
const segments = /^(database|import)$/
const lastSegments = /^(join|livefeedsearches|set|table|test|verify)$/

/** Words that mean an action only in the name: `/users/update` also creates. */
const verbsOfNames = /^(update|confirmation)$/

/** Records whose names contain such a word. */
const records = new Set(['google sendAs'])

/**
 * Returns why a create or update is an action, not a record. Callers call actions through the proxy: a
 * permission to write records must not send mail or cancel a sequence.
 */
function findAction(provider: string, { name, read, writes }: ResolvedObject) {
  if (records.has(`${provider} ${name}`)) return undefined
  for (const type of ['create', 'update'] as const) {
    const sending = writes[type]
    if (!sending) continue
    const path = sending.graphql
      ? `/${sending.graphql.mutation}`
      : sending.path.replaceAll(/\{\{?\w+\}?\}/g, '')
    const word =
      [...splitWords(name), ...splitWords(path)].find((one) => verbs.test(one)) ??
      splitWords(name).find((one) => verbsOfNames.test(one)) ??
      [...name.split('/'), ...path.split('/')].find((one) => segments.test(one)) ??
      [name, path].map(getLastSegment).find((one) => lastSegments.test(one)) ??
      // The result of an export is a file that only a list of exports would show.
      (read ? undefined : splitWords(name).find((one) => one === 'exports'))
    if (word !== undefined) return `${provider} ${name}: ${type} ${sending.path} (${word})`
  }
  return undefined
}

const getLastSegment = (path: string) => path.split('/').at(-1) ?? ''

/** Splits `deleteHardbounces`, `conversations:export` and `mark_as_done`. */
const splitWords = (text: string) =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)

const declared = Object.entries(catalogue).flatMap(([name, entry]) => {
  const file = requireValue(getEntryFile(entry))
  return file.objects ? [[name, new ResolvedObjects(pickDeclaration(file))] as const] : []
})

describe('writes of the catalogue', () => {
  it('create and update records, and do nothing else', () => {
    const found = declared.flatMap(([provider, objects]) =>
      objects.names.flatMap((name) => findAction(provider, objects.get(name)) ?? []),
    )

    expect(found).toEqual([])
  })

  it.each([
    ['conversations:export', '/v1/conversations:export'],
    ['hardbounces', '/v3/smtp/deleteHardbounces'],
    ['todos', '/v4/todos/mark_as_done'],
    ['companies', '/v3/companies/import'],
    ['users/update/permissions', '/v3/users/permissions'],
    ['customer_exports', '/v1/customers'],
  ])('recognize the action %s of a new entry', (name, path) => {
    const objects = new ResolvedObjects({ objects: { [name]: { create: { path } } } })

    expect(findAction('acme', objects.get(name))).toBeDefined()
  })

  it.each([
    ['contacts', '/contacts/add.json'],
    ['users', '/api/users/update'],
    ['exports', '/batch_exports', true],
    ['profile-bulk-import-jobs', '/profile-bulk-import-jobs'],
  ])('leave %s at %s a record', (name, path, isRead = false) => {
    const read = isRead ? { path, records: 'data' } : undefined
    const objects = new ResolvedObjects({
      objects: { [name]: { create: { path }, ...(read && { read }) } },
    })

    expect(findAction('acme', objects.get(name))).toBeUndefined()
  })
})
