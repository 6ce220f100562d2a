import * as contract from '@platform/contract'
import type { Catalogue } from '@platform/connectors'
import {
  type AdmittedProject,
  type Caller,
  type KeyGrant,
  type TenantLimits,
  capabilitiesOfRole,
  mustHave,
  noSuchOrg,
} from '@platform/kernel/access'
import type { Notifications } from '@platform/delivery/notifications/notifications'
import type { Retention } from '@platform/kernel/db/retention'
import type { Api } from '@platform/kernel/http'
import { paginate } from '@platform/kernel/http/paginate'
import { acceptInvites } from '../organizations/invites.ts'
import { listOrganizations } from '../organizations/organizations.ts'
import { asBuilder } from '../organizations/routes.ts'
import type { Secrets } from '@platform/kernel/secrets'
import { getBranding, updateBranding } from './branding.ts'
import {
  createApiKey,
  deleteApiKey,
  getApiKey,
  idsOfIntegrations,
  toApiKey,
  updateApiKey,
} from './api-keys.ts'
import { getReceivedDestinationId, rotateReceiverKey, addReceiveToken } from './receive-keys.ts'
import { createJwtKey, getJwtKey, toJwtKey, updateJwtKey } from './jwt-keys.ts'
import { getMyInfo } from './my-info.ts'
import { toProject } from './project-record.ts'
import {
  beginToDeleteProject,
  createProject,
  deleteProject,
  getProject,
  updateProject,
} from './projects.ts'
import {
  createProviderApp,
  getProviderApp,
  toProviderApp,
  updateProviderApp,
} from './provider-apps.ts'
import type { Services } from '@platform/kernel/services'
import { toConnectProblem } from './setup-reports.ts'
import * as store from './store.ts'
import * as providerAppStore from './provider-app-store.ts'

export interface ProjectServices {
  secrets: Secrets
  catalogue: Catalogue
  retention: Retention
  tenantLimits: TenantLimits
  findNamedIntegrations: Services['findNamedIntegrations']
  publicUrl: string
}

export function projectRoutes(
  api: Api,
  services: ProjectServices,
  notifications: Notifications,
): void {
  api.serve(contract.getMyInfo, ({ db, caller }) => getMyInfo(db, asBuilder(caller)))

  api.serve(contract.acceptInvite, async ({ db, body, caller, concerns }) => {
    const builder = asBuilder(caller)
    concerns(...(await acceptInvites(db, { email: body.invitedEmail, caller: builder })))
    return getMyInfo(db, builder)
  })

  api.serve(contract.listProjects, ({ db, caller, query }) => {
    const visible =
      caller.kind === 'full'
        ? store.selectProject(db, caller.project.id)
        : store.selectBuilderProjects(db, asBuilder(caller).builderId)
    return paginate(visible, query, toProject, { by: 'projects.id' })
  })

  api.serve(contract.createProject, async ({ db, body, caller, concerns }) => {
    concerns(body.orgId)
    const orgs = await listOrganizations(db, asBuilder(caller).builderId)
    const role = orgs.find(({ org }) => org.id === body.orgId)?.role
    if (!role) throw noSuchOrg(body.orgId)
    mustHave(`The role ${role}`, capabilitiesOfRole[role], 'manage:project')
    return createProject(services, db, body)
  })

  api.serve(contract.getProject, ({ db, project, query }) =>
    getProject(services, db, project.id, query),
  )

  api.serve(contract.updateProject, ({ db, project, body }) =>
    updateProject(db, {
      projectId: project.id,
      updateMask: body.updateMask,
      changes: body.project,
    }),
  )

  api.serve(contract.getBranding, ({ db, project }) => getBranding(db, project.id))
  api.serve(contract.updateBranding, ({ db, project, body }) =>
    updateBranding(db, { projectId: project.id, branding: body }),
  )

  api.serve(contract.deleteProject, {
    prepare: ({ db, project, query: { force } }) =>
      beginToDeleteProject(db, { projectId: project.id, force }),
    carryOut: ({ db, project, query: { force } }) =>
      deleteProject(db, { projectId: project.id, force }),
  })

  apiKeyRoutes(api, services, notifications)
  jwtKeyRoutes(api, services)
  providerAppRoutes(api, services)
}

function apiKeyRoutes(api: Api, services: ProjectServices, notifications: Notifications): void {
  api.serve(contract.listApiKeys, ({ db, query }) =>
    paginate(store.selectApiKeys(db, query), query, (row) => toApiKey(row)),
  )
  api.serve(contract.createApiKey, async ({ db, project, caller, body }) => {
    const named = { named: body.integrationIds, field: 'integrationIds' }
    const integrationIds = await idsOfIntegrations(services, db, named)
    const destinationId = await getReceivedDestinationId(db, body.destination)
    const by = getKeyGrant(project, caller)
    const limits = { integrationIds, destinationId }
    const created = await createApiKey(services, db, {
      ...body,
      ...limits,
      projectId: project.id,
      by,
    })
    return addReceiveToken(services, created)
  })
  api.serve(contract.getApiKey, ({ db, params }) => getApiKey(db, params.apiKey))
  api.serve(contract.updateApiKey, async ({ db, project, caller, params, body }) => {
    const named = { named: body.apiKey.integrationIds, field: 'apiKey.integrationIds' }
    const integrationIds = await idsOfIntegrations(services, db, named)
    return updateApiKey(db, {
      id: params.apiKey,
      updateMask: body.updateMask,
      changes: { ...body.apiKey, integrationIds },
      by: getKeyGrant(project, caller),
    })
  })
  api.serve(contract.rotateApiKey, async ({ db, project, caller, params, body }) => {
    const rotation = { id: params.apiKey, ...body, by: getKeyGrant(project, caller) }
    return addReceiveToken(services, await rotateReceiverKey(notifications, db, rotation))
  })
  api.serve(contract.deleteApiKey, ({ db, project, caller, params }) =>
    deleteApiKey(db, { id: params.apiKey, by: getKeyGrant(project, caller) }),
  )
}

/** What the caller may do, as the keys that they manage must not exceed it. */
const getKeyGrant = ({ capabilities }: AdmittedProject, caller: Caller): KeyGrant =>
  caller.kind === 'full'
    ? { capabilities, allowedNetworks: caller.allowedNetworks, expireTime: caller.expireTime }
    : { capabilities }

function jwtKeyRoutes(api: Api, services: ProjectServices): void {
  api.serve(contract.listJWTKeys, ({ db, query }) =>
    paginate(store.selectJwtKeys(db, { onlyActive: query.active }), query, toJwtKey),
  )
  api.serve(contract.createJWTKey, ({ db, project, caller, body }) =>
    createJwtKey(services, db, {
      ...body,
      projectId: project.id,
      by: getKeyGrant(project, caller),
    }),
  )
  api.serve(contract.getJWTKey, ({ db, params }) => getJwtKey(db, params.keyId))
  api.serve(contract.updateJWTKey, ({ db, project, caller, params, body }) =>
    updateJwtKey(db, {
      id: params.keyId,
      updateMask: body.updateMask,
      changes: body.jwtKey,
      by: getKeyGrant(project, caller),
    }),
  )
}

function providerAppRoutes(api: Api, services: ProjectServices): void {
  api.serve(contract.listProviderApps, ({ db, query }) =>
    paginate(providerAppStore.selectProviderApps(db), query, toProviderApp),
  )
  api.serve(contract.listConnectProblems, ({ db, query }) =>
    paginate(providerAppStore.selectSetupReports(db), query, toConnectProblem, {
      ...{ by: ['r.provider', 'r.cause'], order: 'asc' },
    }),
  )
  api.serve(contract.createProviderApp, ({ db, project, body }) =>
    createProviderApp(services, db, { projectId: project.id, body }),
  )
  api.serve(contract.getProviderApp, ({ db, params }) => getProviderApp(db, params.providerAppId))
  api.serve(contract.updateProviderApp, ({ db, project, params, body }) =>
    updateProviderApp(services, db, {
      projectId: project.id,
      id: params.providerAppId,
      updateMask: body.updateMask,
      changes: body.providerApp,
    }),
  )
}
