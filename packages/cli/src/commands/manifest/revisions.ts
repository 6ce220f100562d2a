import type { Schemas } from '@platform/client'
import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { differences } from '../../files/manifest-diff.ts'
import { type CliTarget, targetNotes, requireTarget, targetOptions } from '../../target/target.ts'
import { CommandError, painter, print } from '../../terminal/terminal.ts'

export const revisions = command({
  name: 'revisions',
  summary: 'List the revisions of an integration and what each changed.',
  argument: { name: 'integration', description: 'Name or ID of the integration.', isNeeded: true },
  options: {
    json: { type: 'boolean', description: 'Print the revisions with their definitions as JSON.' },
    ...targetOptions,
  },
  notes: targetNotes,
  async run({ argument: integration, values, terminal }) {
    if (!integration)
      throw new CommandError('An integration is required. `platform status` lists them.')
    const all = await listRevisions(await requireTarget(values, terminal), integration)
    if (values.json) {
      print(terminal.stdout, JSON.stringify(all, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    for (const [index, { id, createTime, content }] of all.entries()) {
      const before = all[index + 1]
      const latest = index === 0 ? ' (deployed)' : ''
      print(
        terminal.stdout,
        `${paint('bold', id)}  ${createTime}${latest}`,
        ...(before ? differences(before.content, content).map((line) => `  ${line}`) : []),
      )
    }
    return 0
  },
})

/** Returns every revision of the integration, newest first. */
export const listRevisions = (
  { client, project }: CliTarget,
  integrationId: string,
): Promise<Schemas['Revision'][]> =>
  everyPage((query) =>
    client.page('/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions', {
      params: { projectIdOrName: project, integrationId },
      query,
    }),
  )
