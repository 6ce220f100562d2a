import type {
  ConnectionId,
  CustomAuthConnectRequest,
  CustomAuthConnectResponse,
  ProjectId,
} from '@platform/contract'
import { ProviderError } from '@platform/connector'
import { findProvider, TemplateError } from '@platform/connectors'
import { type Caller, type CallingCredential, maySeeConnection } from '@platform/kernel/access'
import type { Database, Db } from '@platform/kernel/db/database'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { captureReturn, isDenied, nextRedirect } from '../../provider/auth-steps.ts'
import { tryGiven } from '../../provider/try-given.ts'
import type { Services } from '@platform/kernel/services'
import { getNow, must } from '@platform/kernel/values'
import { toConnection } from '../../credentials/connection-record.ts'
import { parseCustomInputs, parseGivenCredentials } from '../../credentials/given-credentials.ts'
import { connectionNotFound, openCredentials } from '../../credentials/credentials.ts'
import { parseMetadata, mustBeComplete, mustReach } from '../../credentials/provider-metadata.ts'
import * as credentialStore from '../../credentials/store.ts'
import { OtherAccountError } from './account.ts'
import { openAttempt, openProviderPage, sealProgress } from './attempt-progress.ts'
import { hashSecret } from './browser.ts'
import {
  appFor,
  toConnected,
  customProvider,
  prepare,
  redirectAt,
  walk,
  type PreparedAttempt,
} from './custom-attempt.ts'
import { endIfPosted, isUsedElsewhere, usedElsewhere } from './posted-values.ts'
import { failWith, finishSession, saveConnection } from './save-connection.ts'
import {
  makeBegunElsewhereProblem,
  bindToBrowser,
  explainOauthError,
  newState,
  rejectionIn,
  startSession,
  takeReturned,
  toConnectSession,
  type ConnectOutcome,
  type StartedConnecting,
} from './sessions.ts'
import * as store from './store.ts'

type Begun = Omit<CustomAuthConnectRequest, 'projectIdOrName'>

/**
 * Runs the steps up to the first page of the provider, or all if there is none. Does nothing for a
 * request that only polls for an outcome.
 */
export async function prepareCustomConnect(
  services: Services,
  db: Db,
  {
    projectId,
    request,
    mayAsk,
  }: {
    projectId: ProjectId
    request: Begun
    /** Runs before the provider is asked; throws to reject the request. */
    mayAsk: (named: Named) => void
  },
): Promise<PreparedAttempt | undefined> {
  if (request.sessionId !== undefined) return undefined
  const named = toNamed(request)
  const { provider } = named
  const entry = customProvider(services, provider)
  const metadata = parseMetadata(entry, request)
  mustBeComplete(entry, metadata)
  mustReach(entry, metadata)
  const inputs = parseCustomInputs(entry.info, request)
  const app = await appFor(services, db, {
    projectId,
    entry,
    providerAppId: request.providerAppId,
  })
  const attempt = { projectId, entry, app, metadata, inputs }
  if (entry.authSteps) {
    mayAsk(named)
    return prepare(services, attempt)
  }
  const tried = await tryGiven(services, db, {
    entry,
    owner: { projectId, provider, providerMetadata: metadata, providerAppId: app?.id ?? null },
    credentials: parseGivenCredentials(entry, request),
    mayAsk: () => mayAsk(named),
  })
  return { ...attempt, tried }
}

/** Prepares reconnecting an existing connection; undefined if no provider page can renew it. */
export async function prepareCustomAgain(
  services: Services,
  db: Db,
  { projectId, connectionId }: { projectId: ProjectId; connectionId: ConnectionId },
): Promise<PreparedAttempt | undefined> {
  const connection = await credentialStore.findConnection(db, connectionId)
  if (!connection) throw connectionNotFound(connectionId)
  const entry = findProvider(connection.provider, { among: services.catalogue })
  if (!entry?.authSteps || nextRedirect(entry.authSteps, 0) === undefined) return undefined
  const held = await openCredentials(services, connection)
  return prepare(services, {
    projectId,
    entry,
    app: await appFor(services, db, {
      projectId,
      entry,
      providerAppId: connection.providerAppId ?? undefined,
    }),
    metadata: connection.providerMetadata,
    inputs: 'values' in held ? held.values : {},
  })
}

const makeMissingIssue = (name: string) => ({
  in: 'body' as const,
  name,
  detail: `Set ${name}, or set sessionId to the flow.`,
})

interface Named {
  provider: string
  groupRef: string
  consumerRef: string
}

function toNamed({ provider, groupRef, consumerRef }: Begun): Named {
  if (provider !== undefined && groupRef !== undefined && consumerRef !== undefined) {
    return { provider, groupRef, consumerRef }
  }
  const missing = Object.entries({ provider, groupRef, consumerRef }).filter(
    ([, value]) => value === undefined,
  )
  throw invalidInput(...missing.map(([name]) => makeMissingIssue(name)))
}

/** Stores the connection, or the flow that a browser continues. */
export async function customConnect(
  services: Services,
  tx: Db,
  {
    projectId,
    origin,
    caller,
    begunWith,
    request,
  }: {
    projectId: ProjectId
    origin: string | undefined
    caller: Caller
    begunWith: CallingCredential
    request: Begun
  },
  prepared: PreparedAttempt | undefined,
): Promise<CustomAuthConnectResponse> {
  if (!prepared) return findOutcome(tx, caller, request)
  const { walked, entry, app, metadata } = prepared
  const named = toNamed(request)
  if (walked?.to === 'page') {
    const { url, connectSessionId } = await startAttempt(services, tx, prepared, {
      ...request,
      ...named,
      origin,
      begunWith,
    })
    return { redirect: { url, sessionId: connectSessionId } }
  }
  const target = {
    ...named,
    projectId,
    connectionId: null,
    groupName: request.groupName ?? null,
    consumerName: request.consumerName ?? null,
    providerAppId: app?.id ?? null,
    providerWorkspaceRef: metadata.workspace?.value ?? null,
    providerMetadata: metadata,
    changesAccount: false,
    addsAccount: request.addAccount ?? false,
  }
  const connected = await toConnected(services, prepared, walked?.taken)
  const id = await saveConnection(services, tx, entry, target, connected).catch(
    (error: unknown) => {
      if (!(error instanceof OtherAccountError)) throw error
      throw new Problem('connect-session-failed', { detail: error.message, cause: error })
    },
  )
  return { connection: toConnection(must(await credentialStore.findConnection(tx, id), id)) }
}

/** Starts the flow for an existing connection. */
export async function startCustomAgain(
  services: Services,
  tx: Db,
  {
    connectionId,
    origin,
    changeAccount,
    linkHours,
    madeBy,
    begunWith,
  }: {
    connectionId: ConnectionId
    begunWith: CallingCredential
    origin: string | undefined
    changeAccount: boolean | undefined
    linkHours?: number | undefined
    madeBy: string
  },
  prepared: PreparedAttempt,
): Promise<StartedConnecting> {
  const connection = await credentialStore.findConnection(tx, connectionId)
  if (!connection) throw connectionNotFound(connectionId)
  const { groupRef, consumerRef } = connection
  return startAttempt(services, tx, prepared, {
    connectionId,
    groupRef,
    consumerRef,
    origin,
    changeAccount,
    linkHours,
    madeBy,
    begunWith,
  })
}

interface Begins {
  connectionId?: ConnectionId
  groupRef: string
  groupName?: string | undefined
  consumerRef: string
  consumerName?: string | undefined
  origin: string | undefined
  changeAccount?: boolean | undefined
  linkHours?: number | undefined
  madeBy?: string | undefined
  begunWith?: CallingCredential
}

async function startAttempt(
  services: Services,
  tx: Db,
  { projectId, entry, app, metadata, inputs, walked }: PreparedAttempt,
  begins: Begins,
): Promise<StartedConnecting> {
  if (walked?.to !== 'page') throw new Error(`${entry.info.name} does not have a sign-in page.`)
  return startSession(services, tx, {
    ...begins,
    projectId,
    provider: entry.info.name,
    providerAppId: app?.id,
    metadata,
    state: newState(),
    customAuth: await sealProgress(services, projectId, {
      step: walked.step,
      inputs,
      values: walked.values,
    }),
  })
}

/**
 * Binds the flow to this browser and returns the provider's page.
 * @throws Problem `oauth-state-invalid` if it belongs to another browser
 */
export async function beginCustomConnecting(
  services: Services,
  db: Db,
  session: store.ConnectSessionRow,
  { state, nonce }: { state: string; nonce: string },
): Promise<string> {
  const { progress, ...attempt } = await openAttempt(services, db, session)
  await bindToBrowser(db, session, nonce)
  const opened = await openProviderPage(services, db, session, { attempt, progress, state })
  if (opened.progress === progress) return opened.page
  const customAuth = await sealProgress(services, session.projectId, opened.progress)
  if (!(await store.setProgress(db, session.id, customAuth))) throw makeBegunElsewhereProblem()
  return opened.page
}

/**
 * Continues with the values of the provider's redirect, to its next page or to completion. Each
 * state works once.
 * @throws Problem `oauth-state-invalid` if no waiting session has this state
 */
export async function continueCustomConnecting(
  services: Services,
  database: Database,
  { nonce, query }: { nonce: string | undefined; query: Record<string, string> },
): Promise<ConnectOutcome | { page: string }> {
  const { state } = query
  const returned = await takeReturned(services, database, { state, nonce, kind: 'custom' }).catch(
    async (error: unknown) => {
      if (state) await endIfPosted(services, database, { state, nonce })
      throw error
    },
  )
  const { session, db, succeed, fail } = returned
  const refusal = rejectionIn(query)
  if (refusal) return fail(refusal.error, refusal.message)
  try {
    const { progress, ...attempt } = await openAttempt(services, db, session)
    const { entry, projectId } = attempt
    const step = redirectAt(entry, progress.step)
    if (isDenied(step, query))
      return await fail('access_denied', explainOauthError('access_denied'))
    const came = captureReturn(step, query)
    if ('wrong' in came) return await fail('unexpected_reply', came.wrong)
    const posted = step.posted ? progress.posting?.values : {}
    if (!posted) {
      const label = entry.info.displayName ?? entry.info.name
      return await fail('unexpected_reply', `${label} sent the browser back without its keys.`)
    }
    if (step.posted && (await isUsedElsewhere(returned))) {
      const { origin, about } = returned
      return { succeeded: false, origin, about, ...usedElsewhere }
    }

    const values = { ...progress.values, ...came.values, ...posted }
    const walked = await walk(services, attempt, { from: progress.step + 1, values })
    if (walked.to === 'page') {
      const next = newState()
      const { inputs } = progress
      const { step: nextStep, values: known } = walked
      const opened = await openProviderPage(services, db, session, {
        attempt,
        progress: { inputs, step: nextStep, values: known },
        state: next,
      })
      await store.continueConnectSession(db, session.id, {
        stateHash: hashSecret(next),
        customAuth: await sealProgress(services, projectId, opened.progress),
      })
      return { page: opened.page }
    }
    const connected = await toConnected(services, attempt, walked.taken)
    return succeed(await finishSession(services, returned, entry, connected))
  } catch (error) {
    const publicMessage =
      error instanceof TemplateError
        ? new ProviderError('credentials', error.message, { cause: error })
        : error
    return failWith(services, returned, publicMessage)
  }
}

/** Outcome of a started flow. */
async function findOutcome(
  db: Db,
  caller: Caller,
  { sessionId, callbackParams }: Begun,
): Promise<CustomAuthConnectResponse> {
  const session = sessionId && (await store.findConnectSession(db, sessionId))
  if (!session || !session.customAuth || !maySeeConnection(caller, session)) {
    throw new Problem('connect-session-not-found', {
      detail: `No connect session of a provider's own scheme has the ID ${String(sessionId)}.`,
    })
  }
  const { state } = callbackParams ?? {}
  if (state !== undefined && !hashSecret(state).equals(session.stateHash))
    throw makeBegunElsewhereProblem()
  const { status, error, connectionId } = toConnectSession(session, getNow())
  const connection = connectionId && (await credentialStore.findConnection(db, connectionId))
  if (connection) return { connection: toConnection(connection) }
  if (status === 'pending')
    throw new Problem('connect-session-open', {
      detail: `The flow ${session.id} is still open: the user has not finished at the provider, or has not opened the window.`,
    })
  throw new Problem('connect-session-failed', {
    detail: error ?? 'The sign-in expired before the user returned from the provider.',
  })
}
