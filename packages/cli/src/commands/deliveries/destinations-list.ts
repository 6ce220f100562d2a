import type { Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { type CliTarget, targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { painter, print, printable, type Terminal } from '../../terminal/terminal.ts'

export const destinationsList = command({
  name: 'destinations list',
  summary: 'List destinations with their health, or those that a customer manages.',
  options: {
    group: {
      type: 'string',
      value: 'REF',
      description: 'The webhooks that this customer (your groupRef) manages, in place of yours.',
    },
    json: { type: 'boolean', description: 'Print the destinations as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ values, terminal }) {
    const target = await requireTarget(values, terminal)
    if (values.group !== undefined)
      return listOfCustomer(target, { groupRef: values.group, json: values.json, terminal })
    const { client, project } = target
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

/** Prints the webhooks that a customer manages. */
async function listOfCustomer(
  { client, project }: CliTarget,
  { groupRef, json, terminal }: { groupRef: string; json?: boolean; terminal: Terminal },
): Promise<0> {
  const destinations = await everyPage((query) =>
    client.page('/v1/projects/{projectIdOrName}/customer-destinations', {
      params: { projectIdOrName: project },
      query: { ...query, groupRef },
    }),
  )
  if (json) {
    print(terminal.stdout, JSON.stringify(destinations, null, 2))
    return 0
  }
  const paint = painter(terminal, terminal.stdout)
  for (const { id, type, label, url, status, health, eventTypes, groupRef: of } of destinations) {
    const facts = [
      url,
      status === 'disabled' ? 'Disabled' : `Health: ${health.state}`,
      ...(status === 'enabled' && health.reason ? [health.reason] : []),
      `Receives ${eventTypes.join(', ')}`,
    ]
    print(
      terminal.stdout,
      `${paint('bold', printable(label))}  ${id}  ${type}  of ${printable(of)}`,
      ...facts.map((fact) => `  ${printable(fact)}`),
    )
  }
  if (destinations.length === 0) {
    print(terminal.stdout, `The customer ${printable(groupRef)} has no destinations.`)
  }
  return 0
}

function listFacts({ metadata, status, health }: Schemas['Destination']): string[] {
  return [
    ...('url' in metadata ? [metadata.url] : []),
    status === 'disabled' ? 'Disabled' : `Health: ${health.state}`,
    ...(health.reason ? [health.reason] : []),
  ]
}
