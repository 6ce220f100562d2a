import type { Connector } from '@platform/connector'
import type { ReadPlan } from '@platform/installations/integrations/read-object'

const minute = 60_000

/** Returns how long a change of the object may be invisible after its modification time. */
export const findOverlapMs = (
  connector: Pick<Connector, 'overlapMs'>,
  { objectName, overlapMinutes }: Pick<ReadPlan, 'objectName' | 'overlapMinutes'>,
): number =>
  overlapMinutes === undefined
    ? (connector.overlapMs?.(objectName) ?? minute)
    : overlapMinutes * minute
