import type { Client, Schemas } from '@platform/client'
import { everyPage } from './every-page.ts'
import { painter, print, printable, type Terminal } from './terminal.ts'
import { untilInterrupted } from './until-interrupted.ts'

export type Operation = Schemas['Operation']

export interface WatchedOperation {
  client: Client
  project: string
  operationId: string
}

/** Prints the log of an operation as it grows, until the operation has ended; answers how it ended. */
export async function followOperation(
  { client, project: projectIdOrName, operationId }: WatchedOperation,
  terminal: Terminal,
  { follow, json }: { follow: boolean; json?: boolean | undefined },
): Promise<Operation> {
  const params = { projectIdOrName, operationId }
  const base = '/v1/projects/{projectIdOrName}/operations/{operationId}'
  let printed = 0
  let operation: Operation | undefined
  await untilInterrupted(async () => {
    // First the state, then the log: what an operation that has ended logged is then all there.
    operation = await client.get(base, { params })
    const logs = await everyPage((query) => client.page(`${base}/logs`, { params, query }))
    for (const log of logs.slice(printed)) printLog(log, terminal, json)
    printed = Math.max(printed, logs.length)
    return !follow || operation.status !== 'in_progress' ? 'done' : undefined
  })
  return operation ?? client.get(base, { params })
}

function printLog(log: Schemas['Log'], terminal: Terminal, json: boolean | undefined): void {
  if (json) {
    print(terminal.stdout, JSON.stringify(log))
    return
  }
  const paint = painter(terminal, terminal.stdout)
  const { msg, error, details = {} } = log.message
  const style = /error|fatal/i.test(log.severity) ? 'red' : 'dim'
  const more = Object.entries(details).map(([name, value]) => `${name}=${value}`)
  const text = [msg, error, ...more].filter(Boolean).join('  ')
  print(
    terminal.stdout,
    `${paint('dim', log.timestamp)} ${paint(style, log.severity.padEnd(7))} ${printable(text)}`,
  )
}
