import type { FastifyInstance } from 'fastify'
import { getQuery } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import { SalesforceError } from '../org/errors.ts'
import type { SalesforceOrg } from '../org/org.ts'
import { runQuery } from '../query/query.ts'
import type { AuthenticateSalesforce } from './enter.ts'

const searchedTypes = new Set(['string', 'email', 'phone', 'textarea', 'url', 'picklist'])
const maxPerObject = 200

/** Serves `FIND {acme} IN ALL FIELDS RETURNING Account(Id, Name WHERE … LIMIT 5), Contact`. */
export function soslRoutes(
  http: FastifyInstance,
  { enter }: { enter: AuthenticateSalesforce },
): void {
  type Version = { Params: { version: string } }
  http.get<Version>('/services/data/v:version/search', async (request, reply) => {
    const org = enter(request, reply)
    return { searchRecords: search(org, getQuery(request)['q'] ?? '', request.params.version) }
  })
}

function search(org: SalesforceOrg, sosl: string, apiVersion: string): Record<string, unknown>[] {
  const find = /^\s*FIND\s*\{([^}]*)\}\s*(?:IN\s+\w+\s+FIELDS\s*)?(?:RETURNING\s+(.*))?$/is.exec(
    sosl,
  )
  if (!find) throw new SalesforceError(400, 'MALFORMED_SEARCH', `Malformed SOSL: ${sosl}`)
  const term = requireDefined(find[1]).replaceAll(/\\(.)/g, '$1')
  if (term.replaceAll('*', '').length < 2) {
    throw new SalesforceError(
      400,
      'MALFORMED_SEARCH',
      'Search term must be longer than one character',
    )
  }
  const returning = find[2] ?? ''
  const wanted = [
    ...returning.matchAll(/(\w+)\s*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?\s*(?:,|$)/g),
  ]
  const objects: [string, string][] =
    wanted.length > 0
      ? wanted.map(([, name = '', inner = '']) => [name, inner])
      : org.objects().map(({ name }) => [name, ''])
  return objects.flatMap(([name, inner]) => searchObject(org, { name, inner, term, apiVersion }))
}

function searchObject(
  org: SalesforceOrg,
  {
    name,
    inner,
    term,
    apiVersion,
  }: { name: string; inner: string; term: string; apiVersion: string },
): Record<string, unknown>[] {
  const object = org.object(name)
  if (!object) {
    throw new SalesforceError(400, 'INVALID_TYPE', `sObject type '${name}' is not supported.`)
  }
  const [, fields = '', clauses = ''] =
    /^(.*?)(\s(?:WHERE|ORDER BY|LIMIT)\s.*)?$/is.exec(inner) ?? []
  const soql = `SELECT ${fields.trim() || 'Id'} FROM ${object.name}${clauses.replace(/\sLIMIT\s+\d+\s*$/i, '')}`
  const limit = Number(/\sLIMIT\s+(\d+)\s*$/i.exec(clauses)?.[1] ?? maxPerObject)
  const readers = org
    .visibleFields(object)
    .filter(({ type }) => searchedTypes.has(type))
    .map((found) => object.table.reader(found.name))
  const pattern = new RegExp(
    `(^|[^\\p{L}\\p{N}])${RegExp.escape(term.toLowerCase()).replaceAll(String.raw`\*`, String.raw`[\p{L}\p{N}]*`)}([^\\p{L}\\p{N}]|$)`,
    'u',
  )
  const matches = (index: number) =>
    readers.some((read) => pattern.test(String(read(index) ?? '').toLowerCase()))
  const { indexes, write } = runQuery(org, soql, { apiVersion, includeDeleted: false })
  return indexes.filter(matches).slice(0, limit).map(write)
}
