import * as contract from '@platform/contract'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { maySeeGroup } from '../access/own-group.ts'
import { mustAllow } from '../access/permissions.ts'
import type { Caller } from '../access/caller.ts'
import { isOwnPage } from '../projects/api-keys.ts'
import { findProject } from '../projects/projects.ts'
import type { Database, Db } from '../db/database.ts'
import type { Api } from '../http/api.ts'
import { paginate } from '../http/paginate.ts'
import { plainQuery } from '../http/plain-query.ts'
import { Problem } from '../problems/problem.ts'
import { checkProviderEntry } from '../provider/check-provider-entry.ts'
import type { Services } from '../services.ts'
import { giveNonce, isLedHere, nonceOf } from './session/browser.ts'
import { beginPage, callbackPage } from './session/callback-page.ts'
import { toConnection } from './connection-record.ts'
import {
  connectionQuery,
  deleteConnection,
  findConnectionRow,
  generateConnection,
  getConnection,
  prepareChange,
  prepareConnection,
  refreshQuery,
  toRefresh,
  updateConnection,
  type ConnectionRow,
} from './connections.ts'
import { consumerQuery, groupQuery, toConsumer, toGroup } from './people/people.ts'
import { limitGuesses } from './credentials/guesses.ts'
import { connectionNotFound } from './credentials/stored-credentials.ts'
import {
  beginCustomConnecting,
  continueCustomConnecting,
  customConnect,
  prepareCustomAgain,
  prepareCustomConnect,
  startCustomAgain,
} from './session/custom-connect.ts'
import {
  beginConnecting,
  finishConnecting,
  startConnecting,
  startConnectingAgain,
} from './session/oauth-connect.ts'
import {
  beginPath,
  findBeginning,
  findConnectSession,
  isLink,
  toConnectSession,
  type ConnectOutcome,
  type StartedConnecting,
} from './session/sessions.ts'

export function connectionRoutes(api: Api, database: Database, services: Services): void {
  const guesses = limitGuesses(database.everything)

  api.serve(contract.checkProviderEntry, {
    carryOut: () => ({}),
    // It may write at the provider.
    conclude: ({ params, body, db }) =>
      checkProviderEntry(services, db, { connectionId: params.connectionId, ...body }),
  })

  api.serve(contract.oauthConnect, async ({ body, project, db, request, reply }) => {
    const { origin } = request.headers
    return named(
      await startConnecting(services, db, { projectId: project.id, origin, request: body }),
      reply,
    )
  })

  api.serve(contract.customAuthConnect, {
    prepare: ({ body, caller, project, db, request }) =>
      prepareCustomConnect(services, db, {
        projectId: project.id,
        request: body,
        mayAsk: (named) => guesses.take(caller, request, { ...named, projectId: project.id }),
      }),
    carryOut: ({ body, caller, project, db, request }, prepared) => {
      const { origin } = request.headers
      const about = { projectId: project.id, origin, caller, request: body }
      return customConnect(services, db, about, prepared)
    },
  })

  api.serve(contract.oauthUpdate, {
    async prepare({ params, query, caller, project, db }) {
      const { id: connectionId } = await visible(db, caller, { ...params, ...query })
      return prepareCustomAgain(services, db, { projectId: project.id, connectionId })
    },
    async carryOut({ params, query, caller, project, db, request, reply }, prepared) {
      const { id: connectionId } = await visible(db, caller, { ...params, ...query })
      const { origin } = request.headers
      const { changeAccount, linkHours } = query
      const about = { projectId: project.id, connectionId, origin, changeAccount, linkHours }
      const started = prepared
        ? await startCustomAgain(services, db, about, prepared)
        : await startConnectingAgain(services, db, about)
      return named(started, reply)
    },
  })

  api.serve(contract.getConnectSession, async ({ params, caller, db }) => {
    const session = await findConnectSession(db, params.connectSessionId)
    if (!session || !maySeeGroup(caller, session.groupRef)) {
      throw new Problem('connect-session-not-found', {
        detail: `No connect session has the ID ${params.connectSessionId}.`,
      })
    }
    return toConnectSession(session, new Date())
  })

  api.serve(contract.listConnections, ({ query, db }) =>
    paginate(connectionQuery(db, query), query, (row) => toConnection(row), { by: 'c.id' }),
  )

  api.serve(contract.generateConnection, {
    prepare: ({ body, caller, project, db, request }) =>
      prepareConnection(services, db, {
        projectId: project.id,
        request: body,
        mayAsk: () => guesses.take(caller, request, { ...body, projectId: project.id }),
      }),
    carryOut: ({ body, project, db }, prepared) =>
      generateConnection(services, db, { projectId: project.id, request: body }, prepared),
  })

  api.serve(contract.getConnection, async ({ params, query, caller, project, db }) => {
    if (query.includeCreds || query.includeRefreshToken) mustAllow(project.role, 'connection:write')
    const connection = await visible(db, caller, { ...params, ...query })
    return getConnection(services, db, { connection, query })
  })

  api.serve(contract.listConnectionRefreshes, async ({ params, query, caller, db }) => {
    const { id } = await visible(db, caller, params)
    return paginate(refreshQuery(db, id), query, toRefresh)
  })

  api.serve(contract.updateConnection, {
    async prepare({ params, query, body, caller, db, request }) {
      const connection = await visible(db, caller, { ...params, ...query })
      const mayAsk = () => guesses.take(caller, request, connection)
      return prepareChange(services, db, { connectionId: connection.id, body, mayAsk })
    },
    async carryOut({ params, query, body, caller, db }, prepared) {
      const { id: connectionId } = await visible(db, caller, { ...params, ...query })
      return updateConnection(services, db, { connectionId, body }, prepared)
    },
  })

  api.serve(contract.deleteConnection, async ({ params, query, caller, db }) => {
    const { id: connectionId } = await visible(db, caller, { ...params, ...query })
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

  api.http.get<{ Params: { state: string } }>(`${beginPath}/:state`, async (request, reply) => {
    const { state } = request.params
    try {
      const { session, about } = await findBeginning(services, database, state)
      const db = database.tenant(session.projectId)
      const isLed = await isLedHere(request, {
        publicUrl: services.publicUrl,
        asking: session.origin,
        isLink: isLink(session),
        isKnown: (origin) => isOwnPage(db, session.projectId, origin),
      })
      if (isLed) {
        return await sendPage(reply, 200, beginPage(about, request.url))
      }
      const nonce = giveNonce(request, reply, services.publicUrl)
      const begin = session.customAuth ? beginCustomConnecting : beginConnecting
      const url = await begin(services, db, session, {
        state,
        nonce,
      })
      return await sendOn(reply, url)
    } catch (error) {
      return sendPage(reply, 400, callbackPage(failureOf(error)))
    }
  })

  api.http.get('/callbacks/v1/oauth', async (request, reply) => {
    const outcome = await finishConnecting(services, database, {
      ...plainQuery(request),
      nonce: nonceOf(request, services.publicUrl),
    }).catch(failureOf)
    return sendOutcome(outcome, request, reply)
  })

  api.http.get('/callbacks/v1/custom-auth/default', async (request, reply) => {
    const outcome = await continueCustomConnecting(services, database, {
      query: plainQuery(request),
      nonce: nonceOf(request, services.publicUrl),
    }).catch(failureOf)
    if ('page' in outcome) return sendOn(reply, outcome.page)
    return sendOutcome(outcome, request, reply)
  })

  async function sendOutcome(
    outcome: ConnectOutcome,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (outcome.succeeded) await recordConnected(api, database, outcome, request)
    return sendPage(reply, outcome.succeeded ? 200 : 400, callbackPage(outcome))
  }
}

/** Sends the browser to the provider, which does not learn where it comes from. */
const sendOn = (reply: FastifyReply, url: string) =>
  reply
    .headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .redirect(url, 302)

function failureOf(error: unknown): ConnectOutcome {
  if (!(error instanceof Problem)) throw error
  const message = error.details.detail ?? `${error.type.title}.`
  return { succeeded: false, origin: undefined, error: error.kind, message }
}

const sendPage = (
  reply: FastifyReply,
  status: number,
  { html, contentSecurityPolicy }: { html: string; contentSecurityPolicy: string },
) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      // The page on which the person goes on says so to the platform, and to nobody else.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(html)

/** The operation that sent the end user to the provider was recorded before there was a connection. */
async function recordConnected(
  api: Api,
  database: Database,
  { projectId, connectionId }: { projectId: ProjectId; connectionId: ConnectionId },
  request: FastifyRequest,
): Promise<void> {
  const db = database.tenant(projectId)
  const project = await findProject(db, projectId)
  const row = await findConnectionRow(db, connectionId)
  // Somebody has deleted it in this very moment.
  if (!project || !row) return
  const connection = toConnection(row)
  const { groupRef } = connection.group
  const { consumerRef } = connection.consumer
  await api.record({
    action: 'connectProvider',
    caller: { kind: 'consumer', project, groupRef, consumerRef },
    orgIds: [project.orgId],
    projectId,
    target: `/v1/projects/${projectId}/connections/${connectionId}`,
    before: undefined,
    after: connection,
    request,
    db,
  })
}

const named = (
  { url, connectSessionId }: StartedConnecting,
  reply: { header(name: string, value: string): unknown },
) => {
  reply.header('x-connect-session', connectSessionId)
  return url
}

/** The connection, if the caller may know of it. */
async function visible(
  db: Db,
  caller: Caller,
  { connectionId: id, groupRef }: { connectionId: ConnectionId; groupRef?: string | undefined },
): Promise<ConnectionRow> {
  const row = await findConnectionRow(db, id)
  if (!row || !maySeeGroup(caller, row.groupRef, { groupRef })) throw connectionNotFound(id)
  return row
}
