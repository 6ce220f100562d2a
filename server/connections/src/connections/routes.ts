import * as contract from '@platform/contract'
import {
  findCallingCredential,
  maySeeConnection,
  mustHave,
  nameOfCaller,
} from '@platform/kernel/access'
import type { Database } from '@platform/kernel/db/database'
import type { Api, AnyCall } from '@platform/kernel/http'
import { paginate } from '@platform/kernel/http/paginate'
import { Problem } from '@platform/kernel/problems/problem'
import { checkProviderEntry } from '../provider/check-provider-entry.ts'
import type { GivenBy } from '../provider/call/limit-given-requests.ts'
import { recordProviderObject } from '../provider/record-provider-object.ts'
import type { Services } from '@platform/kernel/services'
import { toConnection } from '../credentials/connection-record.ts'
import {
  connectionQuery,
  deleteConnection,
  generateConnection,
  getConnection,
  getVisibleConnection,
  prepareChange,
  prepareConnection,
  refreshQuery,
  toRefresh,
  updateConnection,
} from './connections.ts'
import { consumerQuery, groupQuery, toConsumer, toGroup } from './people/people.ts'
import { pageRoutes } from './page-routes.ts'
import { limitGuesses, type Guesses } from '../credentials/guesses.ts'
import {
  customConnect,
  prepareCustomAgain,
  prepareCustomConnect,
  startCustomAgain,
} from './session/custom-connect.ts'
import {
  mustHaveApp,
  mustHaveAppAgain,
  startConnecting,
  startConnectingAgain,
} from './session/oauth-connect.ts'
import {
  findConnectSession,
  findSessionInstallURL,
  toConnectSession,
  type StartedConnecting,
} from './session/sessions.ts'
import { startTypedAgain, findTypedCredentials } from './session/typed-link.ts'
import { mustLeavePlace } from './within-limit.ts'
import { getNow } from '@platform/kernel/values'

export function connectionRoutes(api: Api, database: Database, services: Services): void {
  const guesses = limitGuesses(database.everything)

  serveEntryChecks(api, services)
  serveConnecting(api, services, guesses)

  api.serve(contract.listConnections, ({ query, project, db }) =>
    paginate(
      connectionQuery(db, { ...query, projectId: project.id }),
      query,
      (row) => toConnection(row),
      { by: 'c.id' },
    ),
  )

  api.serve(contract.generateConnection, {
    async prepare({ body, caller, project, db, request }) {
      await mustLeavePlace(services, db, caller, body)
      return prepareConnection(services, db, {
        projectId: project.id,
        request: body,
        mayAsk: () => guesses.take(caller, request, { ...body, projectId: project.id }),
      })
    },
    carryOut: ({ body, project, db }, prepared) =>
      generateConnection(services, db, { projectId: project.id, request: body }, prepared),
  })

  api.serve(contract.getConnection, async ({ params, query, caller, project, db }) => {
    if (query.refresh === 'force') {
      mustHave(project.who, project.capabilities, 'manage:connections')
    }
    const connection = await getVisibleConnection(db, caller, { ...params, ...query })
    return getConnection(services, db, { connection, query })
  })

  api.serve(contract.listConnectionRefreshes, async ({ params, query, caller, db }) => {
    const { id } = await getVisibleConnection(db, caller, params)
    return paginate(refreshQuery(db, id), query, toRefresh)
  })

  api.serve(contract.updateConnection, {
    async prepare({ params, query, body, caller, db, request }) {
      const connection = await getVisibleConnection(db, caller, { ...params, ...query })
      const mayAsk = () => guesses.take(caller, request, connection)
      return prepareChange(services, db, { connectionId: connection.id, body, mayAsk })
    },
    async carryOut({ params, query, body, caller, db }, prepared) {
      const { id: connectionId } = await getVisibleConnection(db, caller, { ...params, ...query })
      return updateConnection(services, db, { connectionId, body }, prepared)
    },
  })

  api.serve(contract.deleteConnection, async ({ params, query, caller, db }) => {
    const { id: connectionId } = await getVisibleConnection(db, caller, { ...params, ...query })
    await deleteConnection(services, db, connectionId)
  })

  api.serve(contract.listGroups, ({ query, project, db }) =>
    paginate(groupQuery(db, { ...query, projectId: project.id }), query, toGroup, {
      by: 'groupRef',
    }),
  )
  api.serve(contract.listConsumers, ({ query, db }) =>
    paginate(consumerQuery(db), query, toConsumer, { by: 'consumerRef' }),
  )

  pageRoutes(api, database, services, guesses)
}

/** Tries definitions of providers with a connection. */
function serveEntryChecks(api: Api, services: Services): void {
  /** Whoever defines requests, and the record of each in the audit log. */
  const toGivenBy = (
    action: string,
    { caller, project, request, db }: Pick<AnyCall, 'caller' | 'project' | 'request' | 'db'>,
  ): Omit<GivenBy, 'approvedObjects'> => ({
    who: project.who,
    capabilities: project.capabilities,
    record: (sent) =>
      api.record({
        ...{ action, caller, orgIds: [project.orgId], projectId: project.id, request, db },
        target: request.url.split('?', 1)[0] ?? '',
        before: undefined,
        after: sent,
      }),
  })

  api.serve(contract.checkProviderEntry, {
    carryOut: () => ({}),
    // The test may write at the provider.
    conclude: (call) =>
      checkProviderEntry(services, call.db, {
        ...call.body,
        connectionId: call.params.connectionId,
        by: toGivenBy(contract.checkProviderEntry.id, call),
      }),
  })

  api.serve(contract.recordProviderObject, {
    carryOut: () => ({}),
    conclude: (call) =>
      recordProviderObject(services, call.db, {
        ...call.body,
        connectionId: call.params.connectionId,
        by: toGivenBy(contract.recordProviderObject.id, call),
      }),
  })
}

function serveConnecting(api: Api, services: Services, guesses: Guesses): void {
  api.serve(contract.oauthConnect, {
    async prepare({ body, caller, project, db }) {
      await mustLeavePlace(services, db, caller, body)
      await mustHaveApp(services, db, { projectId: project.id, request: body })
    },
    async carryOut({ body, caller, project, db, request, reply }) {
      await mustLeavePlace(services, db, caller, body)
      const { origin } = request.headers
      return nameStarted(
        await startConnecting(services, db, {
          projectId: project.id,
          origin,
          begunWith: findCallingCredential(caller, project.orgId),
          request: body,
        }),
        reply,
      )
    },
  })

  api.serve(contract.customAuthConnect, {
    async prepare({ body, caller, project, db, request }) {
      await mustLeavePlace(services, db, caller, body)
      return prepareCustomConnect(services, db, {
        projectId: project.id,
        request: body,
        mayAsk: (named) => guesses.take(caller, request, { ...named, projectId: project.id }),
      })
    },
    carryOut: ({ body, caller, project, db, request }, prepared) => {
      const { origin } = request.headers
      const begunWith = findCallingCredential(caller, project.orgId)
      const about = { projectId: project.id, origin, caller, begunWith, request: body }
      return customConnect(services, db, about, prepared)
    },
  })

  api.serve(contract.oauthUpdate, {
    async prepare({ params, query, caller, project, db }) {
      const { id: connectionId } = await getVisibleConnection(db, caller, { ...params, ...query })
      await mustHaveAppAgain(services, db, { projectId: project.id, connectionId })
      return prepareCustomAgain(services, db, { projectId: project.id, connectionId })
    },
    /** The audit log records the owner of the connection but not the link. */
    async carryOut({ params, query, caller, project, db, request }, prepared) {
      const connection = await getVisibleConnection(db, caller, { ...params, ...query })
      const { id: connectionId, provider, groupRef, groupName } = connection
      const { origin } = request.headers
      const { changeAccount, linkHours } = query
      const madeBy = nameOfCaller(caller)
      const about = {
        projectId: project.id,
        connectionId,
        origin,
        changeAccount,
        linkHours,
        madeBy,
        begunWith: findCallingCredential(caller, project.orgId),
      }
      const again = findTypedCredentials(services, provider)
        ? startTypedAgain
        : startConnectingAgain
      const link = prepared
        ? await startCustomAgain(services, db, about, prepared)
        : await again(services, db, about)
      return { provider, groupRef, groupName, link }
    },
    conclude: ({ reply }, { link }) => nameStarted(link, reply),
  })

  api.serve(contract.getConnectSession, async ({ params, caller, db }) => {
    const session = await findConnectSession(db, params.connectSessionId)
    if (!session || !maySeeConnection(caller, session)) {
      throw new Problem('connect-session-not-found', {
        detail: `No connect session has the ID ${params.connectSessionId}.`,
      })
    }
    const install = await findSessionInstallURL(services, db, session)
    return { ...toConnectSession(session, getNow()), ...install }
  })
}

const nameStarted = (
  { url, connectSessionId }: StartedConnecting,
  reply: { header(name: string, value: string): unknown },
) => {
  reply.header('x-connect-session', connectSessionId)
  return url
}
