import { faultsOfParents } from '../reading/below.ts'
import type { Declaration } from './entry.ts'
import type { Fault } from './fault.ts'
import { parseIdTemplate } from '../calls/ids.ts'
import { listLocatorNames } from '../calls/locator.ts'
import { reportsModificationTimes, ResolvedObjects, type ResolvedObject } from '../calls/resolve.ts'

/** Returns what is wrong with the rules of a file beyond the form of each. */
export function findFaults(declaration: Declaration): Fault[] {
  const objects = new ResolvedObjects(declaration)
  const all = objects.names.map((name) => objects.get(name))
  return [
    ...faultsOfParents(objects),
    ...all.flatMap((one) => faultsOfIds(one, namesRecords(one, declaration))),
    ...all.flatMap(faultsOfLocators),
    ...all.flatMap(faultsOfFetch),
    ...all.flatMap(faultsOfVersion),
    ...all.flatMap(faultsOfFilters),
    ...all.flatMap((one) => faultsOfQuery(one, declaration)),
    ...faultsOfWebhooks(objects, declaration),
    ...faultsOfAnnouncements(all, declaration),
  ]
}

/** Webhooks of each record of an object require that the object can be read. */
function faultsOfWebhooks(
  objects: ResolvedObjects,
  { subscribe, appWebhooks }: Declaration,
): Fault[] {
  if (subscribe && appWebhooks)
    return [{ path: ['appWebhooks'], message: 'cannot be combined with `subscribe`' }]
  if (!subscribe?.parent) return []
  const { object } = subscribe.parent
  const path = ['subscribe', 'parent', 'object']
  if (!objects.names.includes(object))
    return [{ path, message: `The file has no object ${object}.` }]
  const { read } = objects.get(object)
  const isListed = read?.id !== undefined || read?.ids !== undefined
  return isListed ? [] : [{ path, message: `${object} is not read with an ID` }]
}

/** Reports whether deliveries contain the IDs of the changed records of an object. */
const namesRecords = (
  { rules }: ResolvedObject,
  { subscribe, appWebhooks }: Declaration,
): boolean =>
  rules.events?.record !== undefined || (subscribe ?? appWebhooks)?.delivery.record !== undefined

/** Without IDs in deliveries, changes are found by reading those since a time. */
function faultsOfAnnouncements(all: readonly ResolvedObject[], declaration: Declaration): Fault[] {
  if (!(declaration.subscribe ?? declaration.appWebhooks)) return []
  return all.flatMap((object) => {
    const { name, rules, read } = object
    if (!rules.events) return []
    const path = ['objects', name, 'events']
    if (namesRecords(object, declaration)) {
      const names = read?.locatorPlaces ? listLocatorNames(read.locatorPlaces) : []
      const missing = names.filter((one) => !Object.hasOwn(rules.events?.locator ?? {}, one))
      return missing.length > 0
        ? [{ path, message: `require the locator ${missing.join(', ')} of \`byId\`` }]
        : []
    }
    const message = 'name no record, and the object is not read by modification time'
    return (read?.updated ?? object.changes?.updated) ? [] : [{ path, message }]
  })
}

/** A list that is read by modification time has no snapshot. */
const faultsOfVersion = (object: ResolvedObject): Fault[] =>
  object.read?.version && reportsModificationTimes(object)
    ? [
        {
          path: ['objects', object.name, 'read', 'version'],
          message: 'cannot be combined with `updated`, `since` or `window.byChange`',
        },
      ]
    : []

/** Filters are query parameters of lists that are read by modification time. */
function faultsOfFilters(object: ResolvedObject): Fault[] {
  const { name, read } = object
  if (!read?.filters) return []
  const path = ['objects', name, 'read', 'filters']
  const { graphql, sql, job, variants, filters } = read
  if (graphql ?? sql ?? job) return [{ path, message: 'are for lists that are requested by URL' }]
  if (!reportsModificationTimes(object))
    return [
      {
        path,
        message:
          'require `updated` or `since`: compared with a snapshot, records that no longer match would appear deleted',
      },
    ]
  const taken = Object.entries(filters).filter(([, { name: one }]) => one === variants?.name)
  return taken.map(([field]) => ({
    path: [...path, field],
    message: 'has the parameter of `variants`',
  }))
}

/** Values in a request for a record must be known. */
function faultsOfLocators({ name, read }: ResolvedObject): Fault[] {
  const { byId, ids, parent } = read ?? {}
  if (byId?.style !== 'path') return []
  const known = new Set([
    'id',
    'id:end',
    ...(parent ? ['parent'] : []),
    ...Object.keys(byId.locator ?? {}),
    ...(ids?.places ?? []),
  ])
  const sent = JSON.stringify([byId.path ?? '', byId.query ?? {}, byId.body ?? {}])
  const unknown = [...sent.matchAll(/(?<!\{)\{(?<name>[\w:]+)\}(?!\})/g)]
    .map(({ groups }) => groups?.['name'] ?? '')
    .filter((one) => !known.has(one))
  const path = ['objects', name, 'read', 'byId']
  return unknown.length > 0
    ? [{ path, message: `contains {${unknown.join('}, {')}}, which is not declared` }]
    : []
}

/** An ID that consists of several values can be sent only as these. */
function faultsOfIds(
  { name, read, rules, writes }: ResolvedObject,
  isNamedByEvents: boolean,
): Fault[] {
  const own = ['objects', name]
  const faults: Fault[] = []
  const fault = (path: PropertyKey[], message: string) =>
    faults.push({ path: [...own, ...path], message })
  const { ids, paging, fetch: fetching, byId } = read ?? {}

  for (const type of ['create', 'update', 'delete'] as const) {
    const { path = '', idIn, recordId } = writes[type] ?? {}
    const made = parseIdTemplate(recordId?.startsWith('header:') ? undefined : recordId)
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
  if (paging?.style === 'lastId' && paging.by === undefined) {
    fault(['read', 'paging'], 'by the last ID requires an ID of one value')
  }
  const isWhole =
    byId?.style === 'path' && ids.places.every((one) => byId.path?.includes(`{${one}}`))
  if (byId && !isWhole) fault(['read', 'byId'], 'requires an ID of one value, or a path with all')
  if (rules.events && isNamedByEvents) fault(['events'], 'require an ID of one value')
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

/** Rules that require others: conditions a query, and a job the description of its fields. */
function faultsOfQuery(
  { name, read, changes, rules }: ResolvedObject,
  { fields }: Declaration,
): Fault[] {
  if (!read) return []
  const faults: Fault[] = []
  const fault = (member: string, message: string) =>
    faults.push({ path: ['objects', name, 'read', ...member.split('.')], message })
  const { sql, job, since, until, paging, method = 'GET', fetch: fetching, parent } = read
  const conditions = [
    ['since', since ?? changes?.since],
    ['until', until ?? changes?.until],
    ['paging', paging],
  ] as const
  for (const [member, rule] of conditions) {
    if (rule && 'in' in rule && rule.in === 'sql' && !sql) fault(member, 'in sql requires `sql`')
  }
  if (sql && method !== 'POST') fault('sql', 'requires the method POST')
  if (read.graphql && method !== 'POST') fault('graphql', 'requires the method POST')
  if (sql && paging.style === 'lastId' && paging.in === 'sql' && !/ORDER BY/i.test(sql.statement)) {
    fault('sql.statement', 'must be sorted (ORDER BY) by the column of `paging`')
  }
  if (read.columns && read.records === '' && !job) {
    fault('columns', 'requires `records`: the reply contains the columns beside them')
  }
  if (!job) return faults
  const sent = JSON.stringify([job.status, job.pages])
  if (!sent.includes('{job}')) fault('job', 'must send {job}, the ID of the job')
  if (fetching) fault('fetch', 'is not possible for the result of a job')
  if (parent) fault('job', 'is not possible below a parent')
  if (rules.search)
    faults.push({
      path: ['objects', name, 'search'],
      message: 'is not possible in the result of a job',
    })
  const isDescribed = Object.keys(rules.fields ?? {}).length > 0 || fields?.from === 'endpoint'
  if (!isDescribed) {
    faults.push({
      path: ['objects', name],
      message: 'must declare `fields`, because a job has no sample records',
    })
  }
  return faults
}
