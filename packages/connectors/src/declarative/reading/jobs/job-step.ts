import type { ProviderClient, ReadPage, ReadRequest } from '@platform/connector'
import { requireValue } from '../../../require-value.ts'
import type { RowColumn } from '../columns.ts'
import type { JobRules } from '../../schema/job-rules.ts'
import type { Piece } from '../pieces.ts'
import type { DeclarativeProvider } from '../../provider.ts'
import { fillHeaders } from '../../calls/request.ts'
import type { Reading, ResolvedObject } from '../../calls/resolve.ts'
import { fillIn, pathStep } from '../../calls/templates.ts'

/** Where a read by a job is. */
export interface JobPlace {
  /** Number of the current piece, if the object is read in pieces. */
  piece?: number
  /** ID of the job at the provider; undefined before it is started. */
  job?: string
  /** Further values of the reply that started it. */
  values?: Record<string, string>
  /** When it was started (ms), and how often its status was requested. */
  began?: number
  polls?: number
  /** How many jobs of the piece have failed. */
  failures?: number
  /** Why the read was given up, and when (ms). */
  reason?: string
  endedAt?: number
  /** Whether the job has ended, so that its pages can be read. */
  done?: true
  /** Why its result may lack records, by its last status. */
  doubt?: string
  /** Cursor of the page; undefined for the first one. */
  page?: string
  /** Number of pages, if the status reply contains it, and the columns of their rows. */
  count?: number
  columns?: RowColumn[]
  /** Offset in bytes in the file, and the columns of its header line. */
  from?: number
  header?: string[]
  /** Size of the file, if the provider reports it. */
  size?: number
}

const defaultSeconds = 10
/** Jobs of a piece that may fail before the read does. */
const maxFailures = 3

export interface ByJob {
  object: ResolvedObject
  reading: Reading
  rules: JobRules
  request: ReadRequest
  piece: (number: number) => Piece | undefined
  list: (reading: Reading, cursor: string | undefined) => Promise<ReadPage>
}

export interface JobStep extends ByJob {
  place: JobPlace
}
export const ofPiece = ({ piece, failures, reason }: JobPlace): JobPlace => ({
  ...(piece !== undefined && { piece }),
  ...(failures !== undefined && reason === undefined && { failures }),
})

export const everyMs = ({ status: { everySeconds = defaultSeconds } }: JobRules) =>
  everySeconds * 1_000

export const pageAt = (place: JobPlace, waitMs?: number): ReadPage => ({
  records: [],
  next: JSON.stringify(place),
  ...(waitMs !== undefined && { waitMs }),
})

/** Starts the job again later, unless that has failed too often. */
export function restartLater(step: JobStep, reason: string, now: number): ReadPage {
  const failures = (step.place.failures ?? 0) + 1
  if (failures >= maxFailures) return giveUp(step, reason, now)
  return pageAt({ ...ofPiece(step.place), failures }, everyMs(step.rules) * failures)
}

/** The reason is stored first, so that a read that is resumed afterwards starts another job. */
export const giveUp = ({ place, object }: JobStep, reason: string, now: number) =>
  pageAt({
    ...ofPiece(place),
    job: requireValue(place.job),
    reason: `The provider could not prepare ${object.displayName}: ${reason.replace(/\.+$/, '')}. Its job has the ID ${requireValue(place.job)}.`,
    endedAt: now,
  })

/** Replaces the ID of a job and its other values; a parameter without its value is not sent. */
export function fillJobQuery(
  query: Record<string, string | number | boolean>,
  { job = '', values = {} }: JobPlace,
): Record<string, string> {
  const all: Record<string, string> = { ...values, job }
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, text]) => {
      let isLacking = false
      const filled = String(text).replaceAll(/(?<!\{)\{(\w+)\}(?!\})/g, (_, one: string) => {
        isLacking ||= !Object.hasOwn(all, one)
        return all[one] ?? ''
      })
      return isLacking ? [] : [[name, filled]]
    }),
  )
}

export function callJob(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    object,
    call: { method = 'GET', path, query },
    place,
  }: {
    object: ResolvedObject
    call: { method?: 'GET' | 'POST' | undefined; path: string; query?: JobRules['status']['query'] }
    place: JobPlace
  },
) {
  const values = client.metadata
  const own = object.read?.headers ?? {}
  const job = requireValue(place.job)
  const filled = Object.entries(fillJobQuery(query ?? {}, place)).map(([name, value]) => [
    name,
    fillIn(value, values),
  ])
  return {
    method,
    path: object.base + fillIn(path, values, pathStep).replaceAll('{job}', () => pathStep(job)),
    query: Object.fromEntries(filled) as Record<string, string>,
    headers: {
      ...fillHeaders({ headers: provider.declaration.headers ?? {}, values }),
      ...fillHeaders({ headers: own, values }),
    },
  }
}
