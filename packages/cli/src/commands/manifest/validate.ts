import { type Finding, parseManifest } from '@platform/manifest'
import { command } from '../../command.ts'
import { toFinding } from '../../files/problem-findings.ts'
import { manifestArgument, readManifestFile } from '../../files/manifest-file.ts'
import { fetchManifestContext, isUnreachable } from '../../files/platform-context.ts'
import { formatFindingCounts, hasErrors, printFindings } from '../../files/print-findings.ts'
import { findTarget, targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, painter, print, type Terminal } from '../../terminal/terminal.ts'

export const validate = command({
  name: 'validate',
  summary: 'Validate platform.yaml without deploying it.',
  argument: manifestArgument,
  options: {
    offline: { type: 'boolean', description: 'Validate without contacting the platform.' },
    connected: {
      type: 'boolean',
      description: 'Also compare objects and fields with the connected accounts.',
    },
    json: { type: 'boolean', description: 'Print the findings as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument, values, terminal }) {
    const file = await readManifestFile(argument, terminal)
    if (values.offline && values.connected) {
      throw new CommandError('Use either `--offline` or `--connected`.')
    }
    const isLocal = values.offline || values.connected
    const target = isLocal ? undefined : await findTarget(values, terminal)
    const context = await (target &&
      fetchManifestContext(target.client, target.project).catch(unlessAway))
    const { findings } = values.connected
      ? await askAccounts(file.text, values, terminal)
      : parseManifest(file.text, context)

    if (values.json) {
      print(terminal.stdout, JSON.stringify({ file: file.name, findings }, null, 2))
      return hasErrors(findings) ? 1 : 0
    }
    printFindings(file.name, findings, terminal)
    const paint = painter(terminal, terminal.stdout)
    const outcome = formatFindingCounts(findings) || paint('green', 'no findings')
    const note =
      context || values.connected
        ? ''
        : ' (providers and destinations were not checked with the platform)'
    print(terminal.stdout, `${file.name}: ${outcome}${note}`)
    return hasErrors(findings) ? 1 : 0
  },
})

/** Makes the platform compare the file with connected accounts. */
async function askAccounts(
  sourceYaml: string,
  values: Parameters<typeof requireTarget>[0],
  terminal: Terminal,
): Promise<{ findings: Finding[] }> {
  const { client, project } = await requireTarget(values, terminal)
  const rehearsal = await client.put('/v1/projects/{projectIdOrName}/integrations:batch', {
    params: { projectIdOrName: project },
    query: { validateOnly: true },
    body: { sourceYaml },
  })
  if (!('findings' in rehearsal)) throw new CommandError('The server is too old for `--connected`.')
  return { findings: rehearsal.findings.map(toFinding) }
}

function unlessAway(error: unknown): undefined {
  if (!isUnreachable(error)) throw error
}
