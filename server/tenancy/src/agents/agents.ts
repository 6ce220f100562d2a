import { hash } from 'node:crypto'
import {
  type Agent,
  type AgentCapability,
  AgentCapability as AnyAgentCapability,
  type AgentId,
  type BuilderId,
  type Capability,
  type ProjectId,
  alwaysAllowedToAgents,
} from '@platform/contract'
import {
  type AdmittedProject,
  type TenantLimits,
  capabilitiesOfScopes,
  generateAgentToken,
  hashApiKey,
  mustBeWithin,
  mustHave,
} from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Tables } from '@platform/kernel/db/tables'
import { Problem } from '@platform/kernel/problems/problem'
import type { Selectable } from 'kysely'
import type { CheckedRequest } from './agent-requests.ts'
import { hostOfRedirect } from './redirect-uris.ts'
import * as store from './store.ts'

const codeMs = 60_000
export const accessMs = 15 * 60_000
const refreshMs = 30 * 24 * 3600_000
/** A refresh token may be used again for so long: by a request whose reply was lost, or a second window. */
const repeatMs = 10_000

/** Returns what the agent may do for its builder; nothing once it is disconnected. */
export async function listAgentCapabilities(db: Db, id: AgentId): Promise<readonly Capability[]> {
  const agent = await store.selectAgents(db).where('id', '=', id).executeTakeFirst()
  return capabilitiesOfScopes(agent?.capabilities ?? [])
}

/** Connects an agent. Returns it with the code that its client exchanges for tokens within a minute. */
export async function connectAgent(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: Db,
  {
    project,
    builder,
    request,
    capabilities,
    now,
  }: {
    project: AdmittedProject
    builder: { builderId: BuilderId; email: string }
    request: CheckedRequest
    capabilities: readonly AgentCapability[]
    now: Date
  },
): Promise<{ agent: Agent; code: string }> {
  const granted = AnyAgentCapability.options.filter((one) =>
    [...alwaysAllowedToAgents, ...capabilities].includes(one),
  )
  for (const one of granted) mustHave(project.who, project.capabilities, one)
  const code = generateAgentToken('code')
  const row = await inTransaction(db, async (tx) => {
    const inserted = await store.insertAgent(tx, {
      id: newId('agt'),
      projectId: project.id,
      builderId: builder.builderId,
      builderEmail: builder.email,
      clientId: request.client.id,
      clientName: request.client.name,
      host: hostOfRedirect(request.redirectUri),
      capabilities: granted,
      lastUseTime: null,
      expireTime: new Date(now.getTime() + codeMs),
    })
    await store.insertTokens(tx, [
      {
        hash: hashApiKey(code),
        agentId: inserted.id,
        projectId: project.id,
        kind: 'code',
        redirectUri: request.redirectUri,
        codeChallenge: request.codeChallenge,
        expireTime: inserted.expireTime,
        useTime: null,
      },
    ])
    await mustBeWithin(tx, tenantLimits, {
      what: 'agents',
      tenant: project.id,
      count: () => store.countAgents(tx, project.id),
    })
    return inserted
  })
  return { agent: toAgent(row), code }
}

/** Returns a connected agent; `builderId` limits it to the agents of that builder. */
export async function getAgent(
  db: Db,
  { id, builderId }: { id: AgentId; builderId?: BuilderId | undefined },
): Promise<Agent> {
  const row = await store.selectAgents(db, { builderId }).where('id', '=', id).executeTakeFirst()
  if (!row) throw noSuchAgent(id)
  return toAgent(row)
}

/** Disconnects an agent; `builderId` limits it to the agents of that builder. */
export async function disconnectAgent(
  db: Db,
  { id, builderId }: { id: AgentId; builderId?: BuilderId | undefined },
): Promise<void> {
  if (await store.deleteAgent(db, { id, builderId })) return
  throw noSuchAgent(id)
}

const noSuchAgent = (id: string) =>
  new Problem('agent-not-found', { detail: `No agent of yours has the ID ${id}.` })

export const toAgent = (row: Selectable<Tables['agents']>): Agent => ({
  id: row.id,
  projectId: row.projectId,
  name: row.clientName,
  host: row.host,
  capabilities: row.capabilities,
  builderId: row.builderId,
  email: row.builderEmail,
  lastUseTime: row.lastUseTime?.toISOString(),
  expireTime: row.expireTime.toISOString(),
  createTime: row.createTime.toISOString(),
})

/** What came of an exchange. `theft`: a code or token was used twice, so the agent was disconnected. */
export type Exchanged =
  | { outcome: 'issued'; accessToken: string; refreshToken: string; scope: string }
  | { outcome: 'invalid' }
  | { outcome: 'theft' }

/** Exchanges a code for tokens, once. */
export const exchangeCode = (
  db: Db,
  {
    code,
    clientId,
    redirectUri,
    verifier,
    now,
  }: { code: string; clientId: string; redirectUri: string; verifier: string; now: Date },
): Promise<Exchanged> =>
  inTransaction(db, async (tx) => {
    const row = await store.lockToken(tx, hashApiKey(code))
    if (row?.kind !== 'code' || row.clientId !== clientId) return { outcome: 'invalid' }
    const isTheirs =
      row.redirectUri === redirectUri &&
      /^[\w.~-]{43,128}$/.test(verifier) &&
      hash('sha256', verifier, 'base64url') === row.codeChallenge
    if (!isTheirs) return { outcome: 'invalid' }
    if (row.useTime) return revokeStolen(tx, row.agentId)
    if (row.expireTime <= now) return { outcome: 'invalid' }
    return issueTokens(tx, row, now)
  })

/** Exchanges a refresh token for new tokens. */
export const refreshTokens = (
  db: Db,
  { refreshToken, clientId, now }: { refreshToken: string; clientId: string; now: Date },
): Promise<Exchanged> =>
  inTransaction(db, async (tx) => {
    const row = await store.lockToken(tx, hashApiKey(refreshToken))
    if (row?.kind !== 'refresh' || row.clientId !== clientId || row.expireTime <= now) {
      return { outcome: 'invalid' }
    }
    const isLate = row.useTime !== null && row.useTime.getTime() + repeatMs < now.getTime()
    return isLate ? revokeStolen(tx, row.agentId) : issueTokens(tx, row, now)
  })

/** Whoever has the other copy is not the client: nobody keeps access (RFC 9700, 4.14.2). */
async function revokeStolen(tx: Db, agentId: AgentId): Promise<Exchanged> {
  await store.deleteAgent(tx, { id: agentId })
  return { outcome: 'theft' }
}

async function issueTokens(
  tx: Db,
  used: {
    hash: Buffer
    agentId: AgentId
    projectId: ProjectId
    capabilities: string[]
    useTime: Date | null
  },
  now: Date,
): Promise<Exchanged> {
  const { agentId, projectId, capabilities } = used
  const [accessToken, refreshToken] = [generateAgentToken('access'), generateAgentToken('refresh')]
  const makeToken = (token: string, kind: 'access' | 'refresh', lifeMs: number) => ({
    hash: hashApiKey(token),
    agentId,
    projectId,
    kind,
    redirectUri: null,
    codeChallenge: null,
    expireTime: new Date(now.getTime() + lifeMs),
    useTime: null,
  })
  await store.markTokenUsed(tx, used.hash, used.useTime ?? now)
  await store.insertTokens(tx, [
    makeToken(accessToken, 'access', accessMs),
    makeToken(refreshToken, 'refresh', refreshMs),
  ])
  await store.dropOldTokens(tx, agentId)
  await store.extendAgent(tx, agentId, new Date(now.getTime() + refreshMs))
  return { outcome: 'issued', accessToken, refreshToken, scope: capabilities.join(' ') }
}
