import type { Schemas } from '@platform/client'
import { command } from '../command.ts'
import { everyPage } from '../every-page.ts'
import { targetNotes, targetOf, targetOptions } from '../target.ts'
import { CommandError, painter, print, printable } from '../terminal.ts'

export const keysList = command({
  name: 'keys list',
  summary: 'List API keys with their scopes and last use.',
  options: { json: { type: 'boolean', description: 'Print JSON.' }, ...targetOptions },
  notes: targetNotes,
  async run({ values, terminal }) {
    const { client, project } = await targetOf(values, terminal)
    const keys = await everyPage((query) =>
      client.page('/v1/projects/{projectIdOrName}/api-keys', {
        params: { projectIdOrName: project },
        query,
      }),
    )
    if (values.json) {
      print(terminal.stdout, JSON.stringify(keys, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    for (const key of keys) {
      print(
        terminal.stdout,
        `${paint('bold', printable(key.label))}  ${key.id}  ${key.maskedKey}`,
        ...factsOf(key).map((fact) => `  ${printable(fact)}`),
      )
    }
    if (keys.length === 0)
      print(terminal.stdout, 'No API keys. Create one with `platform keys create`.')
    return 0
  },
})

function factsOf(key: Schemas['ApiKey']): string[] {
  const { integrationIds, allowedNetworks, lastUseTime, expireTime, formerKeyUntil } = key
  return [
    `Scopes: ${key.scopes.join(', ')}`,
    ...(integrationIds ? [`Integrations: ${integrationIds.join(', ')}`] : []),
    ...(allowedNetworks.length > 0 ? [`Networks: ${allowedNetworks.join(', ')}`] : []),
    `Last used: ${lastUseTime ?? 'never'}${key.unused ? ' (unused for 90 days)' : ''}`,
    ...(expireTime ? [`Expires: ${expireTime}`] : []),
    ...(formerKeyUntil ? [`Former key accepted until: ${formerKeyUntil}`] : []),
    ...(key.active ? [] : ['Inactive']),
  ]
}

export const keysReplace = command({
  name: 'keys replace',
  summary: 'Rotate an API key: print a new secret, and accept the former one for a while.',
  argument: { name: 'key', description: 'ID of the key, such as key_….', isNeeded: true },
  options: {
    hours: {
      type: 'string',
      value: 'NUMBER',
      description: 'Hours for which the former secret is accepted, 0 to 720. Default: 24.',
    },
    json: { type: 'boolean', description: 'Print the key as JSON.' },
    ...targetOptions,
  },
  notes: `The new secret is shown once. \`platform keys list\` shows the IDs of keys, and whether the former secret is still accepted.\n\n${targetNotes}`,
  async run({ argument: apiKey, values, terminal }) {
    if (!apiKey) throw new CommandError('A key is required. `platform keys list` lists them.')
    const hours = values.hours ?? '24'
    if (!/^\d{1,3}$/.test(hours)) {
      throw new CommandError(`--hours must be a number from 0 to 720, not ${hours}.`)
    }
    const { client, project } = await targetOf(values, terminal)
    const key = await client.post('/v1/projects/{projectIdOrName}/api-keys/{apiKey}:rotate', {
      params: { projectIdOrName: project, apiKey },
      body: { overlapHours: Number(hours) },
    })
    print(terminal.stdout, values.json ? JSON.stringify(key, null, 2) : (key.key ?? ''))
    if (!values.json && key.formerKeyUntil) {
      print(terminal.stderr, `The former secret is accepted until ${key.formerKeyUntil}.`)
    }
    return 0
  },
})
