import type { Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { painter, print, printable } from '../../terminal/terminal.ts'

export const destinationsList = command({
  name: 'destinations list',
  summary: 'List destinations with their health.',
  options: {
    json: { type: 'boolean', description: 'Print the destinations as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ values, terminal }) {
    const { client, project } = await requireTarget(values, terminal)
    const destinations = await everyPage((query) =>
      client.page('/v1/projects/{projectIdOrName}/destinations', {
        params: { projectIdOrName: project },
        query,
      }),
    )
    if (values.json) {
      print(terminal.stdout, JSON.stringify(destinations, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    for (const destination of destinations) {
      print(
        terminal.stdout,
        `${paint('bold', printable(destination.name))}  ${destination.id}  ${destination.type}`,
        ...listFacts(destination).map((fact) => `  ${printable(fact)}`),
      )
    }
    if (destinations.length === 0) {
      print(
        terminal.stdout,
        'No destinations. Create one with `platform destinations create <name> --url <url>`.',
      )
    }
    return 0
  },
})

function listFacts({ metadata, status, health }: Schemas['Destination']): string[] {
  return [
    ...('url' in metadata ? [metadata.url] : []),
    status === 'disabled' ? 'Disabled' : `Health: ${health.state}`,
    ...(health.reason ? [health.reason] : []),
  ]
}
