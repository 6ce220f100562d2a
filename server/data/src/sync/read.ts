import { ProviderError, type Connector } from '@platform/connector'
import { openAssociations } from '@platform/connections/provider/associations'
import {
  findConnectionRows,
  type ConnectionRow,
} from '@platform/connections/connections/connections'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import { findCall } from '@platform/connections/provider/call/provider-call'
import {
  findInstallations,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import {
  findReadObject,
  planWithFields,
  planWithoutLostFields,
} from '@platform/installations/integrations/read-object'
import { dropsEchoes } from '../echoes/mark-entries.ts'
import { findContents } from '@platform/installations/integrations/revision-content'
import { setSince } from '@platform/installations/operations/fence'
import { findOperation, type OperationRow } from '@platform/installations/operations/operations'
import type { Db } from '@platform/kernel/db/database'
import { gatherCalls } from '@platform/kernel/db/gather-calls'
import type { Services } from '@platform/kernel/services'
import { getNow, getNowMs, getOwn } from '@platform/kernel/values'
import { handleFailedRead } from './failed-read.ts'
import { finishRead, finishTogether } from './finish-read.ts'
import { envelopeOfRead } from './messages.ts'
import { findObjects, type InstallationObjectRow } from './object/store.ts'
import { findOverlapMs, RecentlyRead } from './recently-read.ts'
import { largeAgainMs, readPages, type OpenRead } from './read-pages.ts'
import { endSnapshot } from './snapshot/end-snapshot.ts'
import {
  dropSnapshot,
  findLeftOutUntil,
  isFirstLook,
  readsOnward,
  type SnapshotReading,
} from './snapshot/snapshot.ts'
import { needsDeletionChecks, reportsTimes } from './object/deletion-checks.ts'
import { completeKeptList } from './complete-kept-list.ts'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import { inRun } from './trace-run.ts'
import { takeHeldOperations } from './turns/store.ts'
import type { Turn, TurnEnd } from './turns/readers.ts'

/**
 * Reads an object page by page from the operation's checkpoint, for one turn. Each page's messages
 * and the checkpoint commit in one transaction: after a crash the read continues after the last
 * committed page, and nothing is skipped or sent twice. While one page is stored the next one is
 * fetched; memory holds two pages, however many records there are.
 */
export async function readObject(services: Services, db: Db, turn: Turn): Promise<TurnEnd> {
  let taken: TakenRead | undefined
  try {
    taken = await takeUp(db, turn)
  } catch (error) {
    if (error instanceof LeaseLostError) return { do: 'leave' }
    throw error
  }
  if (!taken) return { do: 'end' }
  const read = taken
  return inRun(read.operation, () => readOn(services, db, read, turn))
}

async function readOn(
  services: Services,
  db: Db,
  { operation, installation, connection, object }: TakenRead,
  turn: Turn,
): Promise<TurnEnd> {
  const { projectId, id: operationId } = operation
  if (services.largeRecords.mustWait({ projectId, operationId })) {
    return { do: 'wait', until: getNow(largeAgainMs) }
  }
  let provider: OpenProvider | undefined
  let mayHaveSnapshot = true
  try {
    if (!operation.isLastPageRead) {
      provider = await openProvider(services, db, connection ?? installation.connectionId, {
        isBackground: true,
        installationId: installation.id,
      })
      const read = await openRead(services, db, { operation, installation, object, turn, provider })
      mayHaveSnapshot = read.snapshot !== undefined
      const end = await readPages(services, db, read, turn)
      if (end === 'finished') return { do: 'leave' }
      if (end !== 'done') return { do: 'wait', until: getNow(end.waitMs) }
    }
    if (mayHaveSnapshot) await endSnapshot(services, db, { operation, installation })
    else if (operation.readType === 'scheduled') {
      const isFinished = await finishTogether(services, db, { operation, installation }, turn)
      if (isFinished) return { do: 'leave' }
    }
    await completeKeptList(services, db, { operation, installation })
    await finishRead(services, db, { operation, installation, outcome: { status: 'success' } })
    return { do: 'end' }
  } catch (error) {
    if (error instanceof LeaseLostError) return { do: 'leave' }
    if (turn.stopping.aborted) return { do: 'wait' }
    const call = findCall(error, provider)
    return await handleFailedRead(services, db, {
      error,
      operation,
      installation,
      call,
      provider,
    }).catch((failure: unknown) => {
      if (failure instanceof LeaseLostError) return { do: 'leave' }
      throw failure
    })
  }
}

/** An operation that this process has taken over, with everything its read uses. */
interface TakenRead {
  operation: OperationRow
  installation: InstallationRow
  /** Undefined if it was replaced in the meantime. */
  connection: ConnectionRow | undefined
  object: InstallationObjectRow | undefined
}

/** Maximum number of reads taken up at a time. */
const maxAtOnce = 100

type TakeUp = (turn: Turn) => Promise<TakenRead | 'gone' | 'not taken'>
const takeUps = new WeakMap<Db, TakeUp>()

/**
 * Takes an operation over; returns undefined if it has ended.
 * @throws LeaseLostError if another process has the turn by now
 */
async function takeUp(db: Db, turn: Turn): Promise<TakenRead | undefined> {
  let takeUpTogether = takeUps.get(db)
  if (!takeUpTogether) {
    takeUpTogether = gatherCalls({
      // Turns are claimed together.
      withinMs: 0,
      atMost: maxAtOnce,
      carryOut: (turns: readonly Turn[]) => takeUpAll(db, turns),
    })
    takeUps.set(db, takeUpTogether)
  }
  const taken = await takeUpTogether(turn)
  if (taken === 'gone') return undefined
  if (taken !== 'not taken') return taken
  const operation = await findOperation(db, turn.operationId)
  if (operation?.status === 'in_progress') throw new LeaseLostError()
  return undefined
}

async function takeUpAll(
  db: Db,
  turns: readonly Turn[],
): Promise<(TakenRead | 'gone' | 'not taken')[]> {
  const operations: OperationRow[] = []
  for (const [runner, taken] of Map.groupBy(turns, (turn) => turn.runner)) {
    const operationIds = taken.map(({ operationId }) => operationId)
    operations.push(...(await takeHeldOperations(db, { operationIds, runner })))
  }
  if (operations.length === 0) return turns.map(() => 'not taken')
  const installations = await findInstallations(
    db,
    operations.map(({ installationId }) => installationId),
  )
  const connections = await findConnectionRows(db, [
    ...new Set(installations.map(({ connectionId }) => connectionId)),
  ])
  const objects = await findObjects(db, operations)
  return turns.map(({ operationId }) => {
    const operation = operations.find(({ id }) => id === operationId)
    if (!operation) return 'not taken'
    const installation = installations.find(({ id }) => id === operation.installationId)
    if (!installation) return 'gone'
    return {
      operation,
      installation,
      connection: connections.find(({ id }) => id === installation.connectionId),
      object: objects.find(
        ({ installationId, objectName }) =>
          installationId === operation.installationId && objectName === operation.objectName,
      ),
    }
  })
}

async function openRead(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    object: state,
    turn,
    provider,
  }: {
    operation: OperationRow
    installation: InstallationRow
    object: InstallationObjectRow | undefined
    turn: Turn
    provider: OpenProvider
  },
): Promise<OpenRead> {
  const { objectName } = operation
  const { latest, installed } = await findContents(db, installation)
  const object = findReadObject(objectName, latest, installed)
  if (!object) {
    throw new ProviderError('bad-request', `The integration no longer reads ${objectName}.`)
  }
  const config = getOwn(installation.content.read?.objects, objectName) ?? {}
  const connector = requireConnector(provider)
  const fullPlan = await turn.waitFor(
    planWithFields(object, config, (name) => connector.describeObject(provider.client, name)),
  )
  const plan = planWithoutLostFields(fullPlan, state?.lostFields ?? [])
  const associations = operation.checksDeletions
    ? undefined
    : await turn.waitFor(openAssociations(provider, provider.client, plan))
  const { connection } = provider
  if (operation.isSinceByOurClock) {
    operation.since = await turn.waitFor(
      sinceByTheirClock(operation, connector, provider, findOverlapMs(connector, plan)),
    )
    if (!(await setSince(db, operation, operation.since))) throw new LeaseLostError()
  }
  const needsChecks = needsDeletionChecks(connector, plan)
  const isBySnapshot =
    operation.checksDeletions || (readsOnward(operation) && !reportsTimes(connector, objectName))
  const isOutdated = !isBySnapshot && !needsChecks && readsOnward(operation)
  if (isOutdated && state && state.snapshotRecords !== null) {
    await dropSnapshot(services, db, { operation, installation })
  }
  return {
    operation,
    installation,
    provider,
    connector,
    plan,
    associations,
    dropsEchoes: dropsEchoes(objectName, latest),
    known: new RecentlyRead(operation.readType === 'scheduled' ? state?.recentlyRead : {}),
    envelope: envelopeOfRead(operation, installation, connection, plan),
    ...(isBySnapshot && { snapshot: await openSnapshot(services, db, operation, state) }),
  }
}

async function openSnapshot(
  { snapshotRecords: max }: Services,
  db: Db,
  operation: OperationRow,
  state: InstallationObjectRow | undefined,
): Promise<SnapshotReading> {
  if (operation.checksDeletions) return { isLook: false }
  const leftOutUntil = await findLeftOutUntil(db, operation, state, max)
  return {
    isLook: await isFirstLook(db, operation, state),
    ...(leftOutUntil && { leftOutUntil }),
  }
}

function requireConnector({ entry: { connector, info } }: OpenProvider): Connector {
  if (connector) return connector
  throw new ProviderError(
    'bad-request',
    `Reading from ${info.displayName ?? info.name} is not supported yet.`,
  )
}

/**
 * Converts the operation's `since` from our clock to the provider's. Requests one record to learn
 * the provider's time.
 */
async function sinceByTheirClock(
  { objectName, since }: OperationRow,
  connector: Connector,
  { client }: OpenProvider,
  overlapMs: number,
): Promise<Date | null> {
  if (!since) return null
  if (connector.readsByJob?.(objectName)) return since
  const { asOf } = await connector.read(client, {
    objectName,
    fieldNames: [],
    since: since.toISOString(),
    overlapMs,
    pageSize: 1,
  })
  if (asOf === undefined) return since
  return new Date(since.getTime() + Date.parse(asOf) - getNowMs())
}
