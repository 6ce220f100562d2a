import { ProviderError } from '@platform/connector'
import type { InputValidationIssue } from '@platform/contract'
import type { ConnectionRow } from '@platform/connections/connections/connections'
import { openAssociations, withAssociations } from '@platform/connections/provider/associations'
import { openProvider } from '@platform/connections/provider/open-provider'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import type { ReadPlan } from '../integrations/read-object.ts'
import type { Services } from '@platform/kernel/services'
import { getFirst } from '@platform/kernel/values'

/** Time limit; accounts that have not answered by then do not block. */
const budgetMs = 10_000
/** Errors that a retry cannot fix: missing scopes and permissions as well as wrong names. */
const blocking = new Set(['bad-request', 'not-found', 'permission'])

/**
 * Reads one record of each object to verify that all selected fields exist and are visible. Only a
 * permanent rejection by the provider blocks, with the provider's message and every invalid field.
 * Problems with credentials, limits or availability are reported later and do not block.
 * @throws Problem `sample-read-failed`
 */
export async function verifySampleRead(
  services: Services,
  db: Db,
  { connection, plans }: { connection: ConnectionRow; plans: ReadPlan[] },
): Promise<void> {
  if (plans.length === 0) return
  const { entry, client } = await openProvider(services, db, connection)
  const { connector } = entry
  if (!connector) return

  const refusals: { plan: ReadPlan; error: ProviderError }[] = []
  const waiting = [...plans]
  const readNext = async (): Promise<void> => {
    const plan = waiting.shift()
    if (!plan) return
    try {
      const associations = await openAssociations({ entry }, client, plan)
      const fieldNames = [...plan.fieldNames, ...(associations?.fieldNames ?? [])]
      const record = await connector.sampleRead(client, { ...plan, fieldNames })
      if (associations && record) await withAssociations(associations, client, [record])
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.isOurDefect) {
        const { objectName } = plan
        services.log.error(
          { err: error, objectName, connectionId: connection.id },
          'a sample read failed',
        )
      }
      if (blocking.has(error.failure)) refusals.push({ plan, error })
    }
    return readNext()
  }
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, budgetMs).unref()
  })
  await Promise.race([Promise.all(Array.from({ length: 4 }, readNext)), timeout])
  if (refusals.length === 0) return

  throw new Problem('sample-read-failed', {
    detail: getFirst(refusals).error.message.slice(0, 500),
    causes: refusals.map(({ plan, error }) => `${plan.objectName}: ${error.message.slice(0, 500)}`),
    issues: refusals.flatMap(({ plan, error }) => toIssues(plan, error)),
    context: {
      provider: entry.info.name,
      object: getFirst(refusals).plan.objectName,
      ...(getFirst(refusals).error.code && { providerErrorCode: getFirst(refusals).error.code }),
    },
  })
}

function toIssues(plan: ReadPlan, error: ProviderError): InputValidationIssue[] {
  const object = `config.content.read.objects.${plan.objectName}`
  if (error.fieldNames.length === 0) {
    return [
      { in: 'body', name: object, value: plan.objectName, detail: error.message.slice(0, 500) },
    ]
  }
  return error.fieldNames.map((fieldName) => {
    const mapping = plan.mapped.find((mapped) => mapped.fieldName === fieldName)
    const isOfFilter = !mapping && !plan.plain.includes(fieldName)
    return {
      in: 'body' as const,
      name: mapping
        ? `${object}.selectedFieldMappings.${mapping.mapToName}`
        : isOfFilter
          ? `${object}.filter`
          : `${object}.selectedFields.${fieldName}`,
      value: fieldName,
      detail: `The field ${fieldName} was not found or is not visible on ${plan.objectName}.`,
    }
  })
}
