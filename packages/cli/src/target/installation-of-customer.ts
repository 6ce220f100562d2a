import { findIntegrationId } from './integration-id.ts'
import type { CliTarget } from './target.ts'
import { CommandError } from '../terminal/terminal.ts'

export interface InstallationIds {
  installationId: string
  integrationId: string
}

/** Finds what a customer has installed of an integration, named by name or ID. */
export async function findInstallationOfCustomer(
  target: CliTarget,
  integration: string,
  { groupRef, instance }: { groupRef: string; instance: string },
): Promise<InstallationIds> {
  const integrationId = await findIntegrationId(target, integration)
  const [installation] = await target.client.get(
    '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
    { params: { projectIdOrName: target.project, integrationId }, query: { groupRef, instance } },
  )
  if (!installation)
    throw new CommandError(
      `${groupRef} has not installed ${integration}${instance && ` for the account ${instance}`}. \`platform status\` lists installations.`,
      1,
    )
  return { installationId: installation.id, integrationId }
}
