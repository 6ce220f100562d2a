import { ProviderError } from '@platform/connector'
import { sampleSize, type SampleRecord } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { findAccountConnection } from '@platform/installations/installations/account-connection'
import { getIntegration } from '@platform/installations/integrations/integrations'
import { findReadObject } from '@platform/installations/integrations/read-object'
import { describeObjects, findObjectName } from '@platform/manifest'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { openProvider } from '@platform/connections/provider/open-provider'
import type { Services } from '@platform/kernel/services'
import { objectRejection } from '@platform/connections/provider/call/object-refusal'

interface SampleRecords {
  integrationId: string
  objectName: string
  groupRef: string
  instance?: string | undefined
  /** Separated by commas. */
  fieldNames: string
}

const maxFields = 50

/**
 * Returns some records of an object that the integration reads, with the named fields only. Records
 * are neither stored nor logged.
 */
export async function sampleRecords(
  services: Services,
  db: Db,
  { integrationId, objectName: given, groupRef, instance, fieldNames }: SampleRecords,
): Promise<{ records: SampleRecord[] }> {
  const wanted = [...new Set(fieldNames.split(',').map((name) => name.trim()))].filter(Boolean)
  if (wanted.length === 0 || wanted.length > maxFields) {
    throw invalidInput({
      in: 'query',
      name: 'fieldNames',
      detail: `Request 1 to ${maxFields} fields, not ${wanted.length}.`,
    })
  }
  const integration = await getIntegration(db, integrationId)
  const objectName = findObjectName(given, integration.content)
  if (!findReadObject(objectName, integration.content)) {
    const names = (integration.content.read?.objects ?? []).map((object) => object.objectName)
    throw new Problem('object-not-found', {
      detail: `The integration ${integration.name} does not read ${given}. ${describeObjects('reads', names, integration.content)}`,
      remedy: 'Use one of its objects, or add this one to platform.yaml and deploy.',
    })
  }
  const connection = await findAccountConnection(db, integration, { groupRef, instance })
  if (!connection) {
    throw new Problem('connection-not-found', {
      detail: `The group ${groupRef} has no connection to ${integration.provider}.`,
      remedy: 'Connect the provider first.',
    })
  }
  const { entry, client } = await openProvider(services, db, connection)
  const { connector } = entry
  if (!connector) {
    throw new Problem('provider-refused', {
      detail: `Reading from ${entry.info.name} is not supported.`,
      remedy: 'See `GET /v1/providers` for what each provider can do.',
    })
  }
  try {
    const { records } = await connector.read(client, {
      objectName,
      fieldNames: wanted,
      pageSize: sampleSize,
    })
    return {
      records: records.slice(0, sampleSize).map(({ raw }) => ({
        fields: Object.fromEntries(
          wanted.map((name) => [name, connector.fieldValue(raw, name) ?? null]),
        ),
      })),
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw objectRejection(error, entry, objectName)
  }
}
