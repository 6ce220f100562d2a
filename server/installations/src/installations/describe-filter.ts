import { listConditions, type Connector } from '@platform/connector'
import type { AppliedFilter, IntegrationObject, ReadConfigObject } from '@platform/contract'
import { planRead } from '../integrations/read-object.ts'

/** Describes which conditions the provider applies; without an account, by what its connector can ask. */
export function describeFilter(
  declared: IntegrationObject,
  config: ReadConfigObject,
  connector: Connector | undefined,
): AppliedFilter | undefined {
  const { objectName } = declared
  const { filterExpression: expression } = declared
  if (!config.filter && !declared.filter && expression === undefined) return undefined
  const { filter } = planRead(declared, config)
  const isWhole = connector?.reportsModificationTimes?.(objectName) === false
  const narrowed = isWhole ? undefined : filter && connector?.narrow?.(objectName, filter)
  const asked = new Set(narrowed && listConditions(narrowed))
  return {
    setBy: config.filter ? 'installation' : 'integration',
    ...(expression !== undefined && { expression }),
    conditions: (filter ? listConditions(filter) : []).map((condition) => ({
      fieldName: condition.fieldName,
      operator: condition.operator,
      appliedBy: asked.has(condition) ? 'provider' : 'platform',
    })),
  }
}
