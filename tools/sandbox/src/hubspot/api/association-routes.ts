import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthenticateHubspot } from './access.ts'
import {
  defaultTypes,
  type PortalAssociation,
  type AssociationType,
} from '../portal/associations.ts'
import { getQuery } from '../../http.ts'
import { HubSpotError, validationError } from '../portal/errors.ts'

type OfPair = { Params: { from: string; to: string } }
type OfRecord = { Params: { from: string; id: string; to: string } }
type OfLink = { Params: { from: string; id: string; to: string; toId: string } }

interface WrittenType {
  associationCategory: string
  associationTypeId: number
}

interface PairInput {
  from: { id: string }
  to: { id: string }
  types?: WrittenType[]
}

const maxReads = 1000
/** Maximum number of associations of one record per page. */
const maxOfOne = 500
const maxWrites = 2000

/** Serves associations of version 4, which dated versions continue. */
export function associationRoutes(
  http: FastifyInstance,
  bases: { pairs: string; links: string },
  { enter }: { enter: AuthenticateHubspot },
): void {
  const pairs = `${bases.pairs}/:from/:to`

  http.post<OfPair>(`${pairs}/batch/read`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const [from, to] = [portal.object(request.params.from), portal.object(request.params.to)]
    for (const object of [from, to]) need('objects', object, 'read')
    const inputs = listInputs<{ id: string; after?: string | null }>(request.body, maxReads)
    const spoilt = spoiltRows(request)
    const lists = portal.associations.lists(
      from,
      inputs.map(({ id }) => id),
      to,
    )
    const found = inputs
      .filter((_input, row) => !spoilt.has(row))
      .map(({ id, after }) => ({
        from: { id },
        ...paginateAssociations(lists.get(id) ?? [], {
          after: after ?? undefined,
          limit: maxOfOne,
        }),
      }))
    const errors = [
      ...inputs
        .filter((_input, row) => spoilt.has(row))
        .map(({ id }) => ({
          status: 'error',
          category: 'INTERNAL_ERROR',
          message: 'internal error',
          context: { fromObjectId: [id] },
        })),
      ...found
        .filter((row) => row.to.length === 0)
        .map((row) => ({
          status: 'error',
          category: 'OBJECT_NOT_FOUND',
          subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND',
          message: `No ${to.name} is associated with ${from.name} ${row.from.id}.`,
          context: { fromObjectId: [row.from.id] },
        })),
    ]
    return reply.code(errors.length > 0 ? 207 : 200).send({
      ...envelope(portal.now()),
      results: found.filter((row) => row.to.length > 0),
      ...(errors.length > 0 ? { numErrors: errors.length, errors } : {}),
    })
  })

  for (const url of [`${pairs}/batch/create`, `${pairs}/batch/associate/default`]) {
    http.post<OfPair>(url, async (request, reply) => {
      const { portal } = enter(request, reply)
      const [from, to] = [portal.object(request.params.from), portal.object(request.params.to)]
      const results: unknown[] = []
      const errors: unknown[] = []
      for (const input of listInputs<PairInput>(request.body, maxWrites)) {
        try {
          const types = input.types ? listTypes(input.types) : defaultTypes(from, to)
          portal.associations.add(from, input.from.id, to, input.to.id, types)
          results.push({
            fromObjectTypeId: from.typeId,
            fromObjectId: Number(input.from.id),
            toObjectTypeId: to.typeId,
            toObjectId: Number(input.to.id),
            labels: [],
          })
        } catch (error) {
          if (!(error instanceof HubSpotError)) throw error
          errors.push({ status: 'error', message: error.message, ...error.extra })
        }
      }
      return reply.code(errors.length > 0 ? 207 : 201).send({
        ...envelope(portal.now()),
        results,
        ...(errors.length > 0 ? { numErrors: errors.length, errors } : {}),
      })
    })
  }

  http.post<OfPair>(`${pairs}/batch/archive`, async (request, reply) => {
    const { portal } = enter(request, reply)
    const [from, to] = [portal.object(request.params.from), portal.object(request.params.to)]
    type Input = { from: { id: string }; to: { id: string }[] }
    for (const input of listInputs<Input>(request.body, maxWrites)) {
      for (const other of input.to) portal.associations.remove(from, input.from.id, to, other.id)
    }
    return reply.code(204).send()
  })

  http.get<OfPair>(`${pairs}/labels`, async (request, reply) => {
    const { portal } = enter(request, reply)
    const [from, to] = [portal.object(request.params.from), portal.object(request.params.to)]
    return { results: portal.associations.types(from, to) }
  })

  http.post<OfPair & { Body: Partial<Record<string, string>> }>(
    `${pairs}/labels`,
    async (request, reply) => {
      const { portal, need } = enter(request, reply)
      const [from, to] = [portal.object(request.params.from), portal.object(request.params.to)]
      need('schemas', from, 'write')
      defaultTypes(from, to)
      const { name, label, inverseLabel } = request.body
      if (!name || !label) throw validationError('An association label needs a name and a label.')
      const written = { name, label, ...(inverseLabel === undefined ? {} : { inverseLabel }) }
      return { results: portal.associations.addLabel(from, to, written) }
    },
  )

  linkRoutes(http, `${bases.links}/:from/:id/associations`, enter)
}

/** Serves the associations of a single record. */
function linkRoutes(http: FastifyInstance, links: string, enter: AuthenticateHubspot): void {
  http.get<OfRecord>(`${links}/:to`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const [from, to] = [portal.object(request.params.from), portal.object(request.params.to)]
    for (const object of [from, to]) need('objects', object, 'read')
    const { after, limit = String(maxOfOne) } = getQuery(request)
    const size = Number(limit)
    if (!Number.isInteger(size) || size < 1 || size > maxOfOne) {
      throw validationError(`The limit must be between 1 and ${maxOfOne}: ${limit}`)
    }
    const all = portal.associations.list(from, request.params.id, to)
    const { to: results, paging } = paginateAssociations(all, { after, limit: size })
    return { results, ...(paging && { paging }) }
  })

  http.put<OfLink>(`${links}/default/:to/:toId`, async (request, reply) => {
    const { portal } = enter(request, reply)
    const [from, to] = [portal.object(request.params.from), portal.object(request.params.to)]
    const { id, toId } = request.params
    const types = defaultTypes(from, to)
    portal.associations.add(from, id, to, toId, types)
    const results = types.map((associationSpec) => ({
      from: { id },
      to: { id: toId },
      associationSpec: {
        associationCategory: associationSpec.category,
        associationTypeId: associationSpec.typeId,
      },
    }))
    return { ...envelope(portal.now()), results }
  })

  http.put<OfLink & { Body: WrittenType[] }>(`${links}/:to/:toId`, async (request, reply) => {
    const { portal } = enter(request, reply)
    const [from, to] = [portal.object(request.params.from), portal.object(request.params.to)]
    const { id, toId } = request.params
    portal.associations.add(from, id, to, toId, listTypes(request.body))
    return reply.code(201).send({
      fromObjectTypeId: from.typeId,
      fromObjectId: Number(id),
      toObjectTypeId: to.typeId,
      toObjectId: Number(toId),
      labels: [],
    })
  })

  http.delete<OfLink>(`${links}/:to/:toId`, async (request, reply) => {
    const { portal } = enter(request, reply)
    const [from, to] = [portal.object(request.params.from), portal.object(request.params.to)]
    portal.associations.remove(from, request.params.id, to, request.params.toId)
    return reply.code(204).send()
  })
}

/** Returns a page of a record's associations, ordered by the IDs of the others. */
function paginateAssociations(
  all: PortalAssociation[],
  { after, limit }: { after: string | undefined; limit: number },
) {
  if (after !== undefined && !/^\d+$/.test(after)) {
    throw validationError(`The paging cursor is invalid: ${after}`)
  }
  const sorted = all.toSorted((a, b) => a.toObjectId - b.toObjectId)
  const rest =
    after === undefined ? sorted : sorted.filter(({ toObjectId }) => toObjectId > Number(after))
  const to = rest.slice(0, limit)
  const last = rest.length > limit ? to.at(-1) : undefined
  return { to, ...(last && { paging: { next: { after: String(last.toObjectId) } } }) }
}

/** Returns rows of a batch that fail because of the fault of this request. */
const spoiltRows = ({ fault }: FastifyRequest): ReadonlySet<number> =>
  new Set(fault?.effect === 'partial-failure' ? (fault.rows ?? [0]) : [])

const listTypes = (written: WrittenType[]): AssociationType[] =>
  written.map(({ associationCategory, associationTypeId }) => ({
    category: associationCategory,
    typeId: associationTypeId,
    label: null,
  }))

function listInputs<T>(body: unknown, max: number): T[] {
  const inputs = (body as { inputs?: T[] } | undefined)?.inputs
  if (!Array.isArray(inputs)) throw validationError('Invalid input JSON: inputs is missing')
  if (inputs.length > max) throw validationError(`The maximum batch size is ${max}.`)
  return inputs
}

function envelope(now: number) {
  const at = new Date(now).toISOString()
  return { status: 'COMPLETE', startedAt: at, completedAt: at }
}
