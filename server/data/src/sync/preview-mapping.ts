import { loopTurn, ProviderError, type Connector, type ProviderRecord } from '@platform/connector'
import type {
  InstallationId,
  IntegrationObject,
  MappingPreview,
  ManifestIntegration,
  PreviewedRecord,
  ReadConfigObject,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { getInstallation } from '@platform/installations/installations/installations'
import { parseDeclared } from '@platform/installations/integrations/check-manifest'
import { getIntegration } from '@platform/installations/integrations/integrations'
import { findMissingMappings, findObjectName } from '@platform/manifest'
import {
  findMissedFields,
  findReadObject,
  isFilteredPlan,
  listCalculatedFields,
  listInstalledReadObjects,
  planWithFields,
  type ReadPlan,
} from '@platform/installations/integrations/read-object'
import { objectRejection } from '@platform/connections/provider/call/object-refusal'
import { Problem } from '@platform/kernel/problems/problem'
import { openProvider } from '@platform/connections/provider/open-provider'
import type { Services } from '@platform/kernel/services'
import { mapRecord } from './messages.ts'
import { notInstalled } from './object/plans.ts'
import { matchesPlan } from './filter-page.ts'
import { ExpressionFailures } from './record-expressions.ts'

interface Wanted {
  integrationId: string
  installationId: InstallationId
  objectName: string
  sourceYaml: string
}

/** The account, and the deployed and the new definition. */
export interface PreviewPlan {
  installation: Awaited<ReturnType<typeof getInstallation>>
  objectName: string
  before: Chosen | undefined
  after: Chosen | undefined
  missing: string[]
}

/** An object of a manifest with the end user's choices. */
interface Chosen {
  object: IntegrationObject
  chosen: ReadConfigObject
}

/**
 * Plans the preview of one object of an installation with a manifest that is not deployed.
 * @throws Problem `manifest-invalid`, `object-not-found`
 */
export async function planPreview(
  services: Services,
  db: Db,
  { integrationId, installationId, objectName: given, sourceYaml }: Wanted,
): Promise<PreviewPlan> {
  const { name, content } = await getIntegration(db, integrationId)
  const installation = await getInstallation(db, {
    integrationIdOrName: integrationId,
    installationId,
  })
  const next = await parseDeclared(services, db, { name, sourceYaml })
  const objectName = findObjectName(given, content, next)
  const objectBy = (manifest: ManifestIntegration): Chosen | undefined => {
    const object = findReadObject(objectName, manifest)
    const chosen = listInstalledReadObjects(installation.content, manifest)[objectName]
    return object && chosen ? { object, chosen } : undefined
  }
  const [now, then] = [objectBy(content), objectBy(next)]
  if (!now && !then) {
    throw await notInstalled(db, installation, given, 'object-not-found')
  }
  return {
    installation,
    objectName,
    before: now,
    after: then,
    missing: then ? findMissingMappings(then.object, then.chosen) : [],
  }
}

/** Further records that are shown. */
const maxOthers = 4

/** Reads live records by both plans. They are neither stored nor logged. */
export async function previewMapping(
  services: Services,
  db: Db,
  { installation, objectName, missing, ...wanted }: PreviewPlan,
): Promise<MappingPreview> {
  const { entry, client } = await openProvider(services, db, installation.connectionId)
  const { connector } = entry
  if (!connector) {
    throw new Problem('provider-refused', {
      detail: `Reading from ${entry.info.name} is not supported.`,
      remedy: 'See `GET /v1/providers` for what each provider can do.',
    })
  }
  const toProviderError = (error: unknown): ProviderError => {
    if (error instanceof ProviderError) return error
    throw error
  }
  /** The preview does not fail because the computed fields are unknown. */
  const findCalculated = async ({ object, chosen }: Chosen): Promise<string[]> => {
    const described = await connector.describeObject(client, objectName).catch(toProviderError)
    if (described instanceof ProviderError) return []
    return findMissedFields(object, chosen, listCalculatedFields(described))
  }
  const makePlan = async (of: Chosen | undefined) =>
    of && planWithFields(of.object, of.chosen, (name) => connector.describeObject(client, name))
  const plans = await Promise.all([makePlan(wanted.before), makePlan(wanted.after)]).catch(
    toProviderError,
  )
  if (plans instanceof ProviderError) throw objectRejection(plans, entry, objectName)
  const [before, after] = plans
  const calculatedFields = wanted.after ? await findCalculated(wanted.after) : []
  const common = {
    isRead: wanted.after !== undefined,
    missingMappings: missing,
    ...(calculatedFields.length > 0 && { calculatedFields }),
  }
  const listFields = (...by: (ReadPlan | undefined)[]) => [
    ...new Set(by.flatMap((plan) => plan?.fieldNames ?? [])),
  ]
  const read = (...by: (ReadPlan | undefined)[]) =>
    connector.sampleRead(client, { objectName, fieldNames: listFields(...by) })
  const readOthers = async (first: ProviderRecord | undefined): Promise<ProviderRecord[]> => {
    if (!first || connector.readsByJob?.(objectName)) return []
    const pageSize = maxOthers + 1
    const fieldNames = listFields(before, after)
    const page = await connector
      .read(client, { objectName, fieldNames, pageSize })
      .catch(toProviderError)
    if (page instanceof ProviderError) return []
    return page.records.filter(({ id, deleted }) => id !== first.id && !deleted).slice(0, maxOthers)
  }
  const found = await read(before, after).catch(toProviderError)
  if (!(found instanceof ProviderError)) {
    const show = (record: ProviderRecord | undefined) =>
      listReceived({ before, after }, connector, record)
    const others = await Promise.all((await readOthers(found)).map(show))
    return { ...common, ...(await show(found)), ...(others.length > 0 && { others }) }
  }
  if (!before || !rejectsFields(found)) throw objectRejection(found, entry, objectName)

  const asNow = await read(before).catch(toProviderError)
  if (asNow instanceof ProviderError) throw objectRejection(asNow, entry, objectName)
  const received = await listReceived({ before }, connector, asNow)
  return { ...common, ...received, refusal: found.message }
}

/** Only the requested fields are rejected; the provider and credentials are fine. */
const rejectsFields = ({ failure }: ProviderError) =>
  failure === 'bad-request' || failure === 'permission'

async function listReceived(
  { before, after }: { before?: ReadPlan | undefined; after?: ReadPlan | undefined },
  connector: Pick<Connector, 'fieldValue'>,
  record: ProviderRecord | undefined,
): Promise<Pick<MappingPreview, 'before' | 'after'>> {
  const by = async (plan: ReadPlan): Promise<PreviewedRecord | undefined> => {
    if (!record) return undefined
    const failures = new ExpressionFailures()
    const isMatch = await matchesPlan(connector, plan, record, { loop: loopTurn(), failures })
    const { fields = {}, mappedFields } = mapRecord(connector, plan, record, failures)
    const failed = failures.take()
    return {
      objectName: plan.mappedName,
      fields,
      ...(mappedFields && { mappedFields }),
      ...(isFilteredPlan(plan) && { matchesFilter: isMatch }),
      ...(failed.length > 0 && {
        expressionErrors: failed.map(({ name = 'filterExpression', message }) => ({
          name,
          message,
        })),
      }),
    }
  }
  return {
    ...(before && { before: await by(before) }),
    ...(after && { after: await by(after) }),
  }
}
