import { command } from '../../command.ts'
import { targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, print } from '../../terminal/terminal.ts'
import { throwWithOption } from '../../terminal/throw-with-option.ts'
import { parseSettings, readSecrets, settingOptions } from './destination-settings.ts'
import { orderingOption, readOrderingOption } from './ordering-option.ts'

export const destinationsUpdate = command({
  name: 'destinations update',
  summary: 'Change a destination, fetch its messages, or disable or enable it.',
  argument: { name: 'name', description: 'Name or ID of the destination.', isNeeded: true },
  options: {
    url: { type: 'string', value: 'URL', description: 'New URL of a webhook.' },
    pull: {
      type: 'boolean',
      description: 'Keep the messages of a webhook for you to fetch, instead of sending them.',
    },
    name: { type: 'string', value: 'NAME', description: 'New name.' },
    ...settingOptions,
    ...orderingOption,
    force: {
      type: 'boolean',
      description: 'Rename it even if integrations refer to its name: reads into it are paused.',
    },
    enable: { type: 'boolean', description: 'Enable it. Paused deliveries are sent first.' },
    disable: { type: 'boolean', description: 'Disable it. Its deliveries are kept.' },
    json: { type: 'boolean', description: 'Print the destination as JSON.' },
    ...targetOptions,
  },
  notes: `Messages that are not delivered yet go to the new URL. The signing secret does not change.
Integrations refer to a destination by its name. To rename one that is in use, create a destination with the
new name, deploy a platform.yaml that names it, and delete the old one.\n\n${targetNotes}`,
  async run({ argument: destination, values, terminal }) {
    const { url, name, force = false, enable, disable } = values
    if (!destination) throw new CommandError('The name of the destination is required.')
    if (
      values.pull &&
      (url ?? name ?? enable ?? disable ?? values.set ?? values.secrets ?? values.ordering)
    )
      throw new CommandError('Use --pull without other changes.')
    if (enable && disable) throw new CommandError('Use either --enable or --disable.')
    const settings = { ...parseSettings(values.set ?? []), ...(url !== undefined && { url }) }
    const secrets = values.secrets ? await readSecrets(values.secrets, terminal) : {}
    const ordering = readOrderingOption(values)
    const isSwitched = enable === true || disable === true
    const updateMask = [
      ...Object.keys(settings).map((setting) => `metadata.${setting}`),
      ...Object.keys(secrets).map((secret) => `secrets.${secret}`),
      ...(name === undefined ? [] : ['name']),
      ...Object.keys(ordering),
      ...(isSwitched ? ['disabled'] : []),
    ]
    if (updateMask.length === 0 && !values.pull) {
      throw new CommandError(
        'Nothing to change: --url, --set, --secrets, --ordering, --pull, --name, --enable or --disable.',
      )
    }
    const { client, project } = await requireTarget(values, terminal)
    if (values.pull) {
      const received = await client.post(
        '/v1/projects/{projectIdOrName}/destinations/{destination}:receive',
        { params: { projectIdOrName: project, destination }, body: { url: null } },
      )
      print(
        terminal.stdout,
        values.json
          ? JSON.stringify(received, null, 2)
          : `The messages of ${destination} are kept from now on (${received.destinationId})`,
      )
      return 0
    }
    const changed = await client
      .patch('/v1/projects/{projectIdOrName}/destinations/{destination}', {
        params: { projectIdOrName: project, destination },
        ...(force && { query: { force } }),
        body: {
          updateMask,
          destination: {
            ...(values.set || url ? { metadata: settings } : {}),
            ...(values.secrets && { secrets }),
            ...(name !== undefined && { name }),
            ...ordering,
            ...(isSwitched && { disabled: disable === true }),
          },
        },
      })
      .catch(throwWithOption)
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify(changed, null, 2)
        : `Changed destination ${changed.name} (${changed.id})`,
    )
    return 0
  },
})
