import { parseDeletionEffects } from '@platform/client'
import { type Command, command } from '../command.ts'
import { type CliTarget, targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { CommandError, print } from '../terminal/terminal.ts'
import { throwWithOption } from '../terminal/throw-with-option.ts'

interface Deletable {
  /** The kind of resource in commands, in the plural. */
  noun: string
  /** The kind of resource, in the singular. */
  what: string
  /** The argument that names a resource. */
  argument: { name: string; description: string }
  delete(target: CliTarget, named: string, force: boolean): Promise<{ headers: Headers }>
}

const base = '/v1/projects/{projectIdOrName}'

export const destinationsDelete = createDeletion({
  noun: 'destinations',
  what: 'destination',
  argument: { name: 'name', description: 'Name or ID of the destination.' },
  delete: ({ client, project }, destination, force) =>
    client.send('delete', `${base}/destinations/{destination}`, {
      params: { projectIdOrName: project, destination },
      query: { force },
    }),
})

export const integrationsDelete = createDeletion({
  noun: 'integrations',
  what: 'integration',
  argument: { name: 'name', description: 'Name or ID of the integration.' },
  delete: ({ client, project }, integrationIdOrName, force) =>
    client.send('delete', `${base}/integrations/{integrationIdOrName}`, {
      params: { projectIdOrName: project, integrationIdOrName },
      query: { force },
    }),
})

export const providerAppsDelete = createDeletion({
  noun: 'provider-apps',
  what: 'provider-app',
  argument: { name: 'id', description: 'ID of the provider app (papp_…).' },
  delete: ({ client, project }, providerAppId, force) =>
    client.send('delete', `${base}/provider-apps/{providerAppId}`, {
      params: { projectIdOrName: project, providerAppId },
      query: { force },
    }),
})

export const jwtKeysDelete = createDeletion({
  noun: 'jwt-keys',
  what: 'jwt-key',
  argument: { name: 'kid', description: '`kid` of the JWT key.' },
  delete: ({ client, project }, keyId, force) =>
    client.send('delete', `${base}/jwt-keys/{keyId}`, {
      params: { projectIdOrName: project, keyId },
      query: { force },
    }),
})

function nameKind(what: string): string {
  return what.replace('jwt-key', 'JWT key').replace('-', ' ')
}

function createDeletion(deletable: Deletable): Command {
  const { noun, what, argument } = deletable
  return command({
    name: `${noun} delete`,
    summary: `Delete ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${nameKind(what)}; one that is in use only with --force.`,
    argument: { ...argument, isNeeded: true },
    options: {
      force: {
        type: 'boolean',
        description: 'Delete it even if it is in use, and report the effects.',
      },
      json: {
        type: 'boolean',
        description: 'Print the deleted resource and the effects as JSON.',
      },
      ...targetOptions,
    },
    notes: targetNotes,
    async run({ argument: named, values, terminal }) {
      if (!named)
        throw new CommandError(`The ${argument.name} of the ${nameKind(what)} is required.`)
      const target = await requireTarget(values, terminal)
      const { headers } = await deletable
        .delete(target, named, values.force ?? false)
        .catch(throwWithOption)
      const counts = parseDeletionEffects(headers)
      if (values.json) {
        const became = Object.fromEntries(counts)
        print(terminal.stdout, JSON.stringify({ deleted: { [what]: named }, became }, null, 2))
        return 0
      }
      print(terminal.stdout, `Deleted the ${nameKind(what)} ${named}`)
      for (const [words, count] of counts) {
        if (count > 0) print(terminal.stdout, `  ${words}: ${count}`)
      }
      return 0
    },
  })
}
