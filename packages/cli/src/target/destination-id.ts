import type { CliTarget } from './target.ts'

/** Returns the ID of a destination by its ID or name. */
export async function findDestinationId(
  { client, project }: CliTarget,
  destination: string,
): Promise<string> {
  const path = '/v1/projects/{projectIdOrName}/destinations/{destination}'
  const { id } = await client.get(path, { params: { projectIdOrName: project, destination } })
  return id
}
