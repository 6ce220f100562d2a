import type { Db } from '../db/database.ts'
import type { InstallationRow } from '../installations/installations.ts'
import { getIntegration, getRevision } from '../integrations/integrations.ts'
import { planSubscriptions, type SubscribePlan } from './plan-subscribe.ts'

/** What an installation hears of. */
export async function plansOf(db: Db, installation: InstallationRow): Promise<SubscribePlan[]> {
  const { content, id } = await getIntegration(db, installation.integrationId)
  const revision = await getRevision(db, id, installation.revisionId)
  return planSubscriptions(installation.content, content, revision.content)
}
