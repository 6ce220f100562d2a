import type { Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { painter, print, printable } from '../../terminal/terminal.ts'

export const apiKeysList = command({
  name: 'api-keys list',
  summary: 'List API keys with their scopes and last use.',
  options: {
    unused: { type: 'boolean', description: 'Only keys that were not used for 90 days.' },
    json: { type: 'boolean', description: 'Print JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ values, terminal }) {
    const { client, project } = await requireTarget(values, terminal)
    const all = await everyPage((query) =>
      client.page('/v1/projects/{projectIdOrName}/api-keys', {
        params: { projectIdOrName: project },
        query,
      }),
    )
    const keys = values.unused ? all.filter(({ unused }) => unused) : all
    if (values.json) {
      print(terminal.stdout, JSON.stringify(keys, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    for (const key of keys) {
      print(
        terminal.stdout,
        `${paint('bold', printable(key.label))}  ${key.id}  ${key.maskedKey}`,
        ...listFacts(key).map((fact) => `  ${printable(fact)}`),
      )
    }
    if (keys.length === 0) {
      print(
        terminal.stdout,
        values.unused
          ? 'No unused API keys.'
          : 'No API keys. Create one with `platform api-keys create`.',
      )
    }
    return 0
  },
})

function listFacts(key: Schemas['ApiKey']): string[] {
  const {
    integrationIds,
    destinationId,
    allowedNetworks,
    lastUseTime,
    expireTime,
    formerKeyUntil,
  } = key
  return [
    `Scopes: ${key.scopes.join(', ')}`,
    ...(integrationIds ? [`Integrations: ${integrationIds.join(', ')}`] : []),
    ...(destinationId ? [`Destination: ${destinationId}`] : []),
    ...(allowedNetworks.length > 0 ? [`Networks: ${allowedNetworks.join(', ')}`] : []),
    `Last used: ${lastUseTime ?? 'never'}${key.unused ? ' (unused for 90 days)' : ''}`,
    ...(expireTime ? [`Expires: ${expireTime}`] : []),
    ...(formerKeyUntil ? [`Previous key expires: ${formerKeyUntil}`] : []),
    ...(key.active ? [] : ['Inactive']),
  ]
}
