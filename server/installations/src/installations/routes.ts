import * as contract from '@platform/contract'
import { nameOfCaller } from '@platform/kernel/access'
import { lockConnectionAgainstUse } from '@platform/connections/connections/connections'
import { type ListOrder, orderBy } from '@platform/kernel/http/paginate'
import type { Api } from '@platform/kernel/http'
import {
  createRevision,
  getIntegration,
  getRevision,
  rollBack,
} from '../integrations/integrations.ts'
import { findInstalledObjectName } from '../integrations/revision-content.ts'
import type { Services } from '@platform/kernel/services'
import { paginateInstallations } from './paginate-installations.ts'
import {
  getVisibleInstallation,
  installationFilter,
  loadInstallation,
  toInstallation,
} from './installations.ts'
import { loadPatched, toInstallationPatch } from './patch-object.ts'
import {
  askForDeployment,
  askForRehearsal,
  deployWithEffects,
  mustSuitAccounts,
  rehearseDeployment,
} from './rehearse-deployment.ts'
import {
  createInstallation,
  tryInstallation,
  tryInstallationChange,
  updateInstallation,
} from './save-installation.ts'
import { setSupportAccess } from './support-access.ts'
import { deleteInstallation } from './uninstall.ts'

export function installationRoutes(api: Api, services: Services): void {
  api.serve(contract.listInstallations, async ({ params, query, db }) => {
    const integration = await getIntegration(db, params.integrationId)
    const wanted = installationFilter(db, query).where(
      'n.installedIntegrationId',
      '=',
      integration.id,
    )
    // Earlier UI libraries show the first one.
    const order: ListOrder =
      query.groupRef === undefined ? { by: 'n.id' } : { by: ['n.instance', 'n.id'], order: 'asc' }
    return paginateInstallations(services, { db, wanted, query, order })
  })

  api.serve(contract.listInstallationsForProject, ({ query, project, db }) =>
    paginateInstallations(services, {
      db,
      wanted: installationFilter(db, {
        ...query,
        projectId: project.id,
        integrationIds: project.integrationIds,
      }),
      query,
      order: orderBy(query.sort, { createTime: 'n.id', groupRef: ['n.groupRef', 'n.id'] }),
    }),
  )

  api.serve(contract.createInstallation, {
    prepare: async ({
      params: { integrationId: integrationIdOrName },
      query,
      body,
      caller,
      db,
    }) => {
      if (query.skipSampling) return
      await tryInstallation(services, db, { integrationIdOrName, body, caller })
    },
    carryOut: ({ params: { integrationId: integrationIdOrName }, body, project, caller, db }) =>
      createInstallation(services, db, {
        projectId: project.id,
        integrationIdOrName,
        body,
        caller,
      }),
  })

  api.serve(contract.getInstallation, async ({ params, query, caller, db }) =>
    toInstallation(services, db, await getVisibleInstallation(db, caller, { ...params, ...query })),
  )

  api.serve(contract.updateInstallation, {
    load: async ({ params, query, body, caller, db }) => {
      const { connectionId } = body.installation
      // Locked first, in the same order as the erasure of a group, and so that no other account gets it.
      if (db.isTransaction && connectionId !== undefined) {
        await lockConnectionAgainstUse(db, connectionId)
      }
      return loadInstallation(db, caller, { ...params, ...query })
    },
    present: ({ db }, installation) => toInstallation(services, db, installation),
    prepare: async ({ query, body, caller, db }, installation) => {
      if (query.skipSampling) return
      await tryInstallationChange(services, db, { installation, body, caller })
    },
    carryOut: ({ body, caller, db }, _prepared, installation) =>
      updateInstallation(services, db, { installation, body, caller }),
  })

  api.serve(contract.patchObjectConfigContent, {
    load: async ({ params: { integrationId, objectName }, query, body, caller, db }) => {
      const installation = await loadPatched(db, caller, integrationId, { ...body, ...query })
      return toInstallationPatch(installation, {
        ...body,
        objectName: await findInstalledObjectName(db, installation, objectName),
        caller,
      })
    },
    present: ({ db }, { installation }) => toInstallation(services, db, installation),
    prepare: async ({ query, db }, change) => {
      if (!query.skipSampling) await tryInstallationChange(services, db, change)
    },
    carryOut: ({ db }, _prepared, change) => updateInstallation(services, db, change),
  })

  api.serve(contract.setSupportAccess, async ({ params, query, body, caller, db }) => {
    const installation = await loadInstallation(db, caller, { ...params, ...query })
    await setSupportAccess(db, caller, { installation, ...body })
    return toInstallation(services, db, { ...installation, supportAccess: body.enabled })
  })

  api.serve(contract.deleteInstallation, async ({ params, query, caller, db }) => {
    const installation = await getVisibleInstallation(db, caller, { ...params, ...query })
    await deleteInstallation(services, db, installation)
  })

  serveDeployments(api, services)
}

/** Deployments are served here because integrations do not know installations. */
function serveDeployments(api: Api, services: Services): void {
  api.serve(contract.batchUpsertIntegrations, {
    prepare: async ({ query: { validateOnly, force }, body: { sourceYaml }, db }) =>
      validateOnly
        ? { asked: await askForRehearsal(services, db, sourceYaml) }
        : { missingFields: await askForDeployment(services, db, { sourceYaml, force }) },
    carryOut: ({ query: { destructive: isDestructive }, body, project, caller, db }, prepared) => {
      const { sourceYaml } = body
      if (prepared.asked) {
        const { asked } = prepared
        return rehearseDeployment(services, db, { sourceYaml, isDestructive, asked })
      }
      return deployWithEffects(services, db, {
        projectId: project.id,
        sourceYaml,
        by: nameOfCaller(caller),
        isDestructive,
        missingFields: prepared.missingFields,
      })
    },
  })
  api.serve(contract.createRevision, {
    async prepare({ params, query: { force }, body: { sourceYaml }, db }) {
      const { name } = await getIntegration(db, params.integrationId)
      if (!force) await askForDeployment(services, db, { sourceYaml, integration: name })
    },
    async carryOut({ params, query, body, caller, db }) {
      const { latestRevision } = await createRevision(services, db, {
        integrationIdOrName: params.integrationId,
        sourceYaml: body.sourceYaml,
        by: nameOfCaller(caller),
        isDestructive: query.destructive,
      })
      return latestRevision
    },
  })

  api.serve(contract.rollBackRevision, {
    async prepare({ params, query: { force }, db }) {
      const { id } = await getIntegration(db, params.integrationId)
      const { content } = await getRevision(db, id, params.revisionId)
      if (!force) await mustSuitAccounts(services, db, [content])
    },
    carryOut: ({ params, query, caller, db }) =>
      rollBack(services, db, {
        integrationIdOrName: params.integrationId,
        revisionId: params.revisionId,
        by: nameOfCaller(caller),
        isDestructive: query.destructive,
      }),
  })
}
