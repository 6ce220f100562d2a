import * as contract from '@platform/contract'
import { findProvider, listVerifiedObjects } from '@platform/connectors'
import { maySeeConnection, nameOfCaller } from '@platform/kernel/access'
import { findConnectionRow } from '@platform/connections/connections/connections'
import { connectionNotFound } from '@platform/connections/credentials/credentials'
import type { Api } from '@platform/kernel/http'
import { paginate } from '@platform/kernel/http/paginate'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { changesBetween } from './compare.ts'
import { hydrateRevision } from './hydrate.ts'
import {
  createIntegration,
  getIntegration,
  getRevision,
  integrationQuery,
  revisionQuery,
  toBriefIntegration,
  toIntegration,
  toRevision,
} from './integrations.ts'
import { createProviderList, showProvider } from './shown-provider.ts'

export function integrationRoutes(api: Api, services: Services): void {
  const { catalogue } = services

  const listProviders = createProviderList(catalogue)
  api.serve(contract.listProviders, ({ caller }) => listProviders(caller))

  const findEntry = (provider: string) => {
    const entry = findProvider(provider, { among: catalogue })
    if (entry) return entry
    throw new Problem('provider-not-found', {
      detail: `The catalogue has no provider ${provider}.`,
    })
  }

  api.serve(contract.getProvider, ({ params, caller }) =>
    showProvider(findEntry(params.provider), caller),
  )

  api.serve(contract.getProviderObjects, ({ params, caller }) => {
    const entry = findEntry(params.provider)
    const isShown = !entry.isOwn || caller.kind === 'builder' || caller.kind === 'full'
    return isShown ? listVerifiedObjects(entry) : {}
  })

  api.serve(contract.listIntegrations, ({ query, project, db }) =>
    paginate(
      integrationQuery(db, { only: project.integrationIds }),
      query,
      query.brief ? toBriefIntegration : toIntegration,
      {
        by: 'i.id',
      },
    ),
  )

  api.serve(contract.createIntegration, ({ body, project, caller, db }) =>
    createIntegration(services, db, { projectId: project.id, body, by: nameOfCaller(caller) }),
  )

  api.serve(contract.getIntegration, async ({ params, db }) =>
    toIntegration(await getIntegration(db, params.integrationIdOrName)),
  )

  api.serve(contract.listRevisions, async ({ params, query, db }) => {
    const { id } = await getIntegration(db, params.integrationId)
    return paginate(revisionQuery(db, id), query, toRevision)
  })

  api.serve(contract.compareRevisions, async ({ params, query, db }) => {
    const integration = await getIntegration(db, params.integrationId)
    const other = query.with ?? integration.latestRevisionId
    const [before, after] = await Promise.all([
      getRevision(db, integration.id, other),
      getRevision(db, integration.id, params.revisionId),
    ])
    return { changes: changesBetween(before.content, after.content) }
  })

  api.serve(contract.getHydratedRevision, async ({ params, query, caller, db }) => {
    const { connectionId } = query
    const connection = await findConnectionRow(db, connectionId)
    if (!connection || !maySeeConnection(caller, connection)) {
      throw connectionNotFound(connectionId)
    }
    return hydrateRevision(services, db, {
      integrationIdOrName: params.integrationId,
      revisionId: params.revisionId,
      connection,
    })
  })
}
