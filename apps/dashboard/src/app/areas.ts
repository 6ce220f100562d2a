import type { Params, ProjectRoute } from './routes.ts'
import type { IconName } from './ui/icons.tsx'

/** Pages of a project without further parameters. */
export type AreaRoute = {
  [Name in ProjectRoute]: keyof Params<Name> extends 'project' ? Name : never
}[ProjectRoute]

export interface AreaPage {
  title: string
  route: AreaRoute
  icon: IconName
}

/** An entry of the navigation. It opens its first page; the others are tabs beside it. */
export interface Area {
  title: string
  pages: [AreaPage, ...AreaPage[]]
}

const toArea = (title: string, route: AreaRoute, icon: IconName): Area => ({
  title,
  pages: [{ title, route, icon }],
})

/** The navigation of a project: at most twelve entries, so that it is seen whole at once. */
export const areaGroups: { title: string; areas: Area[] }[] = [
  {
    title: 'Build',
    areas: [
      toArea('Overview', 'project', 'overview'),
      toArea('Integrations', 'integrations', 'integration'),
      toArea('Catalogue', 'catalogue', 'catalogue'),
      toArea('Provider apps', 'providerApps', 'providerApp'),
    ],
  },
  {
    title: 'Operate',
    areas: [
      {
        title: 'Customers',
        pages: [
          { title: 'Customers', route: 'customers', icon: 'customer' },
          { title: 'Connect links', route: 'connectLinks', icon: 'link' },
        ],
      },
      {
        title: 'Installations',
        pages: [
          { title: 'Installations', route: 'installations', icon: 'installation' },
          { title: 'Connections', route: 'connections', icon: 'connection' },
        ],
      },
      {
        title: 'Activity',
        pages: [
          { title: 'Operations', route: 'operations', icon: 'run' },
          { title: 'Approvals', route: 'approvals', icon: 'ok' },
          { title: 'Logs', route: 'logs', icon: 'log' },
          { title: 'Live tail', route: 'tail', icon: 'tail' },
        ],
      },
    ],
  },
  {
    title: 'Notifications',
    areas: [
      toArea('Deliveries', 'deliveries', 'delivery'),
      {
        title: 'Destinations',
        pages: [
          { title: 'Destinations', route: 'destinations', icon: 'destination' },
          { title: 'Routing', route: 'routing', icon: 'routing' },
          { title: 'Customer destinations', route: 'customerDestinations', icon: 'event' },
        ],
      },
    ],
  },
  {
    title: 'Project',
    areas: [
      {
        title: 'Keys',
        pages: [
          { title: 'API keys', route: 'apiKeys', icon: 'apiKey' },
          { title: 'JWT keys', route: 'jwtKeys', icon: 'jwtKey' },
        ],
      },
      toArea('Agents', 'agents', 'agent'),
      {
        title: 'Settings',
        pages: [
          { title: 'Settings', route: 'settings', icon: 'settings' },
          { title: 'Appearance', route: 'appearance', icon: 'appearance' },
        ],
      },
    ],
  },
]
