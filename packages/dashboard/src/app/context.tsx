import { createContext, use } from 'react'
import { createClient, QueryStore, type Client } from '@platform/client'
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
import { notificationQueries } from './notifications/queries.ts'
import { projectActions } from './projects/actions.ts'
import { projectQueries } from './projects/queries.ts'
import { providerAppActions } from './provider-apps/actions.ts'
import { providerAppQueries } from './provider-apps/queries.ts'
import { pathsIn } from './routes.ts'
import type { Session } from './session.ts'

export interface Dashboard {
  session: Session
  /** For this person alone, as is what it is asked for. */
  fetch: typeof globalThis.fetch
  client: Client
  store: QueryStore
}

/** What one person asks, sees and changes is not for the next. */
export function dashboardOf(session: Session, person: string | undefined): Dashboard {
  const fetch = session.fetchAs(person)
  // The API is at the dashboard's own origin.
  return { session, fetch, client: createClient({ baseUrl: '', fetch }), store: new QueryStore() }
}

export const DashboardContext = createContext<Dashboard | undefined>(undefined)

/** What every part of the dashboard has at hand. */
export function useDashboard(): Dashboard {
  const dashboard = use(DashboardContext)
  if (!dashboard) throw new Error('Wrap the dashboard in <DashboardContext value={…}>.')
  return dashboard
}

export const ProjectContext = createContext<string | undefined>(undefined)

/** The project that is open: what can be asked about it, done in it, and where its pages are. */
export function useProject() {
  const { client, store } = useDashboard()
  const project = use(ProjectContext)
  if (!project) throw new Error('Wrap screens of a project in <ProjectContext value={…}>.')
  return {
    project,
    store,
    queries: {
      ...projectQueries(client, project),
      ...integrationQueries(client, project),
      ...installationQueries(client, project),
      ...connectionQueries(client, project),
      ...customerQueries(client, project),
      ...notificationQueries(client, project),
      ...keyQueries(client, project),
      ...providerAppQueries(client, project),
    },
    actions: {
      ...projectActions(client, project),
      ...connectionActions(client, project),
      ...installationActions(client, project),
      ...integrationActions(client, project),
      ...notificationActions(client, project),
      ...keyActions(client, project),
      ...providerAppActions(client, project),
    },
    to: pathsIn(project),
  }
}
