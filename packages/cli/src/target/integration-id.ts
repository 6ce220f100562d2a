import type { CliTarget } from './target.ts'

/** Returns the ID of an integration: the read API accepts only IDs, people use names. */
export async function findIntegrationId(
  { client, project }: CliTarget,
  integrationIdOrName: string,
): Promise<string> {
  const { id } = await client.get(
    '/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}',
    { params: { projectIdOrName: project, integrationIdOrName } },
  )
  return id
}
