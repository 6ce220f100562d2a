import { command } from '../../command.ts'
import { atKnownAddress } from '../../target/receive-token.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print } from '../../terminal/terminal.ts'
import { keyArgument, mustNameKey } from './options.ts'

export const apiKeysRotate = command({
  name: 'api-keys rotate',
  summary: 'Print a new secret for an API key, and accept the former one for a while.',
  argument: keyArgument,
  options: {
    hours: {
      type: 'string',
      value: 'NUMBER',
      description: 'Hours for which the former secret is accepted, 0 to 720. Default: 24.',
    },
    json: { type: 'boolean', description: 'Print the key as JSON.' },
    ...targetOptions,
  },
  notes: `The new secret is shown once. \`platform api-keys list\` shows the IDs of keys, and whether the former secret is still
accepted. For a key that is limited to a destination, the new PLATFORM_RECEIVE is printed, and the signing secret
of the destination is rotated too. \`platform keys rotate\` is about the master key of the server.\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    const apiKey = mustNameKey(argument)
    const hours = values.hours ?? '24'
    if (!/^\d{1,3}$/.test(hours)) {
      throw new CommandError(`--hours must be a number from 0 to 720, not ${hours}.`)
    }
    const { client, project, baseUrl } = await requireTarget(values, terminal)
    const key = await client.post('/v1/projects/{projectIdOrName}/api-keys/{apiKey}:rotate', {
      params: { projectIdOrName: project, apiKey },
      body: { overlapHours: Number(hours) },
    })
    const secret = key.receiveToken ? atKnownAddress(key.receiveToken, baseUrl) : (key.key ?? '')
    print(terminal.stdout, values.json ? JSON.stringify(key, null, 2) : secret)
    if (!values.json && key.formerKeyUntil) {
      print(terminal.stderr, `The former secret is accepted until ${key.formerKeyUntil}.`)
    }
    return 0
  },
})
