import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Schemas } from '@platform/client'
import { isJsonObject, readEntry, readMembers } from './provider-file.ts'
import { requireTarget } from '../target/target.ts'
import {
  CommandError,
  painter,
  print,
  printable,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.ts'
import { version } from '../version.ts'

type Finding = Schemas['EntryFinding']

/** The findings, without customer data, so that they can be shared. */
interface Report {
  provider: string
  /** Returns a function that checks whether the file is still the tested one. */
  fileSha256: string
  time: string
  platformVersion: string
  wroteRecords: boolean
  objects: Record<string, Finding[]>
}

type Values = Parameters<typeof requireTarget>[0] & {
  connection?: string | undefined
  object?: string | undefined
  write?: string | undefined
  report?: string | undefined
  json?: boolean | undefined
}

/** Tests a file with the provider, object by object, and writes a report. */
export async function checkAtProvider(
  source: string | undefined,
  values: Values,
  terminal: Terminal,
): Promise<ExitCode> {
  const { connection: connectionId = '' } = values
  if (source === undefined) throw new CommandError('A provider file is required.')
  const records = values.write === undefined ? {} : await readMembers(values.write, terminal)
  const { client, project: projectIdOrName } = await requireTarget(values, terminal)
  const params = { projectIdOrName, connectionId }
  const { provider } = await client.get(
    '/v1/projects/{projectIdOrName}/connections/{connectionId}',
    { params },
  )
  const { text, entry } = await readEntry(source, provider, terminal)
  const known = isJsonObject(entry['objects'])
    ? entry['objects']
    : await client.get('/v1/providers/{provider}/objects', { params: { provider } })
  const names = values.object === undefined ? Object.keys(known) : [values.object]
  const stray = Object.keys(records).find((name) => !names.includes(name))
  if (stray !== undefined) {
    throw new CommandError(`${values.write} contains a record of ${stray}, which is not checked.`)
  }

  const report: Report = {
    provider,
    fileSha256: hash('sha256', text, 'hex'),
    time: new Date().toISOString(),
    platformVersion: version,
    wroteRecords: values.write !== undefined,
    objects: {},
  }
  for (const objectName of names) {
    const record = records[objectName]
    if (record !== undefined && !isJsonObject(record)) {
      throw new CommandError(
        `${values.write} must contain the fields of a record at ${objectName}.`,
      )
    }
    const { findings } = await client.post(
      '/v1/projects/{projectIdOrName}/connections/{connectionId}:check-entry',
      { params, body: { entry, objectName, ...(record && { record }) } },
    )
    report.objects[objectName] = findings
    if (!values.json) printFindings(objectName, findings, terminal)
  }

  const file = values.report ?? `${provider}.check.json`
  const written = `${JSON.stringify(report, null, 2)}\n`
  await writeFile(resolve(terminal.cwd, file), written)
  if (values.json) print(terminal.stdout, written.trimEnd())
  else print(terminal.stdout, `Report written to ${file}.`)
  const all = Object.values(report.objects).flat()
  return all.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

function printFindings(objectName: string, findings: Finding[], terminal: Terminal): void {
  const paint = painter(terminal, terminal.stdout)
  const marks = { passed: paint('green', '✓'), failed: paint('red', '✗'), unproven: '?' }
  print(terminal.stdout, objectName)
  for (const { ability, outcome, detail } of findings) {
    print(terminal.stdout, `  ${marks[outcome]} ${ability.padEnd(12)} ${printable(detail)}`)
  }
}
