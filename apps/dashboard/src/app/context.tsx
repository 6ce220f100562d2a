import { createContext, use } from 'react'
import { createClient, createReplicaReads, QueryStore, type Client } from '@platform/client'
import { agentActions } from './agents/actions.ts'
import { agentQueries } from './agents/queries.ts'
import { appearanceActions } from './appearance/actions.ts'
import { appearanceQueries } from './appearance/queries.ts'
import { approvalActions } from './approvals/actions.ts'
import { approvalQueries } from './approvals/queries.ts'
import { connectLinkActions } from './connect-links/actions.ts'
import { connectLinkQueries } from './connect-links/queries.ts'
import { customerQueries } from './customers/queries.ts'
import { connectionActions } from './connections/actions.ts'
import { connectionQueries } from './connections/queries.ts'
import { installationActions } from './installations/actions.ts'
import { integrationActions } from './integrations/actions.ts'
import { installationQueries } from './installations/queries.ts'
import { integrationQueries } from './integrations/queries.ts'
import { keyActions } from './keys/actions.ts'
import { keyQueries } from './keys/queries.ts'
import { notificationActions } from './notifications/actions.ts'
import { eventActions } from './notifications/event-actions.ts'
import { notificationQueries } from './notifications/queries.ts'
import { projectActions } from './projects/actions.ts'
import { projectQueries } from './projects/queries.ts'
import { providerAppActions } from './provider-apps/actions.ts'
import { providerAppQueries } from './provider-apps/queries.ts'
import { pathsIn } from './routes.ts'
import type { Session } from './session.ts'

export interface Dashboard {
  session: Session
  /** Bound to this person, as are the requests made with it. */
  fetch: typeof globalThis.fetch
  client: Client
  store: QueryStore
  /** Sets the position of the database that lists must show. */
  learnPosition(position: string | undefined): void
}

/** Creates state for one person, which the next one does not see. */
export function createDashboard(session: Session, person: string | undefined): Dashboard {
  const { fetch, learn } = createReplicaReads(session.fetchAs(person))
  // The API has the dashboard's own origin.
  const client = createClient({ baseUrl: '', fetch })
  return { session, fetch, client, store: new QueryStore(), learnPosition: learn }
}

export const DashboardContext = createContext<Dashboard | undefined>(undefined)

/** Returns the dependencies of all parts of the dashboard. */
export function useDashboard(): Dashboard {
  const dashboard = use(DashboardContext)
  if (!dashboard) throw new Error('Wrap the dashboard in <DashboardContext value={…}>.')
  return dashboard
}

/** Returns all queries of a project. */
export const queriesIn = (client: Client, project: string) => ({
  ...projectQueries(client, project),
  ...integrationQueries(client, project),
  ...installationQueries(client, project),
  ...connectionQueries(client, project),
  ...customerQueries(client, project),
  ...notificationQueries(client, project),
  ...keyQueries(client, project),
  ...providerAppQueries(client, project),
  ...agentQueries(client, project),
  ...connectLinkQueries(client, project),
  ...approvalQueries(client, project),
  ...appearanceQueries(client, project),
})

export const ProjectContext = createContext<string | undefined>(undefined)

/** Returns queries, actions and paths of the open project. */
export function useProject() {
  const { client, store } = useDashboard()
  const project = use(ProjectContext)
  if (!project) throw new Error('Wrap screens of a project in <ProjectContext value={…}>.')
  return {
    project,
    store,
    queries: queriesIn(client, project),
    actions: {
      ...projectActions(client, project),
      ...connectionActions(client, project),
      ...installationActions(client, project),
      ...integrationActions(client, project),
      ...notificationActions(client, project),
      ...eventActions(client, project),
      ...keyActions(client, project),
      ...providerAppActions(client, project),
      ...agentActions(client, project),
      ...connectLinkActions(client, project),
      ...approvalActions(client, project),
      ...appearanceActions(client, project),
    },
    to: pathsIn(project),
  }
}
