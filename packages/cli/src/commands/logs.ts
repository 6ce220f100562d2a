import { command } from '../command.ts'
import { everyPage } from '../every-page.ts'
import { followOperation, type Operation } from '../operation-logs.ts'
import { type Target, targetNotes, targetOf, targetOptions } from '../target.ts'
import { CommandError, painter, print, type Terminal } from '../terminal.ts'
import { untilInterrupted } from '../until-interrupted.ts'

export const logs = command({
  name: 'logs',
  summary: 'Show what an operation, or the runs of an installation, logged.',
  argument: { name: 'id', says: 'An operation (op_…) or an installation (inst_…).' },
  options: {
    follow: { type: 'boolean', says: 'Go on as it grows, until Ctrl-C or the operation ends.' },
    json: { type: 'boolean', says: 'Print each line as JSON.' },
    ...targetOptions,
  },
  notes: `\`platform status\` lists installations, \`platform trigger\` prints operations.\n\n${targetNotes}`,
  async run({ argument: id, values, terminal }) {
    if (!id || !/^(op|inst)_/.test(id)) {
      throw new CommandError('Name an operation (op_…) or an installation (inst_…).')
    }
    const target = await targetOf(values, terminal)
    const how = { follow: values.follow ?? false, json: values.json }
    if (id.startsWith('op_')) {
      await followOperation({ ...target, operationId: id }, terminal, how)
      return 0
    }
    await followInstallation(target, id, terminal, how)
    return 0
  },
})

/** How many runs of the past are shown. */
const runsShown = 5

async function followInstallation(
  target: Target,
  installationId: string,
  terminal: Terminal,
  how: { follow: boolean; json: boolean | undefined },
): Promise<void> {
  const listOperations = await operationsOf(target, installationId)
  const paint = painter(terminal, terminal.stderr)
  const shown = new Set<string>()
  await untilInterrupted(async () => {
    const newest = (await listOperations()).slice(0, runsShown)
    for (const { id, actionType, metadata } of newest.toReversed()) {
      if (shown.has(id)) continue
      shown.add(id)
      const objects = metadata?.objects?.join(', ') ?? ''
      print(terminal.stderr, paint('bold', `${actionType} ${objects} ${id}`))
      await followOperation({ ...target, operationId: id }, terminal, how)
    }
    return how.follow ? undefined : 'done'
  })
}

/** A way to list the runs of the installation, the newest first. */
async function operationsOf({ client, project: projectIdOrName }: Target, installationId: string) {
  const installations = await everyPage((query) =>
    client.page('/v1/projects/{projectIdOrName}/installations', {
      params: { projectIdOrName },
      query,
    }),
  )
  const found = installations.find(({ id }) => id === installationId)
  if (!found) throw new CommandError(`The project has no installation ${installationId}.`, 1)
  const { integrationId } = found
  return async (): Promise<Operation[]> => {
    const { results } = await client.get(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/operations',
      { params: { projectIdOrName, integrationId, installationId } },
    )
    return results.toSorted((a, b) => b.createTime.localeCompare(a.createTime))
  }
}
