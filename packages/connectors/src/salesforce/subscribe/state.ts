import type { SubscriptionState } from '@platform/connector'

/** Position in the events of an object. */
export interface ReplayPosition {
  /** The last event's number; absent before the first. */
  replayId?: number
  /**
   * Earlier events are ignored, by Salesforce's clock (epoch milliseconds): first the set-up, then
   * the last event.
   */
  since: number
}

/** State stored between calls. */
export interface Data {
  /** Members of the channel created here, by change event. */
  made: Record<string, string>
  objects: Record<string, ReplayPosition>
}

export function readReplayState(state: SubscriptionState | undefined): Data {
  const { made = {}, objects = {} } = (state?.data ?? {}) as Partial<Data>
  return { made, objects }
}

/** Converts a name: `Account` → `AccountChangeEvent`, `Tier__c` → `Tier__ChangeEvent`. */
export const toChangeEventName = (objectName: string): string =>
  objectName.endsWith('__c')
    ? objectName.replace(/__c$/, '__ChangeEvent')
    : `${objectName}ChangeEvent`

export const toChannel = (objectName: string): string => `/data/${toChangeEventName(objectName)}`
