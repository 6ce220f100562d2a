import type { Schemas } from '@platform/client'
import { type Command, command } from '../command.ts'
import { accountOptions, toAccountQuery } from '../target/account.ts'
import { everyPage } from '../target/every-page.ts'
import { findIntegrationId } from '../target/integration-id.ts'
import { type CliTarget, targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { CommandError, print, printable } from '../terminal/terminal.ts'

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
      description: 'Name or ID of the integration. Default: all that the customer has installed.',
      isNeeded: false,
    },
    options: {
      ...accountOptions,
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
      const { group, instance, object, note } = values
      if (!group) throw new CommandError('--group is required: the customer (your groupRef).')
      if (object && !integration)
        throw new CommandError('--object requires an integration: the object is part of one.')
      const target = await requireTarget(values, terminal)
      const installations = await listInstallations(target, integration, {
        groupRef: group,
        instance,
      })
      for (const { id: installationId, integrationId, integrationName } of installations) {
        const call = {
          params: { projectIdOrName: target.project, integrationId, installationId },
          body: { ...(object && { objects: [object] }), ...(note && { note }) },
        }
        if (name === 'pause') await target.client.post(`${installationPath}:pause`, call)
        else await target.client.post(`${installationPath}:unpause`, call)
        const of = object ? `${object} of ` : ''
        const which = integration ? '' : ` (${printable(integrationName)})`
        if (!values.json)
          print(terminal.stdout, `${acts[name].done} ${of}${installationId}${which}`)
      }
      if (values.json) {
        const done = installations.map(({ id: installationId }) => ({
          installationId,
          ...(object && { object }),
        }))
        print(terminal.stdout, JSON.stringify(integration ? done[0] : done, null, 2))
      }
      return 0
    },
  })

export const pauseCustomer = pausing('pause')
export const resumeCustomer = pausing('resume')

type Installation = Pick<Schemas['Installation'], 'id' | 'integrationId' | 'integrationName'>

/** Returns the customer's installation of an integration, or without one all of the customer. */
async function listInstallations(
  target: CliTarget,
  integration: string | undefined,
  { groupRef, instance }: { groupRef: string; instance: string | undefined },
): Promise<Installation[]> {
  const { client, project: projectIdOrName } = target
  const found = integration
    ? await client.get(
        '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
        {
          params: { projectIdOrName, integrationId: await findIntegrationId(target, integration) },
          query: { groupRef, instance: instance ?? '' },
        },
      )
    : await everyPage((query) =>
        client.page('/v1/projects/{projectIdOrName}/installations', {
          params: { projectIdOrName },
          query: { ...query, groupRef, ...toAccountQuery(instance) },
        }),
      )
  if (found.length > 0) return found
  const what = integration ? 'this integration' : 'any integration'
  throw new CommandError(
    `The customer ${groupRef} has not installed ${what}. \`platform status\` lists installations.`,
    1,
  )
}
