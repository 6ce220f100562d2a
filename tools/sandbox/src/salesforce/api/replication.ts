import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getQuery } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import { SalesforceError } from '../org/errors.ts'
import { findObject } from '../records/records.ts'
import type { AuthenticateSalesforce } from './enter.ts'

type OfObject = { Params: { version: string; object: string } }

const minuteMs = 60_000
const dayMs = 86_400_000

/** Serves the records that were changed or deleted within a time range. */
export function replicationRoutes(
  http: FastifyInstance,
  { enter }: { enter: AuthenticateSalesforce },
): void {
  http.get<OfObject>(
    '/services/data/v:version/sobjects/:object/updated',
    async (request, reply) => {
      const org = enter(request, reply)
      const object = findObject(org, request.params.object)
      const { start, end } = parseRange(request, org.now())
      const modifiedAt = object.table.reader('SystemModstamp')
      const indexes = object.table.select((index) => isWithin(modifiedAt(index), start, end))
      return {
        ids: indexes.map((index) => org.idAt(object, index)),
        latestDateCovered: timestamp(Math.min(end, org.now())),
      }
    },
  )

  http.get<OfObject>(
    '/services/data/v:version/sobjects/:object/deleted',
    async (request, reply) => {
      const org = enter(request, reply)
      const object = findObject(org, request.params.object)
      const { start, end } = parseRange(request, org.now())
      const { table } = object
      return {
        deletedRecords: table
          .listDeleted()
          .filter((index) => isWithin(requireDefined(table.getDeletionTime(index)), start, end))
          .map((index) => ({
            id: org.idAt(object, index),
            deletedDate: timestamp(requireDefined(table.getDeletionTime(index))),
          })),
        earliestDateAvailable: timestamp(org.now() - 15 * dayMs),
        latestDateCovered: timestamp(Math.min(end, org.now())),
      }
    },
  )
}

const timestamp = (ms: number) => new Date(ms).toISOString().replace('Z', '+0000')

const isWithin = (moment: unknown, start: number, end: number) =>
  typeof moment === 'number' && moment >= start && moment < end

/** Returns the requested range in whole minutes; rejects an empty, reversed or too old one. */
function parseRange(request: FastifyRequest, now: number): { start: number; end: number } {
  const minute = (name: string) => {
    // An unescaped plus sign is decoded as a space.
    const text = (getQuery(request)[name] ?? '')
      .replace(' ', '+')
      .replace(/(\d{2})(\d{2})$/, '$1:$2')
    return Math.floor(Date.parse(text) / minuteMs) * minuteMs
  }
  const start = minute('start')
  const end = minute('end')
  if (Number.isNaN(start) || Number.isNaN(end) || end <= start) {
    throw new SalesforceError(
      400,
      'INVALID_REPLICATION_DATE',
      'startDate has to be more than one minute before endDate',
    )
  }
  if (start < now - 30 * dayMs) {
    throw new SalesforceError(
      400,
      'INVALID_REPLICATION_DATE',
      'startDate cannot be more than 30 days ago',
    )
  }
  return { start, end }
}
