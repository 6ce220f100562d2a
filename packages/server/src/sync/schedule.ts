import { createHash } from 'node:crypto'
import type {
  ConfigContent,
  ConnectionId,
  InstallationId,
  IntegrationId,
  ManifestIntegration,
  ProjectId,
} from '@platform/contract'
import { Cron } from 'croner'
import { spokenName } from '../access/caller.ts'
import { findConnectionRow } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  findInstallation,
  findInstallationsOfConnection,
  installationQuery,
  lockInstallation,
  notePause,
  type InstallationRow,
} from '../installations/installations.ts'
import { getIntegration, getRevision } from '../integrations/integrations.ts'
import {
  findReadObject,
  installedReadObjects,
  planRead,
  type ReadPlan,
} from '../integrations/read-object.ts'
import { dequeue, enqueue } from '../jobs/enqueue.ts'
import { hasDestination } from '../notifications/set-up/destinations.ts'
import { logOperation } from '../operations/logs.ts'
import {
  findLastRead,
  findOperation,
  findUnfinished,
  type OperationRow,
} from '../operations/operations.ts'
import { Problem } from '../problems/problem.ts'
import type { Services } from '../services.ts'
import { cancelRead, haltReads, type Wish } from './halt.ts'
import { holdObject } from './hold-object.ts'
import { emitPaused, pauseFor } from './pause.ts'
import { startRead } from './start-read.ts'
import {
  addInstallationObject,
  findInstallationObject,
  findInstallationObjects,
  updateInstallationObject,
  type InstallationObjectRow,
} from './store.ts'
import { isInLine, putInLine } from './turns/line.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    /** A scheduled read is due. */
    'scheduled-read': { projectId: ProjectId; installationId: InstallationId; objectName: string }
  }
}

/**
 * Brings an installation's reads in line with its configuration: a new object gets its backfill,
 * once, and every active one its place in the schedule.
 */
export async function applyConfiguration(
  services: Services,
  db: Db,
  installationId: InstallationId,
): Promise<void> {
  const installation = await findInstallation(db, installationId)
  if (!installation) return
  const plans = await plansOf(db, installation)

  await inTransaction(db, async (tx) => {
    await lockInstallation(tx, installationId)
    for (const plan of plans) await takeUp(tx, installation, plan)
    for (const { objectName } of await findInstallationObjects(tx, [installationId])) {
      if (plans.some((plan) => plan.objectName === objectName)) continue
      await unschedule(tx, installationId, objectName)
      await haltReads(services, tx, { installation, objectName, why: 'It was switched off.' })
    }
    const { projectId } = installation
    const because = 'configuration'
    await enqueue(tx, 'subscriptions-changed', { projectId, installationId, because })
    const key = `watch-schema:${installationId}`
    await enqueue(tx, 'watch-schema', { projectId, installationId }, { key })
  })
}

/**
 * Brings the installations of an integration in line with its new revision. What it declares no more
 * is read on or, when that is wished, paused until it is declared again.
 */
export async function applyRevision(
  services: Services,
  db: Db,
  { integrationId, isDestructive }: { integrationId: IntegrationId; isDestructive: boolean },
): Promise<void> {
  const { content, name } = await getIntegration(db, integrationId)
  const installations = await installationQuery(db)
    .where('n.integrationId', '=', integrationId)
    .execute()
  for (const installation of installations) {
    await applyConfiguration(services, db, installation.id)
    const plans = await plansOf(db, installation)
    await inTransaction(db, async (tx) => {
      await lockInstallation(tx, installation.id)
      for (const object of await findInstallationObjects(tx, [installation.id])) {
        const { objectName } = object
        const isDeclared = findReadObject(objectName, content) !== undefined
        if (isDeclared && object.pausedFor === 'removed') {
          const plan = plans.find((each) => each.objectName === objectName)
          await resume(tx, installation, object, plan)
        }
        if (isDeclared || !isDestructive || object.pausedFor !== null) continue
        const pause = pauseFor('removed', `${name} no longer declares ${objectName}.`)
        await holdObject(tx, installation.id, objectName)
        await haltReads(services, tx, { installation, objectName, why: pause.pausedReason })
        await updateInstallationObject(tx, installation.id, objectName, pause)
        await emitPaused(services, tx, { installation, error: pause.pausedReason })
      }
    })
  }
}

async function takeUp(tx: Db, installation: InstallationRow, plan: ReadPlan): Promise<void> {
  const { projectId, id: installationId } = installation
  const { objectName } = plan
  await lockInstallation(tx, installationId)
  await addInstallationObject(tx, { projectId, installationId, objectName })
  const object = (await holdObject(tx, installationId, objectName))!
  if (object.pausedFor === 'destination' && (await hasDestination(tx, plan.destination))) {
    await resume(tx, installation, object, plan)
  } else if (object.pausedFor === null) await goOn(tx, installation, { plan, object })
  await scheduleNext(tx, installation, plan)
}

/**
 * Has an object's reads begin, or go on where they stood: a read that is not finished from its last
 * page, a backfill that once failed as far back as it was to go.
 */
async function goOn(
  tx: Db,
  installation: InstallationRow,
  { plan, object }: { plan: ReadPlan; object: InstallationObjectRow },
): Promise<void> {
  const { objectName } = plan
  const [unfinished] = await findUnfinished(tx, installation.id, objectName)
  if (unfinished) {
    if (!(await isInLine(tx, unfinished.id))) await putInLine(tx, { operationId: unfinished.id })
    return
  }
  if (object.watermark !== null) return

  const before = object.backfillOperationId
    ? await findOperation(tx, object.backfillOperationId)
    : undefined
  const isGivenUp = before?.status === 'canceled'
  const cutOff = before ? { since: before.since } : cutOffOf(plan, new Date())
  if (cutOff && !isGivenUp) {
    const backfillOperationId = await startRead(tx, installation, {
      objectName,
      readType: 'backfill',
      isSinceByOurClock: before?.isSinceByOurClock ?? true,
      ...cutOff,
    })
    await updateInstallationObject(tx, installation.id, objectName, {
      backfillOperationId: backfillOperationId!,
    })
  } else if (plan.schedule !== undefined) {
    // What changes from now on: the first read learns what time that is at the provider. When it
    // fails, the next one begins no later.
    const beginTime = object.beginTime ?? before?.createTime ?? new Date()
    await updateInstallationObject(tx, installation.id, objectName, { beginTime })
    await startRead(tx, installation, {
      objectName,
      readType: 'scheduled',
      since: beginTime,
      isSinceByOurClock: true,
    })
  }
}

/** How the object is read; undefined when the installation does not read it. */
export const planOf = async (db: Db, installation: InstallationRow, objectName: string) =>
  (await plansOf(db, installation)).find((plan) => plan.objectName === objectName)

/** How far back the backfill goes; undefined when there is none. */
function cutOffOf({ backfill }: ReadPlan, now: Date): { since: Date | null } | undefined {
  if (backfill?.fullHistory) return { since: null }
  if (!backfill?.days) return undefined
  return { since: new Date(now.getTime() - backfill.days * 86_400_000) }
}

/**
 * Whether the installation reads the object. One that was configured a moment ago is taken up at
 * once, without waiting for the job that does so.
 */
export async function isReading(
  tx: Db,
  installation: InstallationRow,
  objectName: string,
): Promise<boolean> {
  const plan = await planOf(tx, installation, objectName)
  if (!plan) return false
  const isKnown = await findInstallationObject(tx, installation.id, objectName)
  if (!isKnown) await takeUp(tx, installation, plan)
  return true
}

/** The active objects. One that has left the integration is read on as it was installed. */
async function plansOf(db: Db, installation: InstallationRow): Promise<ReadPlan[]> {
  const integration = await getIntegration(db, installation.integrationId)
  const revision = await getRevision(db, integration.id, installation.revisionId)
  return planReads(installation.content, integration.content, revision.content)
}

/** The same of what is at hand: the configuration, the integration as it is and as it was installed. */
export const planReads = (
  content: ConfigContent,
  latest: ManifestIntegration,
  installed: ManifestIntegration,
): ReadPlan[] =>
  Object.entries(installedReadObjects(content, latest)).flatMap(([objectName, config]) => {
    const object = findReadObject(objectName, latest, installed)
    return object && !config.disabled ? [planRead(object, config)] : []
  })

const keyOf = (installationId: string, objectName: string) =>
  `scheduled-read:${installationId}:${objectName}`

async function scheduleNext(
  tx: Db,
  { projectId, id: installationId }: InstallationRow,
  { objectName, schedule }: ReadPlan,
): Promise<void> {
  if (schedule === undefined) return unschedule(tx, installationId, objectName)
  const runAt = nextRun(schedule, `${installationId}:${objectName}`, new Date())
  await enqueue(
    tx,
    'scheduled-read',
    { projectId, installationId, objectName },
    { runAt, key: keyOf(installationId, objectName) },
  )
  await updateInstallationObject(tx, installationId, objectName, { nextRunTime: runAt })
}

async function unschedule(tx: Db, installationId: InstallationId, objectName: string) {
  await dequeue(tx, keyOf(installationId, objectName))
  await updateInstallationObject(tx, installationId, objectName, { nextRunTime: null })
}

/** Who shares a schedule is spread over so much of its interval, at the most. */
const spreadMs = 10 * 60_000

/**
 * When a schedule is next due: so long after the time that it names, up to ten minutes and always
 * before its next, as is this object's own. The offset stays the same, whatever is deployed or started
 * anew, so a read is due at even intervals, and those of many installations are not due at once.
 */
export function nextRun(schedule: string, spreadBy: string, after: Date): Date {
  const cron = new Cron(schedule, { timezone: 'UTC' })
  const [first, second] = cron.nextRuns(2, after)
  if (!first) throw new Error(`The schedule ${schedule} is never due.`)
  const intervalMs = second ? second.getTime() - first.getTime() : 0
  const share = createHash('sha256').update(spreadBy).digest().readUInt32BE() / 2 ** 32
  const offsetMs = Math.floor(share * Math.min(intervalMs, spreadMs))

  const named = cron.nextRun(new Date(after.getTime() - offsetMs)) ?? first
  return new Date(named.getTime() + offsetMs)
}

/** Starts a scheduled read, unless the object is paused, and sets the next one. */
export async function startScheduledRead(
  db: Db,
  { installationId, objectName }: { installationId: InstallationId; objectName: string },
): Promise<void> {
  const installation = await findInstallation(db, installationId)
  if (!installation) return
  const plan = await planOf(db, installation, objectName)
  if (!plan) return

  await inTransaction(db, async (tx) => {
    const object = await holdObject(tx, installationId, objectName)
    if (!object) return
    await readNext(tx, installation, { plan, object })
    await scheduleNext(tx, installation, plan)
  })
}

/** Reads what is next of an object that is held, unless it is paused. */
async function readNext(
  tx: Db,
  installation: InstallationRow,
  { plan, object }: { plan: ReadPlan; object: InstallationObjectRow },
): Promise<void> {
  const { objectName, pausedFor, watermark } = object
  if (pausedFor !== null) return
  if (watermark === null) await goOn(tx, installation, { plan, object })
  else await startRead(tx, installation, { objectName, readType: 'scheduled', since: watermark })
}

/** Resumes what was paused for bad credentials, now that they work. */
export async function resumeConnection(db: Db, connectionId: ConnectionId): Promise<void> {
  const installations = await findInstallationsOfConnection(db, connectionId)
  const objects = await findInstallationObjects(
    db,
    installations.map(({ id }) => id),
  )
  for (const object of objects) {
    const installation = installations.find(({ id }) => id === object.installationId)
    if (!installation || object.pausedFor !== 'credentials') continue
    const plan = await planOf(db, installation, object.objectName)
    await inTransaction(db, (tx) => resume(tx, installation, object, plan))
  }
  await inTransaction(db, async (tx) => {
    for (const { projectId, id: installationId } of installations) {
      await enqueue(tx, 'subscriptions-changed', {
        projectId,
        installationId,
        because: 'works-again',
      })
    }
  })
}

/**
 * Pauses objects because somebody wishes so: all of them, or those that are named. They stay paused
 * until they are resumed, whatever else they were paused for.
 */
export async function pauseObjects(
  services: Services,
  db: Db,
  {
    installation,
    objects,
    note,
    by,
  }: {
    installation: InstallationRow
    objects?: string[] | undefined
    note?: string | undefined
    /** Who wishes so. */
    by: string
  },
): Promise<void> {
  const why = 'It was paused on request.'
  const reason = note ?? why
  await inTransaction(db, async (tx) => {
    for (const { objectName } of await chosenObjects(tx, installation, objects)) {
      await holdObject(tx, installation.id, objectName)
      const said = `Reading ${objectName} was paused by ${spokenName(by)}`
      const wish = { msg: note === undefined ? `${said}.` : `${said}: ${note}`, by }
      const halted = await haltReads(services, tx, { installation, objectName, why, wish })
      if (halted.length === 0) await logInLastRead(tx, installation, { objectName, wish })
      const pause = pauseFor('request', reason, { by })
      await updateInstallationObject(tx, installation.id, objectName, pause)
    }
    const eventId = await emitPaused(services, tx, { installation, error: reason })
    const { id: installationId, projectId } = installation
    const paused = { projectId, installationId, objects, note: reason, createdBy: by, eventId }
    await notePause(tx, { action: 'paused', ...paused })
  })
}

/**
 * Resumes objects that are paused: all of them, or those that are named. What the integration declares
 * no more stays paused until it is declared again, and what has no destination until it has one: that
 * is refused in words where nothing else is resumed. What is not read because the provider refuses the
 * credentials is tried now.
 */
export async function unpauseObjects(
  db: Db,
  {
    installation,
    objects,
    by,
  }: { installation: InstallationRow; objects?: string[] | undefined; by: string },
): Promise<void> {
  const plans = await plansOf(db, installation)
  await inTransaction(db, async (tx) => {
    const connection = await findConnectionRow(tx, installation.connectionId)
    const isCutOff = connection?.status === 'bad_credentials'
    const paused = (await chosenObjects(tx, installation, objects)).filter(
      ({ pausedFor }) => pausedFor !== null || isCutOff,
    )
    const stuck: Problem[] = []
    for (const { objectName } of paused) {
      const plan = plans.find((one) => one.objectName === objectName)
      const object = await holdObject(tx, installation.id, objectName)
      if (!object) continue
      if (object.pausedFor === null) {
        if (plan) await readNext(tx, installation, { plan, object })
        continue
      }
      const refusal = await mustStayPaused(tx, object, plan)
      if (refusal) {
        stuck.push(refusal)
        continue
      }
      await resume(tx, installation, object, plan)
      const msg = `Reading ${objectName} was resumed by ${spokenName(by)}.`
      await logInLastRead(tx, installation, { objectName, wish: { msg, by } })
    }
    const [refusal] = stuck
    if (refusal && (objects || stuck.length === paused.length)) throw refusal
    if (paused.length === 0) return
    const { id: installationId, projectId } = installation
    const resumed = { projectId, installationId, objects, createdBy: by }
    await notePause(tx, { action: 'resumed', ...resumed })
  })
}

/** Says it in the log of the object's last read, where it is looked for. */
async function logInLastRead(
  tx: Db,
  { id, projectId }: InstallationRow,
  { objectName, wish }: { objectName: string; wish: Wish },
): Promise<void> {
  const read = await findLastRead(tx, id, objectName)
  if (!read) return
  await logOperation(tx, { projectId, operationId: read.id, severity: 'info', ...wish })
}

/** Why somebody's wish does not resume an object: what would mend it. */
async function mustStayPaused(
  tx: Db,
  object: InstallationObjectRow,
  plan: ReadPlan | undefined,
): Promise<Problem | undefined> {
  const { objectName, pausedFor, pausedReason } = object
  const stays = (remedy: string) =>
    new Problem('object-paused', { detail: `${objectName} stays paused: ${pausedReason}`, remedy })
  if (pausedFor === 'removed') {
    return stays(`Declare ${objectName} in the manifest again: then it goes on by itself.`)
  }
  if (pausedFor !== 'destination' || !plan || (await hasDestination(tx, plan.destination))) {
    return undefined
  }
  return stays(
    `Create a destination ${plan.destination}, or name another in the manifest: then it goes on by itself.`,
  )
}

async function chosenObjects(
  tx: Db,
  installation: InstallationRow,
  names: string[] | undefined,
): Promise<InstallationObjectRow[]> {
  await lockInstallation(tx, installation.id)
  for (const plan of await plansOf(tx, installation)) {
    const isKnown = await findInstallationObject(tx, installation.id, plan.objectName)
    if (!isKnown) await takeUp(tx, installation, plan)
  }
  const objects = await findInstallationObjects(tx, [installation.id])
  const unknown = names?.find((name) => !objects.some(({ objectName }) => objectName === name))
  if (unknown !== undefined) throw notInstalled(installation, unknown)
  return names ? objects.filter(({ objectName }) => names.includes(objectName)) : objects
}

export const notInstalled = ({ groupRef }: InstallationRow, objectName: string) =>
  new Problem('object-not-installed', {
    detail: `The installation of ${groupRef} does not read ${objectName}.`,
    remedy: `Add ${objectName} to the installation's configuration.`,
  })

/**
 * Cancels a read. After a canceled backfill, scheduled reads go on with what has changed since it
 * began: what it has not read is given up, on request.
 */
export async function cancelReadOnRequest(
  services: Services,
  db: Db,
  { operation, by }: { operation: OperationRow; by: string },
): Promise<void> {
  const installation = await findInstallation(db, operation.installationId)
  if (!installation) {
    throw new Problem('operation-not-found', { detail: `No operation has the ID ${operation.id}.` })
  }
  const { objectName } = operation
  const plan = await planOf(db, installation, objectName)
  await inTransaction(db, async (tx) => {
    const object = await holdObject(tx, installation.id, objectName)
    const why = 'It was canceled on request.'
    if (!(await cancelRead(services, tx, { operation, installation, why, by }))) {
      throw new Problem('operation-ended', { detail: `${operation.id} has ended already.` })
    }
    if (!object) return
    const { asOf, recentlyRead } = (await findOperation(tx, operation.id))!
    const begins = operation.readType === 'backfill' && object.watermark === null && asOf !== null
    await updateInstallationObject(tx, installation.id, objectName, {
      retryingSince: null,
      retryingBecause: null,
      retryTime: null,
      ...(begins && { watermark: asOf, recentlyRead: JSON.stringify(recentlyRead) }),
    })
    if (plan && object.pausedFor === null) {
      const watermark = begins ? asOf : object.watermark
      await goOn(tx, installation, { plan, object: { ...object, watermark } })
    }
  })
}

/** Ends an object's pause. What it missed is read at once. */
export async function resume(
  tx: Db,
  installation: InstallationRow,
  { objectName }: { objectName: string },
  plan: ReadPlan | undefined,
): Promise<void> {
  const before = await holdObject(tx, installation.id, objectName)
  if (!before || before.pausedFor === null) return
  const object = {
    ...before,
    pausedFor: null,
    pausedReason: null,
    pausedTime: null,
    pausedBy: null,
    failuresInARow: 0,
  }
  await updateInstallationObject(tx, installation.id, objectName, {
    pausedFor: null,
    pausedReason: null,
    pausedTime: null,
    pausedBy: null,
    failuresInARow: 0,
  })
  if (!plan) return
  await goOn(tx, installation, { plan, object })
  if (object.watermark !== null && plan.schedule !== undefined) {
    await startRead(tx, installation, {
      objectName,
      readType: 'scheduled',
      since: object.watermark,
    })
  }
}
