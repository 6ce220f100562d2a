import type { Db } from '@platform/kernel/db/database'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { getIntegration, getRevision } from '@platform/installations/integrations/integrations'
import { planSubscriptions, type SubscribePlan } from './plan-subscribe.ts'

/** Returns the subscriptions of an installation. */
export async function listSubscribePlans(
  db: Db,
  installation: InstallationRow,
): Promise<SubscribePlan[]> {
  const { content, id } = await getIntegration(db, installation.integrationId)
  const revision = await getRevision(db, id, installation.revisionId)
  return planSubscriptions(installation.content, content, revision.content)
}
