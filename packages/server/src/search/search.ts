import { ProviderError } from '@platform/connector'
import type { ManifestIntegration, SearchReply, SearchRequest } from '@platform/contract'
import type { Db } from '../db/database.ts'
import type { InstallationRow } from '../installations/installations.ts'
import {
  findReadObject,
  objectNameOf,
  planRead,
  type ReadPlan,
} from '../integrations/read-object.ts'
import { invalidInput, Problem } from '../problems/problem.ts'
import { openProvider } from '../provider/open-provider.ts'
import { refusalProblem } from '../provider/refusal-problem.ts'
import type { Services } from '../services.ts'
import { mapRecord } from '../sync/mapping.ts'
import { own } from '../values/own.ts'

/**
 * Finds records of an object whose fields equal the values: one page, with the fields that the
 * installation reads. Filters may use the builder's names, and then the builder's values too.
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
  const plan = planSearch(objectName, latest, installation)
  const { entry, client } = await openProvider(services, db, installation.connectionId, {
    installationId: installation.id,
  })
  const provider = entry.info.displayName ?? entry.info.name
  const { connector } = entry
  if (!connector?.search) {
    throw invalidInput({
      in: 'body',
      name: 'objectName',
      value: objectName,
      detail: `${provider} cannot be searched from here.`,
    })
  }
  try {
    const { records } = await connector.search(client, {
      objectName: plan.objectName,
      fieldNames: plan.fieldNames,
      filters: fieldFilters.map((filter) => toProviderFilter(plan, filter)),
    })
    return {
      result: records.map((record) => {
        const { fields = {}, mappedFields = {}, raw = {} } = mapRecord(connector, plan, record)
        return { id: record.id, fields, mappedFields, raw }
      }),
    }
  } catch (error) {
    if (error instanceof ProviderError) throw refusalProblem(error, entry, 'to search')
    throw error
  }
}

function planSearch(
  name: string,
  latest: ManifestIntegration,
  { content, groupRef }: InstallationRow,
): ReadPlan {
  const objectName = objectNameOf(name, latest)
  const object = findReadObject(objectName, latest)
  const config = own(content.read?.objects, objectName)
  if (object && (config || object.enabled === 'always')) return planRead(object, config ?? {})
  throw new Problem('object-not-installed', {
    detail: `The installation of ${groupRef} does not read ${objectName}, so it cannot be searched.`,
    remedy: `Add ${objectName} to the installation's configuration.`,
  })
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
