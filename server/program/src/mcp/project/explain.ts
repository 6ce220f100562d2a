import * as contract from '@platform/contract'
import type {
  Delivery,
  Destination,
  Found,
  Installation,
  Integration,
  OperationLog,
} from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import type { Perform } from './project-tool.ts'
import { getNowMs } from '@platform/kernel/values'

const page = { pageSize: '1000' }
const maxErrors = '20'
const dayMs = 24 * 3600_000

/** What of an integration is shown in lists. */
export const briefIntegration = ({ id, name, provider, latestRevision }: Integration) => ({
  id,
  name,
  provider,
  latestRevisionId: latestRevision.id,
  deployed: latestRevision.createTime,
})

/** What of an installation is shown in lists. */
export const briefInstallation = ({ id, integrationId, group, health, objects }: Installation) => ({
  id,
  integrationId,
  groupRef: group?.groupRef,
  groupName: group?.groupName,
  health,
  objects: Object.fromEntries(
    Object.entries(objects).map(([name, { state, health: its }]) => [name, { state, health: its }]),
  ),
})

/** Headers of a call are longer than everything else in its log entry. */
export function entryWithoutHeaders(entry: OperationLog) {
  const { call } = entry.message
  if (!call) return entry
  const { requestHeaders: _request, responseHeaders: _response, ...brief } = call
  return { ...entry, message: { ...entry.message, call: brief } }
}

/** Returns what is not healthy in the project. */
export async function statusOfProject(perform: Perform): Promise<Record<string, unknown>> {
  const from = new Date(getNowMs() - dayMs).toISOString()
  const [integrations, installations, destinations, failed] = (await Promise.all([
    perform(contract.listIntegrations, { query: { ...page, brief: 'true' } }),
    perform(contract.listInstallationsForProject, { query: page }),
    perform(contract.listDestinations, { query: page }),
    perform(contract.listDeliveries, { query: { status: 'failed', from, pageSize: '10' } }),
  ])) as [Integration[], Installation[], Destination[], Delivery[]]
  const troubled = installations.filter(({ health }) => health.state !== 'healthy')
  return {
    integrations: integrations.map(({ id, name, provider }) => ({ id, name, provider })),
    installations: { count: installations.length, troubled: troubled.map(briefInstallation) },
    destinations: destinations.map(({ id, name, type, health }) => ({ id, name, type, health })),
    latestFailedDeliveries: failed,
  }
}

/** The log entry of a failure is older than the state that it causes. */
const slackMs = 60_000

/** Reports whether an error belongs to the present state of its object, which is not healthy. */
function isCurrent({ objectName, timestamp }: OperationLog, { health, objects }: Installation) {
  const { state, since } = objects[objectName]?.health ?? health
  if (state === 'healthy') return false
  return since === undefined || Date.parse(timestamp) >= Date.parse(since) - slackMs
}

/** Returns reasons, remedies and the current errors of an installation. */
export async function explainInstallation(
  perform: Perform,
  installationId: string,
): Promise<Record<string, unknown>> {
  const found = (await perform(contract.find, { query: { text: installationId } })) as Found[]
  const integrationId = found.find(({ id }) => id === installationId)?.integrationId
  if (!integrationId) {
    throw new Problem('installation-not-found', {
      detail: `The project has no installation ${installationId}.`,
      remedy: 'List the installations with `list_installations`.',
    })
  }
  const [installation, errors] = (await Promise.all([
    perform(contract.getInstallation, { params: { integrationId, installationId } }),
    perform(contract.listLogs, {
      query: { installationId, severity: 'error', pageSize: maxErrors },
    }),
  ])) as [Installation, OperationLog[]]
  const current = errors.filter((error) => isCurrent(error, installation))
  const earlier = errors.find((error) => !current.includes(error))
  return {
    ...briefInstallation(installation),
    errors: current.map(entryWithoutHeaders),
    ...(earlier && { lastEarlierErrorTime: earlier.timestamp }),
  }
}
