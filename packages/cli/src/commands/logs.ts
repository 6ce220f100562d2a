import { command } from '../command.ts'
import { newConnectProblems } from '../terminal/connect-problems.ts'
import { followOperation, newLines, printLine } from '../terminal/log-lines.ts'
import { type CliTarget, targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { CommandError, print } from '../terminal/terminal.ts'
import { timeOption, timesRead } from '../terminal/time-option.ts'
import { untilInterrupted } from '../terminal/until-interrupted.ts'

const severities = ['info', 'warning', 'error'] as const

export const logs = command({
  name: 'logs',
  summary: 'Show operation logs, newest last.',
  argument: { name: 'id', description: 'Only this operation (op_…) or installation (inst_…).' },
  options: {
    follow: {
      type: 'boolean',
      description: 'Follow new lines until Ctrl-C or the end of the operation.',
    },
    group: { type: 'string', value: 'REF', description: 'Only this customer (your groupRef).' },
    severity: {
      type: 'string',
      value: 'NAME',
      oneOf: severities,
      description: 'Only lines of this severity: info, warning or error.',
    },
    since: {
      type: 'string',
      value: 'TIME',
      description: `Start time: ${timesRead}. Default: the last 1,000 lines.`,
    },
    json: { type: 'boolean', description: 'Print each line as JSON.' },
    headers: {
      type: 'boolean',
      description: 'Include the headers of calls to the provider in JSON.',
    },
    ...targetOptions,
  },
  notes: `The log of the project also contains what keeps end users from connecting, such as a missing provider app.
\`platform status\` lists installations, \`platform trigger\` prints operations. --follow continues through
server restarts without missing lines.\n\n${targetNotes}`,
  async run({ argument: id, values, terminal }) {
    if (id !== undefined && !/^(op|inst)_/.test(id)) {
      throw new CommandError('Use the ID of an operation (op_…) or an installation (inst_…).')
    }
    const { follow = false, json, headers, group } = values
    const since = timeOption('since', values.since)
    const severity = severities.find((one) => one === values.severity)
    const isFiltered = group !== undefined || since !== undefined || severity !== undefined
    const target = await requireTarget(values, terminal)
    if (id?.startsWith('op_') && !isFiltered) {
      await followOperation(target, id, terminal, { follow, json, headers })
      return 0
    }
    if (id) await mustBeThere(target, id)
    // They concern no operation, and all customers.
    const areConnectProblemsShown =
      id === undefined && group === undefined && (severity === undefined || severity === 'error')
    const problems = areConnectProblemsShown ? newConnectProblems(target, since) : async () => []
    const news = newLines(target, {
      ...(id && (id.startsWith('op_') ? { operationId: id } : { installationId: id })),
      ...{ groupRef: group, severity, from: since },
    })
    let isEmpty = true
    await untilInterrupted(async (signal) => {
      const lines = [...(await news(signal)), ...(await problems(signal))]
      for (const line of sortByTime(lines)) {
        isEmpty = false
        printLine(line, terminal, { json, headers })
      }
      return follow ? undefined : 'done'
    }, terminal)
    if (isEmpty && !follow) print(terminal.stderr, 'No lines match.')
    return 0
  },
})

const sortByTime = <Line extends { timestamp: string }>(lines: Line[]): Line[] =>
  lines.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))

/** Rejects unknown IDs, for which an empty log would look like no activity. */
async function mustBeThere({ client, project }: CliTarget, id: string): Promise<void> {
  const found = await client.get('/v1/projects/{projectIdOrName}/find', {
    params: { projectIdOrName: project },
    query: { text: id },
  })
  if (!found.some((one) => one.id === id)) {
    throw new CommandError(
      `The project has no ${id.startsWith('op_') ? 'operation' : 'installation'} ${id}.`,
      1,
    )
  }
}
