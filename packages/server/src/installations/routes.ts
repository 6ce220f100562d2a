import * as contract from '@platform/contract'
import type { BodyOf, InstallationId, ParamsOf } from '@platform/contract'
import { nameOfCaller, type Caller } from '../access/caller.ts'
import { maySeeGroup } from '../access/own-group.ts'
import { lockConnectionAgainstDeletion } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { paginateAll } from '../http/paginate.ts'
import { invalidInput } from '../problems/problem.ts'
import type { Api } from '../http/api.ts'
import { deployManifest, getIntegration } from '../integrations/integrations.ts'
import type { Services } from '../services.ts'
import { toInstallations } from './installation-record.ts'
import {
  createInstallation,
  deleteInstallation,
  getGroupInstallation,
  getInstallation,
  type InstallationChange,
  installationNotFound,
  installationQuery,
  lockInstallation,
  toInstallation,
  tryInstallation,
  tryInstallationChange,
  updateInstallation,
} from './installations.ts'
import { patchedContent } from './patch-object.ts'
import { askForRehearsal, rehearseDeployment } from './rehearse-deployment.ts'

export function installationRoutes(api: Api, services: Services): void {
  api.serve(contract.listInstallations, async ({ params, query, db }) => {
    const integration = await getIntegration(db, params.integrationId)
    const wanted = installationQuery(db, query).where('n.integrationId', '=', integration.id)
    return paginateAll(wanted, query, (rows) => toInstallations(services, db, rows), { by: 'n.id' })
  })

  api.serve(contract.listInstallationsForProject, ({ query, project, db }) =>
    paginateAll(
      installationQuery(db, { ...query, projectId: project.id }),
      query,
      (rows) => toInstallations(services, db, rows),
      {
        by: 'n.id',
      },
    ),
  )

  api.serve(contract.createInstallation, {
    prepare: async ({ params: { integrationId: integrationIdOrName }, query, body, db }) => {
      if (!query.skipSampling) await tryInstallation(services, db, { integrationIdOrName, body })
    },
    carryOut: ({ params: { integrationId: integrationIdOrName }, body, project, db }) =>
      createInstallation(services, db, { projectId: project.id, integrationIdOrName, body }),
  })

  api.serve(contract.getInstallation, async ({ params, query, caller, db }) => {
    return toInstallation(services, db, await visible(db, caller, { ...params, ...query }))
  })

  api.serve(contract.updateInstallation, {
    prepare: async ({ params, query, body, caller, db }) => {
      const installation = await visible(db, caller, { ...params, ...query })
      if (!query.skipSampling) {
        const by = nameOfCaller(caller)
        await tryInstallationChange(services, db, { installation, body, by })
      }
    },
    carryOut: ({ params, query, body, caller, db }) =>
      inTransaction(db, async (tx) => {
        const { connectionId } = body.installation
        // First, as where a group is erased.
        if (connectionId !== undefined) await lockConnectionAgainstDeletion(tx, connectionId)
        await lockInstallation(tx, params.installationId)
        const installation = await visible(tx, caller, { ...params, ...query })
        return updateInstallation(services, tx, { installation, body, by: nameOfCaller(caller) })
      }),
  })

  /** Locked, in a transaction. */
  const installationOf = async (db: Db, caller: Caller, { params, body }: PatchOf) => {
    const { installationId, groupRef } = body
    if ((installationId === undefined) === (groupRef === undefined)) {
      const detail = 'Give either groupRef or installationId.'
      throw invalidInput({ in: 'body', name: 'groupRef', detail })
    }
    const { integrationId } = params
    const id =
      installationId ??
      (await getGroupInstallation(db, { integrationIdOrName: integrationId, groupRef: groupRef! }))
        .installation.id
    if (db.isTransaction) await lockInstallation(db, id)
    return visible(db, caller, { integrationId, installationId: id, groupRef })
  }

  const patched = async (db: Db, caller: Caller, sent: PatchOf): Promise<InstallationChange> => {
    const installation = await installationOf(db, caller, sent)
    const { action, changes } = sent.body
    const { objectName } = sent.params
    const content = patchedContent(installation.content, { objectName, action, changes })
    return {
      installation,
      body: { updateMask: ['config.content'], installation: { config: { content } } },
      by: nameOfCaller(caller),
    }
  }

  api.serve(contract.patchObjectConfigContent, {
    present: async ({ caller, db, ...sent }) =>
      toInstallation(services, db, await installationOf(db, caller, sent)),
    prepare: async ({ query, caller, db, ...sent }) => {
      const change = await patched(db, caller, sent)
      if (!query.skipSampling) await tryInstallationChange(services, db, change)
    },
    carryOut: ({ caller, db, ...sent }) =>
      inTransaction(db, async (tx) =>
        updateInstallation(services, tx, await patched(tx, caller, sent)),
      ),
  })

  api.serve(contract.deleteInstallation, async ({ params, query, caller, db }) => {
    await deleteInstallation(services, db, await visible(db, caller, { ...params, ...query }))
  })

  // Stands here and not with the integrations, which do not know of installations.
  api.serve(contract.batchUpsertIntegrations, {
    prepare: ({ query, body, db }) =>
      query.validateOnly ? askForRehearsal(services, db, body.sourceYaml) : undefined,
    carryOut: ({ query: { destructive: isDestructive }, body, project, caller, db }, accounts) => {
      const { sourceYaml } = body
      if (accounts) return rehearseDeployment(services, db, { sourceYaml, isDestructive, accounts })
      const by = nameOfCaller(caller)
      return deployManifest(services, db, { projectId: project.id, sourceYaml, by, isDestructive })
    },
  })
}

interface PatchOf {
  params: ParamsOf<typeof contract.patchObjectConfigContent>
  body: BodyOf<typeof contract.patchObjectConfigContent>
}

async function visible(
  db: Db,
  caller: Caller,
  {
    integrationId,
    installationId,
    groupRef,
  }: { integrationId: string; installationId: InstallationId; groupRef?: string | undefined },
) {
  const installation = await getInstallation(db, {
    integrationIdOrName: integrationId,
    installationId,
  })
  if (!maySeeGroup(caller, installation.groupRef, { groupRef })) {
    throw installationNotFound(installationId)
  }
  return installation
}
