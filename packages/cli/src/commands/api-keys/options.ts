import { capabilityWords, type Schemas } from '@platform/client'
import type { Option } from '../../command.ts'
import { CommandError } from '../../terminal/terminal.ts'

type Scope = Schemas['ApiKeyScope']

const capabilities = Object.keys(capabilityWords) as Schemas['Capability'][]

/** What of a key can be set when it is created and changed later. */
export const keyOptions = {
  scope: {
    type: 'string',
    value: 'NAME',
    oneOf: ['full', 'frontend'],
    description: 'full for servers, or frontend for the UI library.',
  },
  capability: {
    type: 'string',
    value: 'NAME',
    multiple: true,
    oneOf: capabilities,
    description: 'Allow only this, instead of everything. Repeat for several capabilities.',
  },
  integration: {
    type: 'string',
    value: 'NAME',
    multiple: true,
    description: 'Limit the key to this integration. Repeat for several.',
  },
  network: {
    type: 'string',
    value: 'CIDR',
    multiple: true,
    description: 'Accept the key only from this network, such as 192.0.2.0/24. Repeat for several.',
  },
  days: {
    type: 'string',
    value: 'NUMBER',
    description: 'Days until the key expires.',
  },
} as const satisfies Record<string, Option>

export const capabilityNotes = `Capabilities:
${Object.entries(capabilityWords)
  .map(([name, meaning]) => `  ${name}: ${meaning}`)
  .join('\n')}`

/** Returns the scopes that the options name; undefined if they name none. */
export function parseScopes({
  scope,
  capability,
}: {
  scope?: string | undefined
  capability?: string[] | undefined
}): Scope[] | undefined {
  if (capability && scope) throw new CommandError('Use either --scope or --capability.')
  if (capability) return capabilities.filter((name) => capability.includes(name))
  return scope === undefined ? undefined : [scope === 'frontend' ? 'frontend' : 'full']
}

/** Returns the time this number of days from now. */
export function inDays(text: string): string {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days < 1) throw new CommandError(`--days must be a number of days, not ${text}.`)
  return new Date(Date.now() + days * 24 * 3600_000).toISOString()
}

/** The positional argument of commands for one key. */
export const keyArgument = {
  name: 'key',
  description: 'ID of the key, such as key_….',
  isNeeded: true,
} as const

export function mustNameKey(apiKey: string | undefined): string {
  if (apiKey?.startsWith('key_')) return apiKey
  throw new CommandError(
    apiKey === undefined
      ? 'The ID of a key is required. `platform api-keys list` shows the IDs.'
      : // The argument may be the secret itself, so it is not repeated.
        'The key must be named by its ID, such as key_…. `platform api-keys list` shows the IDs.',
  )
}
