import { parseManifest } from '@platform/manifest'
import { command } from '../command.ts'
import { manifestArgument, readManifest } from '../manifest-file.ts'
import { contextOf, isUnreachable } from '../platform-context.ts'
import { countOf, hasErrors, printFindings } from '../print-findings.ts'
import { possibleTargetOf, targetNotes, targetOptions } from '../target.ts'
import { painter, print } from '../terminal.ts'

export const validate = command({
  name: 'validate',
  summary: 'Validate platform.yaml without deploying it.',
  argument: manifestArgument,
  options: {
    offline: { type: 'boolean', description: 'Validate without contacting the platform.' },
    json: { type: 'boolean', description: 'Print the findings as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument, values, terminal }) {
    const file = await readManifest(argument, terminal)
    const target = values.offline ? undefined : await possibleTargetOf(values, terminal)
    const context = await (target && contextOf(target.client, target.project).catch(unlessAway))
    const { findings } = parseManifest(file.text, context)

    if (values.json) {
      print(terminal.stdout, JSON.stringify({ file: file.name, findings }, null, 2))
      return hasErrors(findings) ? 1 : 0
    }
    printFindings(file.name, findings, terminal)
    const paint = painter(terminal, terminal.stdout)
    const outcome = countOf(findings) || paint('green', 'no findings')
    const note = context ? '' : ' (the platform was not asked about providers and destinations)'
    print(terminal.stdout, `${file.name}: ${outcome}${note}`)
    return hasErrors(findings) ? 1 : 0
  },
})

function unlessAway(error: unknown): undefined {
  if (!isUnreachable(error)) throw error
}
