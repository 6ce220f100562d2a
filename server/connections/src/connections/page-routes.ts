import { isId, type Connection } from '@platform/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '@platform/kernel/access'
import { isOwnPage } from '@platform/tenancy/projects/api-keys'
import { findProject } from '@platform/tenancy/projects/projects'
import type { AnyView, Database } from '@platform/kernel/db/database'
import type { Api } from '@platform/kernel/http'
import { plainForm, plainQuery } from '@platform/kernel/http/forms'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getNowMs, must } from '@platform/kernel/values'
import { toConnection } from '../credentials/connection-record.ts'
import { findConnectionRow } from './connections.ts'
import type { Guesses } from '../credentials/guesses.ts'
import { giveNonce, isLedHere, isOpenedFromOutside, readNonce } from './session/browser.ts'
import { beginPage, callbackPage, choicePage, installPage } from './session/callback-page.ts'
import { beginCustomConnecting, continueCustomConnecting } from './session/custom-connect.ts'
import { postedPath } from './session/attempt-progress.ts'
import { receivePosted } from './session/posted-values.ts'
import { beginConnecting } from './session/oauth-connect.ts'
import { finishChoosing, finishConnecting } from './session/finish-connecting.ts'
import type { HtmlPageContent } from './session/page.ts'
import type { ConnectSessionRow } from './session/store.ts'
import {
  beginPath,
  callbackPath,
  choosePath,
  findBeginning,
  isLink,
  type ConnectOutcome,
} from './session/sessions.ts'
import { missingIn, saveTyped, findTypedCredentials, wrongBy } from './session/typed-link.ts'
import {
  deadLinkPage,
  renderSavedPage,
  renderTypedPage,
  type Wrong,
} from './session/typed-pages.ts'

/** Serves the pages that an end user sees in the browser while connecting. */
export function pageRoutes(
  api: Api,
  database: Database,
  services: Services,
  guesses: Guesses,
): void {
  api.http.get<{ Params: { state: string } }>(`${beginPath}/:state`, async (request, reply) => {
    const { state } = request.params
    try {
      const beginning = await findBeginning(services, database, state)
      if (!beginning) return await sendPrivately(reply, 400, deadLinkPage())
      const { session, about } = beginning
      const typed = findTypedInputs(services, session)
      // Link previews and scanners must not consume the link.
      if (typed) return await sendPrivately(reply, 200, renderTypedPage(about, typed))
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
      const mayNeedPackage = about.installURL !== undefined && !session.connectionId
      if (mayNeedPackage && isOpenedFromOutside(request, services)) {
        return await sendPage(reply, 200, installPage(about, request.url))
      }
      const nonce = giveNonce(request, reply, services.publicUrl)
      const begin = session.customAuth ? beginCustomConnecting : beginConnecting
      const url = await begin(services, db, session, {
        state,
        nonce,
      })
      return await sendOn(reply, url)
    } catch (error) {
      return sendPage(reply, 400, callbackPage(toOutcome(error)))
    }
  })

  const pages = { api, database, services, guesses }
  serveForms(pages)
  serveCallbacks(pages)
  servePosted(pages)
}

interface Pages {
  api: Api
  database: Database
  services: Services
  guesses: Guesses
}

/** Longer queries are rejected by proxies and by this server. */
const maxQueryLength = 8000

/** Pages whose forms an end user submits. */
function serveForms(pages: Pages): void {
  const { api, database, services, guesses } = pages
  void api.http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      async (_request: FastifyRequest, body: string) => plainForm(body),
    )
    // Some providers send the code in a form. A request by form has no cookie of this browser, so
    // the browser is sent to the same page by link.
    scope.post<{ Body?: Record<string, string> }>(callbackPath, async (request, reply) => {
      const query = new URLSearchParams(request.body).toString()
      if (query.length > maxQueryLength) {
        const tooLong = new Problem('malformed-request', { detail: 'The form is too long.' })
        return sendPage(reply, 400, callbackPage(toOutcome(tooLong)))
      }
      return sendOn(reply, `${callbackPath}?${query}`, 303)
    })
    scope.post<{ Params: { state: string }; Body?: Record<string, string> }>(
      `${choosePath}/:state`,
      async (request, reply) => {
        const { body: { choice } = {}, params } = request
        const nonce = readNonce(request, services.publicUrl)
        const { state } = params
        const outcome = await finishChoosing(services, database, { state, nonce, choice }).catch(
          toOutcome,
        )
        return sendOutcome(pages, outcome, { request, reply })
      },
    )
    scope.post<{ Params: { state: string }; Body?: Record<string, string> }>(
      `${beginPath}/:state`,
      async (request, reply) => {
        const { body: values = {}, params } = request
        const beginning = await findBeginning(services, database, params.state)
        const typed = beginning && findTypedInputs(services, beginning.session)
        if (!beginning || !typed) return sendPrivately(reply, 400, deadLinkPage())
        const { session, about } = beginning
        const again = (status: number, wrong: Wrong) =>
          sendPrivately(reply, status, renderTypedPage(about, typed, { values, wrong }))

        const missing = missingIn(typed, values)
        if (missing) return again(400, missing)
        const { projectId, groupRef, consumerRef } = session
        const project = must(await findProject(database.tenant(projectId), projectId), projectId)
        const caller = { kind: 'consumer', project, groupRef, consumerRef } as const
        try {
          const connection = await saveTyped(services, database, {
            session,
            connectionId: must(session.connectionId, `connection of ${session.id}`),
            change: typed.change(values),
            mayAsk: () => guesses.take(caller, request, session),
            record: (db, change) =>
              recordConnected(api, { ...change, caller, madeBy: session.madeBy, request, db }),
          })
          return await sendPrivately(reply, 200, renderSavedPage(about, connection.health))
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          const wrong = wrongBy(typed, error)
          if (!wrong) return sendPrivately(reply, 400, deadLinkPage())
          const { retryAfter } = error.details
          if (retryAfter) reply.header('retry-after', secondsUntil(retryAfter))
          return again(error.type.status, wrong)
        }
      },
    )
  })
}

/** Larger than what a provider posts. */
const maxPostedBytes = 16 * 1024

/** Takes the values that a provider posts besides the redirect of the browser. */
function servePosted({ api, database, services }: Pages): void {
  void api.http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: maxPostedBytes },
      async (_request: FastifyRequest, body: string) => parseJson(body),
    )
    scope.post<{ Params: { session: string; secret: string }; Body?: unknown }>(
      `${postedPath}/:session/:secret`,
      async ({ params: { session, secret }, body }, reply) => {
        const isKept =
          isId('csn', session) &&
          (await receivePosted(services, database, { id: session, secret, members: body }))
        // The provider withdraws what it could not deliver.
        return reply
          .code(isKept ? 200 : 404)
          .headers({ 'cache-control': 'no-store' })
          .send({})
      },
    )
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Pages to which providers redirect. */
function serveCallbacks(pages: Pages): void {
  const { api, database, services } = pages
  api.http.get(callbackPath, async (request, reply) => {
    const outcome = await finishConnecting(services, database, {
      ...plainQuery(request),
      nonce: readNonce(request, services.publicUrl),
    }).catch(toOutcome)
    if ('what' in outcome) return sendPage(reply, 200, choicePage(outcome))
    return sendOutcome(pages, outcome, { request, reply })
  })

  api.http.get('/callbacks/v1/custom-auth/default', async (request, reply) => {
    const query = plainQuery(request)
    const outcome = await continueCustomConnecting(services, database, {
      query,
      nonce: readNonce(request, services.publicUrl),
    }).catch(toOutcome)
    if ('page' in outcome) return sendOn(reply, outcome.page)
    // The state is used up. Other parameters of the provider are secrets of the flow.
    const callbackParams = query['state'] ? { state: query['state'] } : undefined
    return sendOutcome(pages, outcome, { request, reply, callbackParams })
  })
}

/**
 * Returns the inputs of the session; undefined if the end user visits a page of the provider
 * instead.
 */
const findTypedInputs = (services: Services, { connectionId, provider }: ConnectSessionRow) =>
  connectionId === null ? undefined : findTypedCredentials(services, provider)

async function sendOutcome(
  { api, database }: Pages,
  outcome: ConnectOutcome,
  {
    request,
    reply,
    callbackParams,
  }: {
    request: FastifyRequest
    reply: FastifyReply
    callbackParams?: { state: string } | undefined
  },
): Promise<FastifyReply> {
  if (outcome.succeeded) await recordOutcome(api, database, outcome, request)
  return sendPage(reply, outcome.succeeded ? 200 : 400, callbackPage(outcome, callbackParams))
}

/** Redirects the browser to the provider without a referrer. */
const sendOn = (reply: FastifyReply, url: string, status = 302) =>
  reply
    .headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .redirect(url, status)

function toOutcome(error: unknown): ConnectOutcome {
  if (!(error instanceof Problem)) throw error
  const message = error.details.detail ?? `${error.type.title}.`
  return { succeeded: false, origin: undefined, error: error.kind, message }
}

const sendPage = (
  reply: FastifyReply,
  status: number,
  shown: HtmlPageContent,
  referrer = 'same-origin',
) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': shown.contentSecurityPolicy,
      // Only the platform receives this referrer.
      'referrer-policy': referrer,
      'cache-control': 'no-store',
    })
    .send(shown.html)

/** The URL itself grants access to the form, so it is never sent as a referrer. */
const sendPrivately = (reply: FastifyReply, status: number, shown: HtmlPageContent) =>
  sendPage(reply, status, shown, 'no-referrer')

const secondsUntil = (time: Date) => Math.max(1, Math.ceil((time.getTime() - getNowMs()) / 1000))

/**
 * The operation that sent the end user to the provider was recorded before the connection existed.
 */
async function recordOutcome(
  api: Api,
  database: Database,
  { projectId, connectionId, madeBy }: Extract<ConnectOutcome, { succeeded: true }>,
  request: FastifyRequest,
): Promise<void> {
  const db = database.tenant(projectId)
  const project = await findProject(db, projectId)
  const row = await findConnectionRow(db, connectionId)
  // The connection was deleted at the same moment.
  if (!project || !row) return
  const { groupRef, consumerRef } = row
  const caller = { kind: 'consumer', project, groupRef, consumerRef } as const
  await recordConnected(api, {
    before: undefined,
    after: toConnection(row),
    caller,
    madeBy,
    request,
    db,
  })
}

/** Attributes the change to the end user; for a link, records its creator as well. */
const recordConnected = (
  api: Api,
  {
    after,
    caller,
    madeBy,
    ...change
  }: {
    before: Connection | undefined
    after: Connection
    caller: Extract<Caller, { kind: 'consumer' }>
    madeBy: string | null
    request: FastifyRequest
    db: AnyView
  },
): Promise<void> =>
  api.record({
    ...change,
    action: 'connectProvider',
    caller,
    orgIds: [caller.project.orgId],
    projectId: caller.project.id,
    target: `/v1/projects/${caller.project.id}/connections/${after.id}`,
    after: madeBy === null ? after : { ...after, byLinkOf: madeBy },
  })
