import * as contract from '@platform/contract'
import type { FieldDefinitions } from '@platform/connector'
import type { CustomField, ManifestIntegration, OperationId } from '@platform/contract'
import { nameOfCaller, type Caller } from '@platform/kernel/access'
import type { Database, Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Api } from '@platform/kernel/http'
import { paginate } from '@platform/kernel/http/paginate'
import {
  getGroupInstallation,
  getInstallation,
} from '@platform/installations/installations/installations'
import { findReadObject } from '@platform/installations/integrations/read-object'
import { findObjectName } from '@platform/manifest'
import type { Services } from '@platform/kernel/services'
import { selectCustomFields, type CustomFieldRow } from './custom-field-store.ts'
import { sampleRecords } from './sample-records.ts'
import { checkFields, startUpsert, upsertFields, type FieldsWanted } from './upsert-fields.ts'
import { getGroupConnection, describeConnectedObject } from './describe-object.ts'

export function objectMetadataRoutes(api: Api, database: Database, services: Services): void {
  const upserting = {
    async carryOut(
      { db, caller }: { db: Db; caller: Caller },
      { installation, ...wanted }: FieldsWanted,
    ) {
      const operationId = await inTransaction(db, (tx) =>
        startUpsert(services, tx, wanted, { installation, by: nameOfCaller(caller) }),
      )
      return { wanted, operationId }
    },
    conclude: (
      { db }: { db: Db },
      { wanted, operationId }: { wanted: FieldsWanted; operationId: OperationId | undefined },
    ) => upsertFields(services, { database, db }, wanted, operationId),
  }

  api.serve(contract.sampleRecords, ({ params, query, db }) =>
    sampleRecords(services, db, { ...params, ...query }),
  )

  api.serve(contract.getObjectMetadataForInstallation, async ({ params, query, db }) => {
    const { integration, installation } = await getGroupInstallation(db, {
      integrationIdOrName: params.integrationId,
      groupRef: query.groupRef,
      instance: query.instance,
    })
    const objectName = findObjectName(params.objectName, integration.content)
    const mapToName = findReadObject(objectName, integration.content)?.mapToName
    const metadata = await describeConnectedObject(services, db, {
      connection: installation.connectionId,
      objectName,
      excludeReadOnly: query.excludeReadOnly ?? false,
    })
    return { ...metadata, ...(mapToName && { mappedObjectName: mapToName }) }
  })

  api.serve(contract.getObjectMetadataForConnection, async ({ params, query, db }) => {
    const connection = await getGroupConnection(services, db, { ...params, ...query })
    return describeConnectedObject(services, db, {
      connection,
      objectName: params.objectName,
      excludeReadOnly: query.excludeReadOnly ?? false,
    })
  })

  api.serve(contract.upsertMetadataForInstallation, {
    async prepare({ params, query, body, project, db }): Promise<FieldsWanted> {
      const { integration, installation } = await getGroupInstallation(db, {
        integrationIdOrName: params.integrationId,
        groupRef: body.groupRef,
        instance: query.instance,
      })
      const wanted = {
        projectId: project.id,
        connectionId: installation.connectionId,
        installation,
        fields: nameObjects(body.fields, integration.content),
        dryRun: query.dryRun ?? false,
      }
      await checkFields(services, db, wanted)
      return wanted
    },
    ...upserting,
  })

  api.serve(contract.upsertMetadataForConnection, {
    async prepare({ params, query, body, project, db }): Promise<FieldsWanted> {
      const connection = await getGroupConnection(services, db, {
        ...params,
        groupRef: body.groupRef,
        connectionId: query.connectionId,
      })
      const wanted = {
        projectId: project.id,
        connectionId: connection.id,
        fields: body.fields,
        dryRun: query.dryRun ?? false,
      }
      await checkFields(services, db, wanted)
      return wanted
    },
    ...upserting,
  })

  api.serve(contract.listCustomFields, async ({ params, query, db }) => {
    const { connectionId } = await getInstallation(db, {
      integrationIdOrName: params.integrationId,
      installationId: params.installationId,
    })
    return paginate(selectCustomFields(db, connectionId), query, toCustomField)
  })
}

/** Replaces the builder's names of objects by those of the provider. */
function nameObjects(fields: FieldDefinitions, manifest: ManifestIntegration): FieldDefinitions {
  const named: Record<string, FieldDefinitions[string]> = {}
  for (const [name, definitions] of Object.entries(fields)) {
    const objectName = findObjectName(name, manifest)
    named[objectName] = [...(named[objectName] ?? []), ...definitions]
  }
  return named
}

const toCustomField = (row: CustomFieldRow): CustomField => ({
  objectName: row.objectName,
  fieldName: row.fieldName,
  displayName: row.displayName,
  valueType: row.valueType,
  action: row.action,
  metadata: row.metadata ?? undefined,
  warnings: row.warnings.length > 0 ? row.warnings : undefined,
  error: row.error ?? undefined,
  applyTime: row.applyTime.toISOString(),
  operationId: row.operationId ?? undefined,
})
