import type { Schemas } from '@platform/client'
import type { ProjectLine } from './connect-problems.ts'
import { everyPage } from '../target/every-page.ts'
import type { CliTarget } from '../target/target.ts'
import { painter, print, printable, type Terminal } from './terminal.ts'
import { untilInterrupted } from './until-interrupted.ts'

export type Line = Schemas['OperationLog']

/** Filters of lines; all of the project if empty. */
interface Wanted {
  operationId?: string
  installationId?: string
  groupRef?: string | undefined
  severity?: 'info' | 'warning' | 'error' | undefined
  from?: string | undefined
}

export interface Following {
  follow: boolean
  json?: boolean | undefined
  headers?: boolean | undefined
}

/** Prints the log of an operation until it has ended; returns its status. */
export async function followOperation(
  target: CliTarget,
  operationId: string,
  terminal: Terminal,
  { follow, json, headers, hasAnswered }: Following & { hasAnswered?: boolean },
): Promise<Schemas['Operation']> {
  const { client, project: projectIdOrName } = target
  const fetchOperation = (signal?: AbortSignal) =>
    client.get('/v1/projects/{projectIdOrName}/operations/{operationId}', {
      params: { projectIdOrName, operationId },
      ...(signal && { signal }),
    })
  const news = newLines(target, { operationId })
  let operation: Schemas['Operation'] | undefined
  await untilInterrupted(
    async (signal) => {
      // First the state, then the log, so that the log of an ended operation is complete.
      operation = await fetchOperation(signal)
      for (const line of await news(signal)) {
        printLine(line, terminal, { json, headers, isAlone: true })
      }
      return !follow || operation.status !== 'in_progress' ? 'done' : undefined
    },
    terminal,
    { hasAnswered: follow && hasAnswered === true },
  )
  return operation ?? fetchOperation()
}

/** Default number of past lines without a start time. */
const linesShown = 1000

/** How much later a line may become visible than a newer one: when its transaction commits. */
const latenessMs = 10_000

/**
 * Returns a function that returns the lines since the last call, oldest first; initially past
 * lines. All times are the server's, because the local clock may be wrong.
 */
export function newLines(
  { client, project }: CliTarget,
  wanted: Wanted,
): (signal: AbortSignal) => Promise<Line[]> {
  let { from } = wanted
  // Lines have no IDs: identical ones are distinguished by their number.
  let seen = new Map<string, number>()
  const fetchPage = (signal: AbortSignal) => (page: { pageSize: number; pageToken?: string }) =>
    client.page('/v1/projects/{projectIdOrName}/logs', {
      params: { projectIdOrName: project },
      query: { ...wanted, ...page, ...(from && { from }) },
      signal,
    })
  return async (signal) => {
    const isBounded = from !== undefined || wanted.operationId !== undefined
    const lines = isBounded
      ? await everyPage(fetchPage(signal))
      : (await fetchPage(signal)({ pageSize: linesShown })).data
    const [newest] = lines
    if (!newest) return []

    const here = new Map<string, number>()
    const fresh = lines.toReversed().filter((line) => {
      const key = JSON.stringify(line)
      const times = (here.get(key) ?? 0) + 1
      here.set(key, times)
      return times > (seen.get(key) ?? 0)
    })
    seen = here
    const latest = Date.parse(newest.timestamp) - latenessMs
    from = new Date(Math.max(latest, wanted.from ? Date.parse(wanted.from) : 0)).toISOString()
    return fresh
  }
}

export function printLine(
  line: Line | ProjectLine,
  terminal: Terminal,
  { json, headers, isAlone = false }: Omit<Following, 'follow'> & { isAlone?: boolean },
): void {
  if (json) {
    print(terminal.stdout, JSON.stringify(headers ? line : lineWithoutHeaders(line)))
    return
  }
  const paint = painter(terminal, terminal.stdout)
  const { timestamp, severity } = line
  const { msg, error, details = {} } = line.message
  const style = { error: 'red', warning: 'yellow' } as const
  const weight = severity === 'error' || severity === 'warning' ? style[severity] : 'dim'
  const more = Object.entries(details).map(([name, value]) => `${name}=${value}`)
  const of = isAlone ? [] : listSubjects(line)
  print(
    terminal.stdout,
    [
      paint('dim', timestamp),
      paint(weight, severity.padEnd(7)),
      ...of.flatMap((word) => (word ? [paint('dim', printable(word))] : [])),
      printable([msg, error, ...more].filter(Boolean).join('  ')),
    ].join(' '),
  )
}

const listSubjects = (line: Line | ProjectLine) =>
  'operationId' in line
    ? [line.groupName ?? line.groupRef, line.objectName, line.operationId]
    : [line.provider]

/** Headers of a call are longer than everything else in its line. */
export function lineWithoutHeaders<Any extends Pick<Line, 'message'>>(line: Any) {
  const { call } = line.message
  if (!call) return line
  const { requestHeaders: _request, responseHeaders: _response, ...brief } = call
  return { ...line, message: { ...line.message, call: brief } }
}
