import { KeptUsage } from '@platform/data/kept-records/kept-usage'
import type { LookupFunction } from 'node:net'
import { generateKeyPairSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import type { ApiKeyScope, BuilderId, OrgId, OrgRole } from '@platform/contract'
import { catalogue as shippedCatalogue, type Catalogue } from '@platform/connectors'
import { SignJWT } from 'jose'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { z } from 'zod'
import {
  type Issuer,
  type TenantLimits,
  createAccess,
  noTenantLimits,
} from '@platform/kernel/access'
import { createAuditLog } from '@platform/tenancy/audit/audit-log'
import { directory } from '../../../server/program/src/main/directory.ts'
import { selectMembershipsOfUser } from '@platform/tenancy/organizations/store'
import type { Database } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { createSlotTenants } from '@platform/kernel/admission'
import { createEgress } from '@platform/kernel/egress'
import {
  createApi,
  type Api,
  toStages,
  referenceRoutes,
  createHttpServer,
} from '@platform/kernel/http'
import type { RequestRateLimit } from '@platform/kernel/http/rate-limit'
import { createSending } from '@platform/sending/create-sending'
import { createNotifications } from '@platform/delivery/notifications/notifications'
import type { FindTxt } from '../../../server/tenancy/src/organizations/claimed-domains.ts'
import { getRetention } from '../../../server/program/src/main/storage/retention.ts'
import {
  serveOperations,
  makeServices,
} from '../../../server/program/src/main/process/serve-operations.ts'
import { readSettings } from '../../../server/program/src/main/settings/settings.ts'
import { getTenantLimits } from '../../../server/program/src/main/settings/tenant-limits.ts'
import { createOrganization } from '@platform/tenancy/organizations/organizations'
import { signUpBy, type SignUpPolicy } from '@platform/tenancy/organizations/sign-up'
import { createGovernor } from '@platform/connections/provider/budgets/governor'
import { shareByDatabase } from '@platform/connections/provider/budgets/sharing'
import { createApiKey } from '@platform/tenancy/projects/api-keys'
import { createJwtKey } from '@platform/tenancy/projects/jwt-keys'
import { createProject } from '@platform/tenancy/projects/projects'
import { createSecrets, parseMasterKeys } from '@platform/kernel/secrets'
import type { Mail } from '@platform/tenancy/sign-in/mailer'
import { signInRoutes } from '@platform/tenancy/sign-in/routes'
import { createSignIn } from '@platform/tenancy/sign-in/sign-in'
import type { SingleSignOn } from '../../../server/tenancy/src/sign-in/single-sign-on.ts'
import { createLargeRecords } from '@platform/data/sync/large-records'

export const publicUrl = 'http://platform.test'

/** Creates the platform's own API on a real database, called without a network. */
export async function testApi(
  database: Database,
  {
    outsideIssuers = [],
    rateLimit,
    findTxt = async () => [],
    singleSignOn,
    signUp = 'open',
    allowCidrs = ['127.0.0.0/8'],
    lookup,
    attemptsPerMinute = 1000,
    canSendMail = true,
    areRepliesChecked = true,
    catalogue = shippedCatalogue,
    providerCalls = 100,
    tenantLimits = getTenantLimits(readSettings({})),
    masterKey = randomBytes(32).toString('base64'),
  }: {
    outsideIssuers?: Issuer[]
    rateLimit?: RequestRateLimit
    findTxt?: FindTxt
    singleSignOn?: SingleSignOn
    signUp?: SignUpPolicy
    /** Networks that outgoing requests may reach. */
    allowCidrs?: string[]
    lookup?: LookupFunction
    attemptsPerMinute?: number
    canSendMail?: boolean
    /** Whether a reply that violates the contract fails its test. */
    areRepliesChecked?: boolean
    catalogue?: Catalogue
    /** Maximum number of concurrent provider calls per project. */
    providerCalls?: number
    tenantLimits?: TenantLimits
    masterKey?: string
  } = {},
) {
  const mails: Mail[] = []
  const mailer = {
    isConfigured: canSendMail,
    async send(mail: Mail) {
      mails.push(mail)
      return canSendMail
    },
  }
  const secrets = createSecrets(database, parseMasterKeys(masterKey))
  const log = pino({ level: 'silent' })
  const egress = createEgress({ allowCidrs, ...(lookup && { lookup }) })
  const audit = createAuditLog(database, selectMembershipsOfUser)
  const signIn = createSignIn(database, {
    onEvent: (event) => audit.recordSignIn(event),
    publicUrl,
    secret: randomBytes(32).toString('base64'),
    mailer,
    signUp: signUpBy(database.everything, signUp),
    ...(singleSignOn && {
      singleSignOn: { ...singleSignOn, egress: egress.forTenant('operator') },
    }),
    attemptsPerMinute,
  })
  const notifications = createNotifications({
    tenantLimits,
    database,
    secrets,
    egress,
    log,
    createSending,
    registry: new Registry(),
    settings: { webhookTimeoutMs: 1000, disableAfterMs: 1000, isDevelopment: true },
  })
  const downloadKey = randomBytes(32)
  const calls = createGovernor({
    places: providerCalls,
    log,
    share: (options) => shareByDatabase(database.everything, log, options),
  })
  const services = makeServices({
    secrets,
    egress,
    calls,
    notifications,
    catalogue,
    publicUrl,
    hooksUrl: publicUrl,
    downloadKey,
    echoKey: randomBytes(32),
    readMinIntervalMinutes: 10,
    snapshotRecords: 100_000,
    keptUsage: new KeptUsage({ maxBytes: 1024 ** 3 }),
    largeRecords: createLargeRecords({ maxBytes: 64 * 1024 ** 2 }),
    retention: getRetention(readSettings({})),
    tenantLimits,
    slotTenants: createSlotTenants(async () => undefined),
    log,
  })
  const access = createAccess(database, directory, {
    ownIssuer: signIn.issuer,
    outsideIssuers,
    publicUrl,
  })
  const http = createHttpServer({ publicUrl })
  const api = createApi(http, database, access, {
    secrets,
    rateLimit,
    recordChange: (change) => audit.record(change),
  })
  if (areRepliesChecked) checkReplies(api)
  serveOperations(api, {
    ...{ database, services, notifications, mailer, findTxt },
    proxyStallMs: 60_000,
  })
  referenceRoutes(http, publicUrl)
  signInRoutes(http, signIn, publicUrl)
  await http.ready()

  return {
    database,
    http,
    api,
    access,
    signIn,
    secrets,
    services,
    notifications,
    /** Tests may lower the limits. */
    tenantLimits,
    mails,
    async close() {
      await http.close()
      await signIn.close()
      await notifications.stop()
      await calls.stop()
      await egress.close()
    },
    async call(
      method: InjectOptions['method'],
      url: string,
      { body, headers, ...credential }: CallOptions = {},
    ) {
      const response = await http.inject({
        method,
        url,
        headers: { ...credentialHeaders(credential), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.body === '' ? undefined : parseBody(response.body),
        text: response.body,
      }
    },
    /** Creates a person with a token, optionally a member of an organization. */
    async builder({
      email = `${randomUUID()}@acme.test`,
      emailVerified = true,
      orgId,
      role = 'member',
    }: { email?: string; emailVerified?: boolean; orgId?: OrgId; role?: OrgRole } = {}) {
      const db = database.everything
      const id = newId('bld')
      const row = { id, idpProvider: 'platform', idpRef: id, primaryEmail: email, emailVerified }
      await db
        .insertInto('builders')
        .values({ ...row, firstName: null, lastName: null, fullName: null })
        .execute()
      if (orgId) {
        await db
          .insertInto('memberships')
          .values({ id: newId('mem'), orgId, builderId: id, role })
          .execute()
      }
      return { id, email, token: await signIn.issueToken(id) }
    },
    org: ({ ownerId, label = 'Acme' }: { ownerId: BuilderId; label?: string }) =>
      createOrganization({ tenantLimits: noTenantLimits }, database.everything, { label, ownerId }),
    project: ({ orgId, name = `p-${randomUUID()}` }: { orgId: OrgId; name?: string }) =>
      createProject({ tenantLimits }, database.everything, { orgId, name, appName: 'Acme' }),
  }
}

/** Makes a reply that violates the contract fail its test. */
function checkReplies(api: Api): void {
  const serve = api.serve.bind(api)
  api.serve = (operation, rule) => {
    const { reply } = operation
    if (reply === null || typeof reply === 'string') return serve(operation, rule)
    // As received: JSON, without members unknown to the contract.
    const strict = strictly(reply)
    const checkStage =
      <Input extends unknown[], Result>(stage: (...input: Input) => Promise<Result> | Result) =>
      async (...input: Input): Promise<Result> => {
        const result = await stage(...input)
        const { error } = strict.safeParse(JSON.parse(JSON.stringify(result)))
        if (error) throw new Error(`${operation.id} replies wrongly: ${z.prettifyError(error)}`)
        return result
      }
    const stages = toStages(rule)
    return stages.conclude
      ? serve(operation, { ...stages, conclude: checkStage(stages.conclude) })
      : serve(operation, { ...stages, carryOut: checkStage(stages.carryOut) })
  }
}

const strictly = (reply: z.ZodType): z.ZodType =>
  reply instanceof z.ZodObject
    ? reply.strict()
    : reply instanceof z.ZodArray
      ? z.array(strictly(reply.element as z.ZodType))
      : reply

export type TestApi = Awaited<ReturnType<typeof testApi>>

/** Creates an organization with its owner, a project, a key of each scope and a key for tokens. */
export async function givenTenant(api: TestApi) {
  const owner = await api.builder()
  const org = await api.org({ ownerId: owner.id })
  const project = await api.project({ orgId: org.id })
  const db = api.database.tenant(project.id)
  const key = (scope: ApiKeyScope) =>
    createApiKey({ tenantLimits: noTenantLimits }, db, {
      projectId: project.id,
      label: scope,
      scopes: [scope],
    })
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' })
  const { kid } = await createJwtKey({ tenantLimits: noTenantLimits }, db, {
    projectId: project.id,
    label: 'test',
    algorithm: 'ES256',
    publicKeyPem,
  })
  return {
    owner,
    org,
    project,
    full: await key('full'),
    frontend: await key('frontend'),
    kid,
    privateKey,
    publicKeyPem,
    consumerToken: (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
      consumerToken(privateKey, { alg: 'ES256', kid, ...header }, claims),
  }
}

/** Returns a token as signed by a builder's backend; `claims` override the defaults. */
export async function consumerToken(
  key: KeyObject | Uint8Array,
  header: { alg: string; kid?: string },
  claims: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const payload = {
    groupRef: 'group-1',
    consumerRef: 'user-1',
    iat: now,
    exp: now + 300,
    ...claims,
  }
  return new SignJWT(payload).setProtectedHeader(header).sign(key)
}

interface CallOptions {
  apiKey?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

const credentialHeaders = ({ apiKey, token }: { apiKey?: string; token?: string }) => ({
  ...(apiKey !== undefined && { 'x-api-key': apiKey }),
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
})

function parseBody(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
