import { KeptUsage } from '@platform/data/kept-records/kept-usage'
import { catalogue, overlayCatalogue, readOverrides, setClock } from '@platform/connectors'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Database } from '@platform/kernel/db/database'
import { getNowMs, sleep } from '@platform/kernel/values'
import { guardTransactions } from '@platform/kernel/db/transaction'
import { createSlotTenants, type FindSlotTenant } from '@platform/kernel/admission'
import { createEgress } from '@platform/kernel/egress'
import { createHttpServer } from '@platform/kernel/http'
import { countFailingJobs } from '@platform/kernel/jobs/job-checks'
import { metadataAddresses } from '@platform/sinks/aws/role'
import { startNotifying } from '@platform/kernel/db/changes'
import { createNotifications } from '@platform/delivery/notifications/notifications'
import { createSending } from '@platform/sending/create-sending'
import { checkMasterKeys, createSecrets, serverSecret } from '@platform/kernel/secrets'
import type { Services } from '@platform/kernel/services'
import { createMailer } from '@platform/tenancy/sign-in/mailer'
import { createGovernor } from '@platform/connections/provider/budgets/governor'
import { watchCalls } from '@platform/connections/provider/budgets/metrics'
import { shareByDatabase } from '@platform/connections/provider/budgets/sharing'
import { finishRenewals } from '@platform/connections/provider/tokens/save-tokens'
import type { SignIn } from '@platform/tenancy/sign-in/sign-in'
import { makeApi, type RunningApi } from './api.ts'
import { directory } from './directory.ts'
import type { ServerOptions } from './settings/platform-options.ts'
import { watchDiskSpace } from './disk-space.ts'
import { createLog } from './log.ts'
import { askDatabase, healthRoutes } from './health.ts'
import { choosePort, listenOnPort } from './process/listen.ts'
import { loadMasterKeys } from './settings/master-key.ts'
import { openMessageLog } from './storage/message-log.ts'
import { watchDatabase, watchJobs, watchLogOwner, watchReplica } from './metrics.ts'
import { notificationSettings } from './settings/notification-settings.ts'
import { migrateAll, openConfiguredDatabase, whenDatabaseIsThere } from './storage/open-database.ts'
import { getDrainMs } from './process/drain-ms.ts'
import { toOutboundProxy } from './settings/outbound-proxy.ts'
import { createLargeRecords } from '@platform/data/sync/large-records'
import { getRetention } from './storage/retention.ts'
import { makeServices } from './process/serve-operations.ts'
import type { Settings } from './settings/settings.ts'
import { startBackground } from './start-background.ts'
import { stopInOrder, type StoppablePart } from './process/stop-in-order.ts'
import { getTelemetryEndpoints } from './telemetry-endpoints.ts'
import { getTenantLimits } from './settings/tenant-limits.ts'

export interface Platform {
  database: Database
  services: Services
  /** URL of the API; undefined in an engine process. */
  url: string | undefined
  signIn: SignIn | undefined
  /**
   * Reports that it is not ready and keeps answering, so that load balancers stop sending requests before
   * it stops.
   */
  drain(): Promise<void>
  /**
   * Stops taking work, lets running work reach a safe point, and closes everything. Work that has
   * not reached one in ten seconds is left to other processes.
   */
  stop(): Promise<void>
  /** Resolves when the embedded PostgreSQL ends unexpectedly: the process cannot continue then. */
  lost: Promise<string>
}

const loopback = ['127.0.0.0/8', '::1/128']

/** Starts the API, the engine, or both, depending on the role. */
export async function startPlatform(
  given: Settings,
  options: ServerOptions = {},
): Promise<Platform> {
  const { settings, release } = await choosePort(given)
  try {
    return await whenDatabaseIsThere(() =>
      startPlatformWith(settings, { ...options, releasePort: release }),
    )
  } finally {
    await release()
  }
}

async function startPlatformWith(
  settings: Settings,
  {
    releasePort,
    providerOverrides = {},
    log = createLog(settings),
    isReady = () => true,
    showMail,
    stopWithinMs = 10_000,
    metricsOf = (own) => () => own.metrics(),
  }: ServerOptions & { releasePort: () => Promise<void> },
): Promise<Platform> {
  const isDevelopment = settings.PLATFORM_DEVELOPMENT
  if (isDevelopment) guardTransactions()
  const masterKeys = await loadConfiguredKeys(settings)
  const providers = loadCatalogue(settings, providerOverrides)
  const opened = await openConfiguredDatabase(settings, (own) => migrateAll(own, log))
  const { database } = opened
  const restoreClock = setClock(getNowMs)
  const work: StoppablePart[] = []
  const outlets: StoppablePart[] = []
  const network: StoppablePart[] = []
  const engine: StoppablePart[] = []
  let stopping: Promise<void> | undefined
  let isDraining = false
  const stop = () =>
    (stopping ??= stopInOrder(
      [work, outlets, network, engine, [{ name: 'database', stop: opened.close }]],
      { withinMs: stopWithinMs, log },
    ).finally(restoreClock))

  try {
    await checkMasterKeys(database, masterKeys)
    const secrets = createSecrets(database, masterKeys)
    const slotTenants = createSlotTenants(
      async (id) => (await directory.findProject(database.everything, id))?.orgId,
    )
    const { egress, roleEgress, operatorEgress } = openEgress(settings, {
      network,
      findTenant: slotTenants.find,
    })
    const registry = new Registry()
    const metrics = metricsOf(registry)
    await startMeasuring(settings, { registry, log, engine })
    const retention = getRetention(settings)
    const tenantLimits = getTenantLimits(settings)
    const notifying = startNotifying(database, (error) =>
      log.warn({ err: error }, 'cannot notify other processes of changes'),
    )
    engine.push({ name: 'changes', stop: async () => notifying.stop() })
    const messageLog = await openMessageLog(settings, {
      ...{ database, registry, logger: log, findTenant: slotTenants.find },
    })
    if (messageLog) {
      engine.push({ name: 'message log', stop: () => messageLog.log.close() })
      watchLogOwner(() => messageLog.log.isForeign(), registry)
    }
    const notifications = openNotifications(settings, {
      ...{ database, secrets, egress, log, registry, tenantLimits },
      ...{ roleEgress, messageLog, findTenant: slotTenants.find },
    })
    outlets.push({ name: 'notifications', stop: () => notifications.stop() })
    const calls = openCalls(settings, { database, log, network })
    watchAll({ database, calls, registry })
    const disk = await watchDiskSpace(settings, { database, registry, log })
    engine.push({ name: 'disk space', stop: () => disk.stop() })
    const services = makeServices({
      ...{ secrets, egress, calls, notifications, retention, tenantLimits, slotTenants, log },
      catalogue: providers,
      publicUrl: getPublicUrl(settings),
      hooksUrl: getHooksUrl(settings),
      largeRecords: createLargeRecords({ maxBytes: settings.PLATFORM_LIMIT_RECORD_BYTES }),
      readMinIntervalMinutes: settings.PLATFORM_READ_MIN_INTERVAL / 60,
      snapshotRecords: settings.PLATFORM_LIMIT_SNAPSHOT_RECORDS,
      keptUsage: new KeptUsage({ maxBytes: settings.PLATFORM_LIMIT_KEPT_BYTES }),
      downloadKey: Buffer.from(await serverSecret(database, masterKeys, 'downloads'), 'base64'),
      echoKey: Buffer.from(await serverSecret(database, masterKeys, 'echoes'), 'base64'),
    })

    outlets.push({ name: 'renewals of tokens', stop: () => finishRenewals(services) })
    const mailer = openMailer(settings, { log, showMail, egress: operatorEgress })
    const proxyStallMs = settings.PLATFORM_PROXY_STALL_MS
    const program = { database, services, notifications, mailer, proxyStallMs }
    let api: RunningApi | undefined
    if (settings.PLATFORM_ROLE !== 'engine') {
      api = await makeApi(settings, program, {
        metrics,
        masterKeys,
        operatorEgress: operatorEgress.forTenant('operator'),
        isReady,
        isDraining: () => isDraining,
        messageLog: messageLog?.log,
        isDiskNearlyFull: disk.isNearlyFull,
        closeWithinMs: stopWithinMs,
      })
      work.push({ name: 'api', stop: api.close })
    }
    if (settings.PLATFORM_ROLE !== 'api') {
      await startBackground(settings, program, { log, disk, work, engine, stopWithinMs })
    }
    // Requests are accepted only after everything has started.
    await releasePort()
    const url = await api?.listen()
    await serveHealth(settings, {
      ...{ database, metrics, isReady, messageLog: messageLog?.log, log, network },
      isDraining: () => isDraining,
    })
    const signIn = api?.signIn
    const drain = async () => {
      isDraining = true
      if (api) await sleep(getDrainMs(settings))
    }
    return { database, services, url, signIn, drain, stop, lost: opened.lost }
  } catch (error) {
    await stop()
    throw error
  }
}

const loadConfiguredKeys = ({ PLATFORM_MASTER_KEY, PLATFORM_DATA, DATABASE_URL }: Settings) =>
  loadMasterKeys(PLATFORM_MASTER_KEY, {
    data: PLATFORM_DATA,
    mayCreate: DATABASE_URL === undefined,
  })

function openCalls(
  settings: Settings,
  { database, log, network }: { database: Database; log: Logger; network: StoppablePart[] },
) {
  const calls = createGovernor({
    places: settings.PLATFORM_PROVIDER_CALLS,
    log,
    share: (options) => shareByDatabase(database.everything, log, options),
  })
  network.push({ name: 'calls to providers', stop: () => calls.stop() })
  return calls
}

function openNotifications(
  settings: Settings,
  {
    roleEgress,
    messageLog,
    findTenant,
    ...parts
  }: Omit<Parameters<typeof createNotifications>[0], 'createSending' | 'settings'> & {
    roleEgress: ReturnType<typeof openEgress>['roleEgress']
    messageLog: Awaited<ReturnType<typeof openMessageLog>>
    findTenant: FindSlotTenant
  },
) {
  return createNotifications({
    ...parts,
    createSending,
    settings: {
      ...notificationSettings(settings, roleEgress && roleEgress.forTenant('operator')),
      limits: { findTenant },
      messageLog,
    },
  })
}

function openMailer(
  settings: Settings,
  {
    log,
    showMail,
    egress,
  }: { log: Logger; showMail: ServerOptions['showMail']; egress: ReturnType<typeof createEgress> },
) {
  const publicUrl = getPublicUrl(settings)
  return createMailer({
    log,
    publicUrl,
    show: showMail,
    ...(settings.PLATFORM_SMTP_URL && {
      smtp: { url: settings.PLATFORM_SMTP_URL, egress },
    }),
    ...(settings.PLATFORM_MAIL_FROM && { from: settings.PLATFORM_MAIL_FROM }),
  })
}

function watchAll({
  database,
  calls,
  registry,
}: {
  database: Database
  calls: Services['calls']
  registry: Registry
}): void {
  watchCalls(calls, registry)
  watchDatabase(() => askDatabase(database), registry)
  if (database.replica) watchReplica(database.replica, registry)
  watchJobs(() => countFailingJobs(database.everything), registry)
}

/** Returns the shipped providers with those of the operator and of tests. */
function loadCatalogue(
  { PLATFORM_PROVIDERS: folder }: Settings,
  overrides: NonNullable<ServerOptions['providerOverrides']>,
) {
  const own = folder && readOverrides(folder)
  return overlayCatalogue(
    catalogue,
    { ...overrides, ...(own && own.overrides) },
    own ? { whereIs: own.whereIs } : {},
  )
}

/** Opens the ways out: for providers, for the server's own AWS role, and for the operator's services. */
function openEgress(
  settings: Settings,
  { network, findTenant }: { network: StoppablePart[]; findTenant: FindSlotTenant },
) {
  const isDevelopment = settings.PLATFORM_DEVELOPMENT
  const proxy = toOutboundProxy(settings)
  // Providers such as Basecamp demand the name of an application and a link to it.
  const userAgent = `platform/1 (+${new URL(getPublicUrl(settings)).href})`
  const egress = createEgress({
    proxy,
    userAgent,
    allowCidrs: settings.PLATFORM_ALLOW_CIDR ?? (isDevelopment ? loopback : []),
    timeoutMs: settings.PLATFORM_PROVIDER_TIMEOUT_MS,
    connectionsPerOrigin: settings.PLATFORM_ORIGIN_CONNECTIONS,
    findTenant,
  })
  network.push({ name: 'egress', stop: () => egress.close() })
  // Requests only the server's own role from the metadata services of AWS, never a tenant's.
  const roleEgress =
    settings.PLATFORM_AWS_AMBIENT &&
    createEgress({
      proxy,
      userAgent,
      allowCidrs: [...metadataAddresses, ...(settings.PLATFORM_OPERATOR_ALLOW_CIDR ?? [])],
    })
  if (roleEgress) network.push({ name: 'egress of the AWS role', stop: () => roleEgress.close() })
  const operatorEgress = createEgress({
    proxy,
    userAgent,
    allowCidrs: settings.PLATFORM_OPERATOR_ALLOW_CIDR ?? (isDevelopment ? loopback : []),
  })
  network.push({ name: 'operator egress', stop: () => operatorEgress.close() })
  return { egress, roleEgress, operatorEgress }
}

/** Starts the metrics of the process and the export of telemetry, if they are configured. */
async function startMeasuring(
  settings: Settings,
  { registry, log, engine }: { registry: Registry; log: Logger; engine: StoppablePart[] },
): Promise<void> {
  const endpoints = getTelemetryEndpoints(settings)
  // Measuring the event loop wakes the process a hundred times a second, so only for telemetry.
  if (settings.PLATFORM_METRICS_TOKEN || endpoints?.metrics) {
    collectDefaultMetrics({ register: registry })
  }
  if (!endpoints) return
  const { startTelemetry } = await import('./telemetry.ts')
  const telemetry = startTelemetry(settings, endpoints, { registry, log })
  engine.push({ name: 'telemetry', stop: () => telemetry.stop() })
}

/** Serves health and metrics on a port of their own, if there is one. */
async function serveHealth(
  settings: Settings,
  {
    network,
    log,
    ...parts
  }: Omit<Parameters<typeof healthRoutes>[1], 'metricsToken'> & {
    network: StoppablePart[]
    log: Logger
  },
): Promise<void> {
  if (!settings.PLATFORM_HEALTH_PORT) return
  const health = createHttpServer({ logger: log })
  healthRoutes(health, { ...parts, metricsToken: settings.PLATFORM_METRICS_TOKEN })
  // Stopped among the last, so that monitoring sees the process while it has work.
  network.push({ name: 'health', stop: () => health.close() })
  await listenOnPort(health, settings, 'PLATFORM_HEALTH_PORT')
}

export const getPublicUrl = ({ PLATFORM_PUBLIC_URL, PLATFORM_HOST, PLATFORM_PORT }: Settings) =>
  PLATFORM_PUBLIC_URL?.replace(/\/+$/, '') ??
  `http://${PLATFORM_HOST === '0.0.0.0' || PLATFORM_HOST === '::' ? '127.0.0.1' : PLATFORM_HOST}:${PLATFORM_PORT}`

/** Returns the origin at which providers reach the webhooks for them. */
const getHooksUrl = (settings: Settings): string =>
  settings.PLATFORM_HOOKS_URL?.replace(/\/+$/, '') ?? getPublicUrl(settings)
