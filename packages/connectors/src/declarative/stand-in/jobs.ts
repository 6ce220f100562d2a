import { isMembers } from '../../members.ts'
import { putAt } from '../calls/dot-path.ts'
import type { Reading, ResolvedObject } from '../calls/resolve.ts'
import type { JobRules } from '../schema/job-rules.ts'
import type { StandInReply, StandInRequest } from './exchange.ts'
import {
  type KeptRecord,
  columnDescriptions,
  exportFile,
  recordAtProvider,
} from './kept-records.ts'
import { fillStandInPath, valuesInPath } from './match-request.ts'
import { startOfStandInPage, standInPage, usualPage } from './pages.ts'
import { RequestParameters } from './request-parameters.ts'

interface StartedJob {
  kept: readonly KeptRecord[]
  polls: number
}

/** What a job needs of the stand-in that it belongs to. */
interface JobSurroundings {
  /** Returns the rejection of a request without the constants of the rules. */
  rejectMissing(reading: Reading): StandInReply | undefined
  /** Returns the records that a request asks for. */
  listAsked(reading: Reading): readonly KeptRecord[]
  /** Number of times that the cursors were invalidated. */
  age: number
}

/** The jobs of a stand-in: starts those that objects are read by, reports their status, and returns their pages. */
export class StandInJobs {
  readonly #jobs = new Map<string, StartedJob>()

  answer(
    { read: reading }: ResolvedObject,
    request: StandInRequest,
    { rejectMissing, listAsked, age }: JobSurroundings,
  ): StandInReply | undefined {
    if (!reading?.job) return undefined
    const { id, begin = [], status, pages } = reading.job
    const isStart =
      (reading.method ?? 'GET') === request.method && fillStandInPath(reading.path) === request.path
    if (isStart) {
      const rejection = rejectMissing(reading)
      if (rejection) return rejection
      const job = `job-${this.#jobs.size}`
      this.#jobs.set(job, { kept: listAsked(reading), polls: 0 })
      const body: Record<string, unknown> = {}
      putAt(body, id, job)
      return { status: 200, body }
    }
    const started = begin.some(({ path, method = 'POST' }) => this.#find(request, path, method))
    if (started) return { status: 200, body: {} }
    const polled = this.#find(request, status.path, status.method)?.started
    if (polled && (polled.polls < 2 || status.path !== pages.path)) {
      return reportStatus(polled, reading, reading.job)
    }
    const read = this.#find(request, pages.path, 'GET')?.started
    return read && returnPage(read, { reading, rules: reading.job, request, age })
  }

  /** Returns the job that a call of this path names. */
  #find(
    request: StandInRequest,
    path: string,
    method = 'GET',
  ): { started: StartedJob | undefined } | undefined {
    const { job } = method === request.method ? (valuesInPath(path, request.path) ?? {}) : {}
    return job === undefined ? undefined : { started: this.#jobs.get(job) }
  }
}

function reportStatus(
  job: StartedJob,
  reading: Reading,
  { status, pages }: JobRules,
): StandInReply {
  const isDone = ++job.polls > 1
  const body: Record<string, unknown> = {}
  if (status.at !== undefined) putAt(body, status.at, isDone ? status.done?.[0] : 'running')
  if (pages.count !== undefined) putAt(body, pages.count, Math.ceil(job.kept.length / usualPage))
  if (reading.columns) {
    putAt(body, reading.columns.at, columnDescriptions(reading.columns, job.kept, reading))
  }
  return { status: status.at === undefined && !isDone ? 202 : 200, body }
}

function returnPage(
  { kept }: StartedJob,
  {
    reading,
    rules: { status, pages },
    request,
    age,
  }: { reading: Reading; rules: JobRules; request: StandInRequest; age: number },
): StandInReply {
  if (pages.format !== undefined && pages.format !== 'json') {
    return exportFile(
      kept.map((one) => recordAtProvider(one, reading)),
      pages.format,
      String(request.headers['range'] ?? ''),
    )
  }
  const { records = reading.records, paging = { style: 'none' as const } } = pages
  const list = { ...reading, records, paging }
  const asked = new RequestParameters(request)
  const size = paging.style === 'none' ? kept.length : (asked.number(paging.size) ?? usualPage)
  const from = startOfStandInPage(asked, list, kept, { size, age })
  if (from === undefined) return { status: 400, body: { message: 'This page does not exist.' } }
  const reply = standInPage(list, kept.slice(from, from + size), {
    isLast: from + size >= kept.length,
    next: { from: from + size, size, total: kept.length, request, age },
  })
  // A status and a page can be one call.
  if (isMembers(reply.body)) {
    if (status.at !== undefined) putAt(reply.body, status.at, status.done?.[0])
    if (pages.count !== undefined)
      putAt(reply.body, pages.count, Math.ceil(kept.length / usualPage))
  }
  return reply
}
