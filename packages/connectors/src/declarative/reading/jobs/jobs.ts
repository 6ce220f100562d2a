import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderResponse,
  type ReadPage,
} from '@platform/connector'
import { convertToText } from '@platform/contract/compare-values'
import { takeClock } from '../../../provider-clock.ts'
import { overlapMs } from '../overlap.ts'
import { isMembers } from '../../../members.ts'
import { columnsIn } from '../columns.ts'
import { getAtDotPath } from '../../calls/dot-path.ts'
import { findDoubt } from '../../calls/doubt.ts'
import { unreadable } from '../../calls/errors.ts'
import type { DeclarativeProvider } from '../../provider.ts'
import { parseTime } from '../records.ts'
import { pageRequest } from '../../calls/request.ts'
import { placeInCursor } from '../cursor.ts'
import { readClockMs } from '../../../clock.ts'
import { readJobPage, readJobRange } from './job-result.ts'
import {
  type JobPlace,
  type ByJob,
  type JobStep,
  ofPiece,
  everyMs,
  pageAt,
  restartLater,
  giveUp,
  callJob,
} from './job-step.ts'

const growth = 1.5
const maxMs = 5 * 60_000
const defaultHours = 24
/** Someone who resumes a read that was given up has waited longer. */
const givenUpMs = 60_000
const maxIdLength = 500

/**
 * Reads the result of a job at the provider, such as an export. The cursor contains the ID of the job, so
 * that after an interruption the read waits for the same job. Each call is one step: it starts the job,
 * requests its status, or reads a page. A failed or lost job is started again a few times.
 */
export async function readByJob(
  provider: DeclarativeProvider,
  client: ProviderClient,
  byJob: ByJob,
  now = readClockMs(),
): Promise<ReadPage> {
  const place: JobPlace = placeInCursor(byJob.request.cursor)
  if (place.reason !== undefined && now - (place.endedAt ?? 0) < givenUpMs) {
    // Not the same job again: the engine does not repeat the request.
    throw new ProviderError('bad-request', place.reason, { status: 422 })
  }
  const isFresh = place.job === undefined || place.reason !== undefined
  if (isFresh) return startJob(provider, client, { ...byJob, place: ofPiece(place) }, now)
  const step = { ...byJob, place }
  if (!place.done) return poll(provider, client, step, now)
  try {
    const page =
      byJob.rules.pages.rangeBytes === undefined
        ? await readJobPage(provider, client, step)
        : await readJobRange(provider, client, step)
    const incomplete = page.incomplete ?? place.doubt
    return { ...page, ...(incomplete !== undefined && { incomplete }) }
  } catch (error) {
    const isLost =
      error instanceof ProviderError && ['not-found', 'cursor-gone'].includes(error.failure)
    if (isLost) return restartLater(step, 'its result is no longer available', now)
    throw error
  }
}

async function startJob(
  provider: DeclarativeProvider,
  client: ProviderClient,
  { object, reading, rules, request, place, piece }: JobStep,
  now: number,
): Promise<ReadPage> {
  const response = await client.request(
    buildPerAttempt(() =>
      pageRequest(
        { ...reading, paging: { style: 'none' } },
        {},
        {
          fieldNames: request.fieldNames,
          sinceMs: parseTime(request.since),
          untilMs: parseTime(request.until),
          size: undefined,
          headers: provider.declaration.headers ?? {},
          values: client.metadata,
          base: object.base,
          piece: piece(place.piece ?? 0),
        },
      ),
    ),
  )
  provider.refusals.checkPage(response, { records: '', declared: [rules.id] })
  const id = getAtDotPath(response.body, rules.id)
  const isId = (typeof id === 'string' && id !== '') || typeof id === 'number'
  if (!isId || String(id).length > maxIdLength) {
    throw unreadable(response, `it has no ID of a job at ${rules.id}`)
  }
  const job = String(id)
  for (const call of rules.begin ?? []) {
    provider.refusals.check(
      await client.request(
        buildPerAttempt(() =>
          callJob(provider, client, { object, call: { method: 'POST', ...call }, place: { job } }),
        ),
      ),
    )
  }
  const values = Object.entries(rules.values ?? {}).flatMap(([name, where]) => {
    const value = getAtDotPath(response.body, where)
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  const begun = {
    ...place,
    job,
    began: now,
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
  }
  return {
    ...pageAt(begun, everyMs(rules)),
    ...(request.cursor === undefined &&
      takeClock(response, request.overlapMs ?? overlapMs(reading))),
  }
}

async function poll(
  provider: DeclarativeProvider,
  client: ProviderClient,
  step: JobStep,
  now: number,
): Promise<ReadPage> {
  const { object, reading, rules, place } = step
  const { status, pages } = rules
  const response = await client.request(
    buildPerAttempt(() => callJob(provider, client, { object, call: status, place })),
  )
  if (response.status === 404 || response.status === 410) {
    return restartLater(step, 'the provider no longer knows it', now)
  }
  const declared = [rules.id, status.at, status.message].filter((one) => one !== undefined)
  const { body } = response
  const value = status.at === undefined ? undefined : getAtDotPath(body, status.at)
  const hasFailed = isAmong(status.failed, value)
  // A failed job has an error, which belongs to its status.
  if (hasFailed) provider.refusals.check(response)
  else provider.refusals.checkPage(response, { records: '', declared })
  if (status.at !== undefined && value === undefined) {
    throw unreadable(response, `it has no status at ${status.at}`)
  }
  if (hasFailed) {
    const words = status.message === undefined ? undefined : getAtDotPath(body, status.message)
    const isText = typeof words === 'string' && words !== ''
    return restartLater(
      step,
      isText ? words.slice(0, 500) : `its status is ${convertToText(value)}`,
      now,
    )
  }
  const isDone = status.done ? isAmong(status.done, value) : response.status !== 202
  if (!isDone) {
    const hours = status.withinHours ?? defaultHours
    if (now - (place.began ?? now) > hours * 3_600_000) {
      const last = status.at === undefined ? '' : `, and its status is ${JSON.stringify(value)}`
      return giveUp(step, `it did not end within ${hours} hours${last}`, now)
    }
    const polls = (place.polls ?? 0) + 1
    const waitMs = Math.min(everyMs(rules) * growth ** polls, maxMs)
    return pageAt({ ...place, polls }, Math.max(waitMs, everyMs(rules)))
  }
  const count = pages.count === undefined ? undefined : countIn(response, pages.count)
  const beside = isMembers(body) ? { ...body, [status.at ?? '']: undefined } : body
  const doubt = findDoubt(beside, { records: '', isNull: false, isEmpty: false })
  const columns = reading.columns && columnsIn(body, reading.columns)
  return pageAt({
    ...place,
    done: true,
    ...(doubt !== undefined && { doubt }),
    ...(count !== undefined && { count }),
    ...(columns && { columns }),
  })
}

/** Providers change the case of their statuses between versions. */
const isAmong = (statuses: readonly string[] | undefined, value: unknown): boolean =>
  statuses?.some((one) => one.toLowerCase() === convertToText(value).toLowerCase()) === true

function countIn(response: ProviderResponse, place: string): number {
  const value = getAtDotPath(response.body, place)
  const count = Array.isArray(value) ? value.length : Number(value)
  if (Number.isSafeInteger(count) && count >= 0) return count
  throw unreadable(response, `it has no number of pages at ${place}`)
}
