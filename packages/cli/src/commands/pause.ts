import { type Command, command } from '../command.ts'
import { findIntegrationId } from '../integration-id.ts'
import { type CliTarget, targetNotes, requireTarget, targetOptions } from '../target.ts'
import { CommandError, print } from '../terminal.ts'

const installationPath =
  '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}'

const acts = {
  pause: {
    summary: 'Pause the reads of a customer.',
    done: 'Paused',
    notes: 'A running read stops at its next page. A backfill continues later where it stopped.',
  },
  resume: {
    summary: 'Resume the reads of a customer.',
    done: 'Resumed',
    notes: 'Changes that were missed are read immediately.',
  },
} as const

const pausing = (name: keyof typeof acts): Command =>
  command({
    name,
    summary: acts[name].summary,
    argument: {
      name: 'integration',
      description: 'Name or ID of the integration.',
      isNeeded: true,
    },
    options: {
      group: { type: 'string', value: 'REF', description: 'The customer (your groupRef).' },
      object: {
        type: 'string',
        value: 'NAME',
        description:
          'Only this object, by its name at the provider or in your product (mapToName).',
      },
      note: { type: 'string', value: 'TEXT', description: 'Reason, shown to others.' },
      json: { type: 'boolean', description: 'Print the installation as JSON.' },
      ...targetOptions,
    },
    notes: `${acts[name].notes}\n\n${targetNotes}`,
    async run({ argument: integration, values, terminal }) {
      const { group, object, note } = values
      if (!integration) throw new CommandError('The name of an integration is required.')
      if (!group) throw new CommandError('--group is required: the customer (your groupRef).')
      const target = await requireTarget(values, terminal)
      const integrationId = await findIntegrationId(target, integration)
      const installationId = await findInstallationId(target, integrationId, group)
      const call = {
        params: { projectIdOrName: target.project, integrationId, installationId },
        body: { ...(object && { objects: [object] }), ...(note && { note }) },
      }
      if (name === 'pause') await target.client.post(`${installationPath}:pause`, call)
      else await target.client.post(`${installationPath}:unpause`, call)
      const what = object ? `${object} of ${installationId}` : installationId
      print(
        terminal.stdout,
        values.json
          ? JSON.stringify({ installationId, ...(object && { object }) }, null, 2)
          : `${acts[name].done} ${what}`,
      )
      return 0
    },
  })

export const pauseCustomer = pausing('pause')
export const resumeCustomer = pausing('resume')

async function findInstallationId(
  { client, project }: CliTarget,
  integrationId: string,
  groupRef: string,
): Promise<string> {
  const [installation] = await client.get(
    '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
    { params: { projectIdOrName: project, integrationId }, query: { groupRef } },
  )
  if (installation) return installation.id
  throw new CommandError(
    `The customer ${groupRef} has not installed this integration. \`platform status\` lists installations.`,
    1,
  )
}
