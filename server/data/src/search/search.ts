import { ProviderError, type SearchResult } from '@platform/connector'
import type {
  IntegrationObject,
  ManifestIntegration,
  ReadConfigObject,
  SearchReply,
  SearchRequest,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import type { InstallationRow } from '@platform/installations/installations/installations'
import {
  findReadObject,
  listInstalledReadObjects,
  planWithFields,
  type ReadPlan,
} from '@platform/installations/integrations/read-object'
import { describeObjects, findObjectName } from '@platform/manifest'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { openProvider } from '@platform/connections/provider/open-provider'
import { rejectionProblem } from '@platform/connections/provider/call/refusal-problem'
import type { Services } from '@platform/kernel/services'
import { openAssociations, withAssociations } from '@platform/connections/provider/associations'
import { splitByFilter } from '../sync/filter-page.ts'
import { mapRecord } from '../sync/messages.ts'
import { ExpressionFailures } from '../sync/record-expressions.ts'
import { isTooLarge } from '../sync/large-records.ts'
import { getOwn } from '@platform/kernel/values'

/**
 * Finds records of an object by field values: one page, with the fields that the installation
 * reads. Filters may use the builder's names and values.
 */
export async function searchRecords(
  services: Services,
  db: Db,
  {
    latest,
    installation,
    request: { objectName, fieldFilters },
  }: {
    latest: ManifestIntegration
    installation: InstallationRow
    request: SearchRequest
  },
): Promise<SearchReply> {
  const { object, config } = findSearched(objectName, latest, installation)
  const { entry, client } = await openProvider(services, db, installation.connectionId, {
    installationId: installation.id,
  })
  const provider = entry.info.displayName ?? entry.info.name
  const { connector } = entry
  const search = connector?.search
  if (!search) {
    throw invalidInput({
      in: 'body',
      name: 'objectName',
      value: objectName,
      detail: `Searching ${provider} is not supported.`,
    })
  }
  try {
    const plan = await planWithFields(object, config, (name) =>
      connector.describeObject(client, name),
    )
    mustBeSearchable(object, plan, fieldFilters)
    const filters = fieldFilters.map((filter) => toProviderFilter(plan, filter))
    const associations = await openAssociations({ entry }, client, plan)
    const fieldNames = [...plan.fieldNames, ...(associations?.fieldNames ?? [])]
    const asked = { objectName: plan.objectName, fieldNames, filters }
    const { records: matching } = await search(client, asked).catch(async (error: unknown) => {
      if (!isTooLarge(error)) throw error
      throw await tooLarge(error, () => search(client, { ...asked, fieldNames: [] }))
    })
    const failures = new ExpressionFailures()
    const { records: found } = await splitByFilter(connector, { plan, failures }, matching)
    const { records } = associations
      ? await withAssociations(associations, client, found)
      : { records: found }
    return {
      result: records.map((record) => {
        const mapped = mapRecord(connector, plan, record)
        const { fields = {}, mappedFields = {}, raw = {}, associations: others } = mapped
        return { id: record.id, fields, mappedFields, raw, ...(others && { associations: others }) }
      }),
    }
  } catch (error) {
    if (error instanceof ProviderError) throw rejectionProblem(error, entry, 'to search')
    throw error
  }
}

const maxNamed = 10

/**
 * Returns the problem for records that are too large; searches again without fields for their IDs.
 */
async function tooLarge(error: ProviderError, findAgain: () => Promise<SearchResult>) {
  const { records, hasMore } = await findAgain()
  const ids = records.map(({ id }) => id)
  const named = ids.slice(0, maxNamed).join(', ')
  const isOne = ids.length === 1 && !hasMore
  return new Problem('provider-refused', {
    causes: [error.message],
    cause: error,
    detail: isOne
      ? `The matching record ${named} is too large for a search.`
      : `The matching records are too large for one search: ${named}${ids.length > maxNamed || hasMore ? ' and more' : ''}.`,
    remedy: isOne
      ? 'Read the object instead: reads support larger records and deliver them to the destination.'
      : 'Add filters to match fewer records, or read the object instead.',
  })
}

/** Returns the object to search, with the end user's choices. */
function findSearched(
  name: string,
  latest: ManifestIntegration,
  { content, groupRef }: InstallationRow,
): { object: IntegrationObject; config: ReadConfigObject } {
  const objectName = findObjectName(name, latest)
  const object = findReadObject(objectName, latest)
  const config = getOwn(content.read?.objects, objectName)
  if (object && (config || object.enabled === 'always')) return { object, config: config ?? {} }
  throw new Problem('object-not-installed', {
    detail: `The installation of ${groupRef} does not read ${name}, so it cannot be searched. ${describeObjects('reads', Object.keys(listInstalledReadObjects(content, latest)), latest)}`,
    remedy: `Add ${objectName} to the installation's configuration.`,
  })
}

/** Rejects the builder's names that stand for no field of the provider. */
function mustBeSearchable(
  { requiredFields = [], optionalFields = [], computedFields = [] }: IntegrationObject,
  { plain, mapped }: ReadPlan,
  filters: SearchRequest['fieldFilters'],
): void {
  const known = new Set([...plain, ...mapped.map(({ mapToName }) => mapToName)])
  const isOurs = (fieldName: string, fields: readonly { mapToName?: string | undefined }[]) =>
    !known.has(fieldName) && fields.some(({ mapToName }) => mapToName === fieldName)
  const issues = filters.flatMap(({ fieldName }, index) => {
    const detail = isOurs(fieldName, computedFields)
      ? `${fieldName} is computed after reading, so the provider cannot search by it. Search by the fields that it is made of.`
      : isOurs(fieldName, [...requiredFields, ...optionalFields])
        ? `${fieldName} is not mapped in this installation.`
        : undefined
    const name = `fieldFilters[${index}].fieldName`
    return detail === undefined ? [] : [{ in: 'body' as const, name, value: fieldName, detail }]
  })
  if (issues.length > 0) throw invalidInput(...issues)
}

function toProviderFilter(
  { mapped }: ReadPlan,
  { fieldName, value }: SearchRequest['fieldFilters'][number],
) {
  const field = mapped.find(({ mapToName }) => mapToName === fieldName)
  if (!field) return { fieldName, value }
  const theirs = Object.entries(field.values ?? {}).find(([, ours]) => ours === String(value))
  return { fieldName: field.fieldName, value: theirs ? theirs[0] : value }
}
