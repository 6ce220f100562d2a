import { createContext, use } from 'react'
import type { Client, QueryStore } from '@platform/client'
import { projectActions } from './api/actions.ts'
import { projectQueries } from './api/queries.ts'
import type { Session } from './session.ts'

export interface Dashboard {
  session: Session
  client: Client
  store: QueryStore
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
    queries: projectQueries(client, project),
    actions: projectActions(client, project),
    to: (...parts: string[]) => pathOf('projects', project, ...parts),
  }
}

export const pathOf = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
