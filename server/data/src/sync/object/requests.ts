import type { OperationId } from '@platform/contract'
import { toSpokenName } from '@platform/kernel/access'
import { findConnectionRow } from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  findInstallation,
  notePause,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { hasDestination } from '@platform/delivery/notifications/set-up/destinations'
import { findOperation, type OperationRow } from '@platform/installations/operations/operations'
import {
  findContents,
  findInstalledObjectName,
} from '@platform/installations/integrations/revision-content'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { describeRefusalRemedy, must } from '@platform/kernel/values'
import { findObjectName } from '@platform/manifest'
import { announcePause } from './announce.ts'
import { lockAllObjects } from './apply-configuration.ts'
import { changeObject } from './change-object.ts'
import type { ReadState } from './decide.ts'
import { cancelRead } from './halt-reads.ts'
import { lockObject } from './hold-object.ts'
import { notInstalled, findReadPlan } from './plans.ts'

/**
 * Starts a triggered read of an object.
 *
 * @throws Problem `object-not-installed`, `object-paused`
 */
export async function startRequestedRead(
  services: Services,
  db: Db,
  {
    installation,
    objectName: name,
    ...range
  }: {
    installation: InstallationRow
    objectName: string
    since: Date | null
    until: Date | null
    by: string
  },
): Promise<OperationId> {
  return inTransaction(db, async (tx) => {
    const { objects, plans } = await lockAllObjects(services, tx, installation)
    const objectName = await findInstalledObjectName(tx, installation, name)
    const object = objects.find((each) => each.objectName === objectName)
    const plan = plans.find((each) => each.objectName === objectName)
    if (!object || !plan) throw await notInstalled(tx, installation, name)
    const { effects, refusal } = await changeObject(services, tx, installation, object, {
      type: 'read-requested',
      ...range,
    })
    if (refusal) {
      throw new Problem('object-paused', {
        detail: `${objectName} is paused: ${object.pausedReason}`,
        remedy: describeRemedy(object, plan.destination),
      })
    }
    const started = effects.find((effect) => effect.do === 'start-read')
    return must(started, 'read').read.id
  })
}

/**
 * Pauses objects on request: the named ones, or all. They stay paused until resumed, whatever other
 * reasons they were paused for.
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
    by: string
  },
): Promise<void> {
  const why = 'Paused on request.'
  const reason = note ?? why
  await inTransaction(db, async (tx) => {
    const { chosen } = await chooseObjects(services, tx, installation, objects)
    for (const object of chosen) {
      const msg = `Reading ${object.objectName} was paused by ${toSpokenName(by)}`
      await changeObject(services, tx, installation, object, {
        type: 'pause-requested',
        reason,
        why,
        note: { msg: note === undefined ? `${msg}.` : `${msg}: ${note}`, by },
      })
      const { objectName } = object
      const eventId = await announcePause(services, tx, { installation, objectName, reason })
      const { id: installationId, projectId } = installation
      const paused = { projectId, installationId, objects: [objectName], note: reason }
      await notePause(tx, { action: 'paused', ...paused, createdBy: by, eventId })
    }
  })
}

/**
 * Resumes paused objects on request: the named ones, or all. Objects removed from the integration
 * stay paused until they are declared again, and those without a destination until there is one;
 * the request is rejected if nothing else is resumed. Objects stopped because of refused
 * credentials are tried now.
 * @throws Problem `object-not-installed`, `object-paused`
 */
export async function unpauseObjects(
  services: Services,
  db: Db,
  {
    installation,
    objects,
    by,
  }: { installation: InstallationRow; objects?: string[] | undefined; by: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const connection = await findConnectionRow(tx, installation.connectionId)
    const isCutOff = connection?.status === 'bad_credentials'
    const { chosen, names, plans } = await chooseObjects(services, tx, installation, objects)
    const paused = chosen.filter(({ pausedFor }) => pausedFor !== null || isCutOff)
    const stuck: Problem[] = []
    for (const object of paused) {
      const { objectName, pausedFor } = object
      const plan = plans.find((one) => one.objectName === objectName)
      const destination = plan?.destination ?? ''
      const { refusal } = await changeObject(services, tx, installation, object, {
        type: 'resume-requested',
        plan,
        isCutOff,
        hasDestination: pausedFor === 'destination' && (await hasDestination(tx, destination)),
        note: { msg: `Reading ${objectName} was resumed by ${toSpokenName(by)}.`, by },
      })
      if (refusal) stuck.push(staysPaused(object, destination))
    }
    const [refusal] = stuck
    if (refusal && (objects || stuck.length === paused.length)) throw refusal
    if (paused.length === 0) return
    const { id: installationId, projectId } = installation
    const resumed = { projectId, installationId, objects: names, createdBy: by }
    await notePause(tx, { action: 'resumed', ...resumed })
  })
}

const staysPaused = (object: ReadState, destination: string): Problem =>
  new Problem('object-paused', {
    detail: `${object.objectName} stays paused: ${object.pausedReason}`,
    remedy: describeRemedy(object, destination),
  })

/** Returns what ends a pause; undefined if the object is resumed by request. */
function describeRemedy(
  { objectName, pausedFor, pausedReason }: ReadState,
  destination: string,
): string | undefined {
  switch (pausedFor) {
    case 'credentials':
      return describeRefusalRemedy(pausedReason)
    case 'removed':
      return `Declare ${objectName} in the manifest again; reading then resumes automatically.`
    case 'destination':
      return `Create the destination ${destination}, or use another in the manifest; reading then resumes automatically.`
    default:
      return undefined
  }
}

async function chooseObjects(
  services: Services,
  tx: Db,
  installation: InstallationRow,
  given: string[] | undefined,
) {
  const { objects, plans } = await lockAllObjects(services, tx, installation)
  const { latest, installed } = await findContents(tx, installation)
  const names = given?.map((name) => findObjectName(name, latest, installed))
  const unknown = names?.find((name) => !objects.some(({ objectName }) => objectName === name))
  if (unknown !== undefined) throw await notInstalled(tx, installation, unknown)
  const chosen = names ? objects.filter(({ objectName }) => names.includes(objectName)) : objects
  return { chosen, names, plans }
}

/**
 * Cancels a read on request. After a canceled backfill, scheduled reads continue with records
 * changed since it began; the rest is given up.
 * @throws Problem `operation-not-found`, `operation-ended`
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
  const plan = await findReadPlan(db, installation, objectName)
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installation.id, objectName)
    const why = 'Canceled on request.'
    if (!(await cancelRead(services, tx, { operation, installation, why, by }))) {
      throw new Problem('operation-ended', { detail: `${operation.id} has already ended.` })
    }
    if (!object) return
    const { asOf, recentlyRead } = must(await findOperation(tx, operation.id), 'operation')
    const readType = must(operation.readType, 'type of the read')
    const event = { type: 'read-canceled', readType, asOf, recentlyRead, plan } as const
    await changeObject(services, tx, installation, object, event)
  })
}
