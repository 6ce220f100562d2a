import { type Option, command } from '../../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print, printable } from '../../terminal/terminal.ts'
import {
  capabilityNotes,
  inDays,
  keyArgument,
  keyOptions,
  mustNameKey,
  parseScopes,
} from './options.ts'

const lifting = {
  'all-integrations': { type: 'boolean', description: 'Lift the limit to integrations.' },
  'all-networks': { type: 'boolean', description: 'Accept the key from everywhere.' },
  'no-expiry': { type: 'boolean', description: 'Remove the expiry.' },
  activate: { type: 'boolean', description: 'Accept the key again.' },
  deactivate: { type: 'boolean', description: 'Reject the key until it is activated again.' },
} as const satisfies Record<string, Option>

/** Pairs of options of which only one can be meant. */
const exclusive = [
  ['integration', 'all-integrations'],
  ['network', 'all-networks'],
  ['days', 'no-expiry'],
  ['activate', 'deactivate'],
] as const

export const apiKeysUpdate = command({
  name: 'api-keys update',
  summary: 'Change what an API key may do, where it is accepted, its expiry or its label.',
  argument: keyArgument,
  options: {
    label: { type: 'string', value: 'TEXT', description: 'New label.' },
    ...keyOptions,
    ...lifting,
    json: { type: 'boolean', description: 'Print the key as JSON.' },
    ...targetOptions,
  },
  notes: `The secret key stays the same, and the change applies to the next request. Given capabilities, integrations and
networks replace the previous ones.\n\n${capabilityNotes}\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    const apiKey = mustNameKey(argument)
    for (const [one, other] of exclusive) {
      if (values[one] !== undefined && values[other]) {
        throw new CommandError(`Use either --${one} or --${other}.`)
      }
    }
    const { label, integration, network, days } = values
    const scopes = parseScopes(values)
    const changes = {
      ...(label !== undefined && { label }),
      ...(scopes && { scopes }),
      ...(integration && { integrationIds: integration }),
      ...(values['all-integrations'] && { integrationIds: null }),
      ...(network && { allowedNetworks: network }),
      ...(values['all-networks'] && { allowedNetworks: [] }),
      ...(days !== undefined && { expireTime: inDays(days) }),
      ...(values['no-expiry'] && { expireTime: null }),
      ...((values.activate || values.deactivate) && { active: values.activate === true }),
    }
    const updateMask = Object.keys(changes)
    if (updateMask.length === 0) {
      throw new CommandError(
        'Nothing to change: --label, --capability, --network or another option.',
      )
    }
    const { client, project } = await requireTarget(values, terminal)
    const changed = await client.patch('/v1/projects/{projectIdOrName}/api-keys/{apiKey}', {
      params: { projectIdOrName: project, apiKey },
      body: { updateMask, apiKey: changes },
    })
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify(changed, null, 2)
        : `Changed API key ${printable(changed.label)} (${changed.id})`,
    )
    return 0
  },
})
