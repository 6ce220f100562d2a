import { logCall, type ProviderCall } from '@platform/connections/provider/call/provider-call'
import { logOperation } from '@platform/installations/operations/logs'
import type { OperationRow } from '@platform/installations/operations/operations'
import type { Db } from '@platform/kernel/db/database'
import { formatCounted, getNow, getNowMs } from '@platform/kernel/values'
import type { TakenPage } from './large-records.ts'
import { describeExpressionFailure } from './record-expressions.ts'
import type { LeftEntries } from './left-entries.ts'
import type { OpenRead, ReadProgress } from './read-pages.ts'

/** Maximum frequency of page log lines; the last page is always logged. */
const logEveryMs = 1_000

/** Logs what a page leaves out, and why. */
export async function logNotices(
  tx: Db,
  operation: OpenRead['operation'],
  {
    page,
    progress,
    left: { superseded, marked, dropped },
  }: { page: TakenPage; progress: ReadProgress; left: LeftEntries },
): Promise<void> {
  const { projectId } = operation
  if (page.smallerPage !== undefined && page.smallerPage < progress.smallestPage) {
    await logOperation(tx, {
      projectId,
      operationId: operation.id,
      severity: 'info',
      msg: `The page was too large; reduced the page size to ${page.smallerPage}.`,
    })
  }
  if (page.notice !== undefined) {
    await logOperation(tx, {
      projectId,
      operationId: operation.id,
      severity: 'warning',
      msg: page.notice,
    })
  }
  progress.smallestPage = Math.min(page.smallerPage ?? Infinity, progress.smallestPage)
  for (const id of page.leftOut) {
    await logOperation(tx, {
      projectId,
      operationId: operation.id,
      severity: 'warning',
      msg: `The record ${id} is too large and was skipped.`,
      error: page.leftOutBecause,
    })
  }
  if (superseded > 0) {
    await logOperation(tx, {
      projectId,
      operationId: operation.id,
      severity: 'info',
      msg: `Left out ${formatCounted(superseded, 'record')} of which newer versions had been sent.`,
    })
  }
  if (marked > 0 || dropped > 0) {
    const of = `${formatCounted(marked + dropped, 'record')} with changes of your own writes`
    await logOperation(tx, {
      projectId,
      operationId: operation.id,
      severity: 'info',
      msg: `Recognized ${of}: ${marked} marked, ${dropped} not delivered.`,
    })
  }
}

/** Reports whether the page is the last one and has nothing to deliver or to log. */
export const isQuiet = (page: TakenPage, entries: readonly unknown[]) =>
  page.next === undefined &&
  entries.length === 0 &&
  page.leftOut.length === 0 &&
  page.unreadable === undefined &&
  page.notice === undefined &&
  page.smallerPage === undefined

/** Logs what was read, with the last call. */
export async function logPage(
  tx: Db,
  { id: operationId, projectId, attempts }: OperationRow,
  {
    page,
    progress,
    call,
    records,
  }: { page: TakenPage; progress: ReadProgress; call: ProviderCall | undefined; records: number },
): Promise<void> {
  const { unlogged } = progress
  if (page.waitMs !== undefined && records === 0) {
    if (progress.isWaitLogged) return
    progress.isWaitLogged = true
    const until = getNow(page.waitMs).toISOString()
    await logOperation(tx, {
      projectId,
      operationId,
      severity: 'info',
      msg: `The provider is preparing the records. Checking again at ${until}.`,
      call: call && logCall(call, attempts + 1),
    })
    return
  }
  progress.isWaitLogged = false
  unlogged.records += records
  unlogged.unmatched += page.unmatched.length
  unlogged.pages++
  // An empty first page is only a step, such as the end of a job at the provider.
  const isStep = unlogged.sinceMs === 0 && unlogged.records === 0 && page.next !== undefined
  if (isStep) unlogged.sinceMs = getNowMs()
  const wasLogged = getNowMs() - unlogged.sinceMs < logEveryMs
  if (wasLogged && page.next !== undefined) return
  const pages = unlogged.pages === 1 ? '' : ` in ${formatCounted(unlogged.pages, 'page')}`
  const others =
    unlogged.unmatched === 0 ? '' : ` ${unlogged.unmatched} more do not match the filter.`
  await logOperation(tx, {
    projectId,
    operationId,
    severity: 'info',
    msg: `Read ${formatCounted(unlogged.records, 'record')}${pages}.${others}`,
    call: call && logCall(call, attempts + 1),
  })
  progress.unlogged = { records: 0, unmatched: 0, pages: 0, sinceMs: getNowMs() }
  for (const failure of progress.failures.take()) {
    const msg = describeExpressionFailure(failure)
    await logOperation(tx, { projectId, operationId, severity: 'warning', msg })
  }
}
