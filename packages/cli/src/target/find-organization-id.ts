import type { Client } from '@platform/client'
import { CommandError } from '../terminal/terminal.ts'

/** Returns the ID of the named organization, or of the person's only one. */
export async function findOrganizationId(
  client: Client,
  wanted: string | undefined,
): Promise<string> {
  const { orgRoles = [] } = await client.get('/v1/my-info')
  const orgs = orgRoles.map(({ org }) => org)
  const [only, ...more] = orgs
  const found = wanted ? orgs.find(({ id, label }) => id === wanted || label === wanted) : only
  if (found && (wanted || more.length === 0)) return found.id
  const names = orgs.map(({ label }) => label).join(', ')
  throw new CommandError(
    orgs.length === 0
      ? 'You belong to no organization. Create one in the dashboard first.'
      : `--org is required: ${names}.`,
    1,
  )
}
