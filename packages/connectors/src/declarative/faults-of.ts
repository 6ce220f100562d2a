import { faultsOfParents } from './below.ts'
import type { Declaration } from './entry.ts'
import type { Fault } from './fault.ts'
import { idTemplateOf } from './ids.ts'
import { ResolvedObjects, type ResolvedObject } from './resolve.ts'

/** Returns what is wrong with the rules of a file beyond the form of each. */
export function faultsOf(declaration: Declaration): Fault[] {
  const objects = new ResolvedObjects(declaration)
  const all = objects.names.map((name) => objects.get(name))
  return [...faultsOfParents(objects), ...all.flatMap(faultsOfIds), ...all.flatMap(faultsOfFetch)]
}

/** An ID that consists of several values can be sent only as these. */
function faultsOfIds({ name, read, rules, writes }: ResolvedObject): Fault[] {
  const own = ['objects', name]
  const faults: Fault[] = []
  const fault = (path: PropertyKey[], message: string) =>
    faults.push({ path: [...own, ...path], message })
  const { ids, paging, fetch: fetching, byId } = read ?? {}

  for (const type of ['create', 'update', 'delete'] as const) {
    const { path = '', idIn, recordId } = writes[type] ?? {}
    const made = idTemplateOf(recordId?.startsWith('header:') ? undefined : recordId)
    if (!ids) {
      if (made) fault([type, 'recordId'], 'requires the same template as the ID of `read`')
      continue
    }
    const parts = ids.places.map((place) => `{${place}}`).join(', ')
    if (type === 'create') {
      const isSame = made && made.places.length === ids.places.length
      if (recordId !== undefined && !isSame) {
        fault([type, 'recordId'], `must be a template of as many values as the ID: ${parts}`)
      }
      continue
    }
    if (lacksParts(path, ids.places)) {
      fault([type, 'path'], `cannot contain {id}, which consists of several values: use ${parts}`)
    }
    if (idIn !== undefined) fault([type, 'idIn'], 'requires an ID of one value')
  }
  if (!ids) return faults
  if (paging?.style === 'lastId') {
    fault(['read', 'paging'], 'by the last ID requires an ID of one value')
  }
  if (byId) fault(['read', 'byId'], 'requires an ID of one value')
  if (rules.events) fault(['events'], 'require an ID of one value')
  if (fetching?.ids) fault(['read', 'fetch', 'ids'], 'requires an ID of one value')
  for (const [association, rule] of Object.entries(rules.associations ?? {})) {
    if ('path' in rule) fault(['associations', association], 'require an ID of one value')
  }
  return faults
}

/** `{id}` is the whole ID, unless it is one of its values. */
const lacksParts = (path: string, places: readonly string[]) =>
  path.includes('{id}') && !places.includes('id')

function faultsOfFetch({ name, read }: ResolvedObject): Fault[] {
  const { fetch: rules, id, ids } = read ?? {}
  if (!rules) return []
  const path = ['objects', name, 'read', 'fetch']
  if (id === undefined) return [{ path, message: 'requires an ID' }]
  if (rules.ids) return []
  const names = ids ? ids.places : ['id']
  const sent = JSON.stringify([rules.path, rules.query ?? {}])
  const isSent = names.every((one) => sent.includes(`{${one}}`))
  if (isSent && !(ids && lacksParts(sent, ids.places))) return []
  const parts = names.map((one) => `{${one}}`).join(', ')
  return [
    {
      path: [...path, 'path'],
      message: `must contain ${parts}, or every record would be the same`,
    },
  ]
}
