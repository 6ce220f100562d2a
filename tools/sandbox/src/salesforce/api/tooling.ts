import type { FastifyInstance } from 'fastify'
import { getQuery } from '../../http.ts'
import { channelMemberRow } from './channel-members.ts'
import {
  deleteField,
  customFieldMetadata,
  saveField,
  splitFullName,
} from '../metadata/custom-fields.ts'
import { orgNotFound, SalesforceError } from '../org/errors.ts'
import type { SalesforceOrg } from '../org/org.ts'
import { getRequestBody, type AuthenticateSalesforce } from './enter.ts'
import { parseSoql, type Condition } from '../query/soql.ts'
import { toMembers } from '../../members.ts'

type Version = { version: string }
type OfField = { Params: Version & { id: string } }

interface ToolingRow {
  Id: string
  [column: string]: unknown
}

interface CustomFieldRow extends ToolingRow {
  DeveloperName: string
  TableEnumOrId: string
  FullName: string
  Metadata: unknown
}

const base = '/services/data/v:version/tooling'

/** Serves custom fields of the Tooling API. */
export function toolingRoutes(
  http: FastifyInstance,
  { enter }: { enter: AuthenticateSalesforce },
): void {
  http.post<{ Params: Version }>(`${base}/sobjects/CustomField`, async (request, reply) => {
    const org = enter(request, reply)
    const { FullName, Metadata } = getRequestBody(request) as {
      FullName?: string
      Metadata?: Record<string, unknown>
    }
    if (!FullName || !Metadata) {
      throw new SalesforceError(400, 'REQUIRED_FIELD_MISSING', 'FullName and Metadata are required')
    }
    const { object, name } = splitFullName(org, FullName)
    if (object.fields.has(name.toLowerCase())) {
      throw new SalesforceError(
        400,
        'DUPLICATE_DEVELOPER_NAME',
        `There is already a field named ${name.replace(/__c$/, '')} on ${object.name}.`,
      )
    }
    saveField(org, FullName, Metadata)
    const id = org.customFieldId(FullName)
    return reply.code(201).send({ id, success: true, errors: [], warnings: [], infos: [] })
  })

  http.get<OfField>(`${base}/sobjects/CustomField/:id`, async (request, reply) => {
    const org = enter(request, reply)
    return showToolingRow('CustomField', findRow(org, request.params.id), request.params.version)
  })

  http.patch<OfField>(`${base}/sobjects/CustomField/:id`, async (request, reply) => {
    const org = enter(request, reply)
    const row = findRow(org, request.params.id)
    saveField(org, row.FullName, toMembers(getRequestBody(request)['Metadata']))
    return reply.code(204).send()
  })

  http.delete<OfField>(`${base}/sobjects/CustomField/:id`, async (request, reply) => {
    const org = enter(request, reply)
    deleteField(org, findRow(org, request.params.id).FullName)
    return reply.code(204).send()
  })

  http.get<{ Params: Version }>(`${base}/query`, async (request, reply) => {
    const org = enter(request, reply)
    const { from, select, where, limit } = parseSoql(getQuery(request)['q'] ?? '')
    const entity = entities.find(({ name }) => name.toLowerCase() === from.toLowerCase())
    if (!entity) {
      throw new SalesforceError(400, 'INVALID_TYPE', `sObject type '${from}' is not supported.`)
    }
    const found = entity
      .rows(org)
      .filter((row) => passes(row, where))
      .slice(0, limit)
    const names = select.flatMap((item) =>
      item.kind === 'field' ? [item.path.names.join('.')] : [],
    )
    if (found.length > 1 && names.some((name) => /^(metadata|fullname)$/i.test(name))) {
      throw new SalesforceError(
        400,
        'MALFORMED_QUERY',
        'When retrieving results with Metadata or FullName fields, the query qualifications must ' +
          'specify no more than one row for retrieval.',
      )
    }
    return {
      size: found.length,
      totalSize: found.length,
      done: true,
      queryLocator: null,
      entityTypeName: entity.name,
      records: found.map((row) => {
        const full = showToolingRow(entity.name, row, request.params.version)
        const wanted = Object.entries(full).filter(
          ([key]) =>
            key === 'attributes' || names.some((name) => name.toLowerCase() === key.toLowerCase()),
        )
        return Object.fromEntries(wanted)
      }),
    }
  })
}

function rows(org: SalesforceOrg): CustomFieldRow[] {
  return org.objects().flatMap((object) =>
    [...object.fields.values()]
      .filter(({ custom }) => custom)
      .map((field) => {
        const FullName = `${object.name}.${field.name}`
        return {
          Id: org.customFieldId(FullName),
          DeveloperName: field.name.replace(/__c$/, ''),
          TableEnumOrId: object.name,
          FullName,
          Metadata: customFieldMetadata(field),
        }
      }),
  )
}

function findRow(org: SalesforceOrg, id: string): CustomFieldRow {
  const row = rows(org).find((candidate) => candidate.Id.startsWith(id.slice(0, 15)))
  if (!row) throw orgNotFound()
  return row
}

const entities: { name: string; rows(org: SalesforceOrg): ToolingRow[] }[] = [
  { name: 'CustomField', rows },
  {
    name: 'PlatformEventChannelMember',
    rows: ({ events }) => events.members.map(channelMemberRow),
  },
]

const showToolingRow = (type: string, row: ToolingRow, version: string) => ({
  attributes: { type, url: `/services/data/v${version}/tooling/sobjects/${type}/${row.Id}` },
  ...row,
})

/** Supports equality and IN with AND or OR, which is enough to find a field. */
function passes(row: ToolingRow, condition: Condition | undefined): boolean {
  if (!condition) return true
  switch (condition.kind) {
    case 'and':
      return condition.parts.every((part) => passes(row, part))
    case 'or':
      return condition.parts.some((part) => passes(row, part))
    case 'compare':
    case 'in': {
      const [name = ''] = condition.path.names
      const key = Object.keys(row).find((known) => known.toLowerCase() === name.toLowerCase())
      if (!key) {
        throw new SalesforceError(400, 'INVALID_FIELD', `No such column '${name}' on this entity.`)
      }
      const literals =
        condition.kind === 'compare'
          ? [condition.literal]
          : Array.isArray(condition.values)
            ? condition.values
            : []
      const wanted = literals.map((literal) =>
        literal.kind === 'string' ? literal.value.toLowerCase() : undefined,
      )
      return wanted.includes(String(row[key]).toLowerCase())
    }
    default:
      throw new SalesforceError(400, 'MALFORMED_QUERY', 'This filter is not supported here.')
  }
}
