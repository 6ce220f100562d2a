import type { SubscriptionState } from '@platform/connector'

/** How far the events of an object are taken in. */
export interface ReplayPosition {
  /** The last event's number; absent before the first. */
  replayId?: number
  /** Nothing before this time is news, by Salesforce's clock (epoch milliseconds): first the set-up, then the last event. */
  since: number
}

/** What is kept between calls. */
export interface Data {
  /** The members of the channel that we made, by change event. */
  made: Record<string, string>
  objects: Record<string, ReplayPosition>
}

export function replayStateOf(state: SubscriptionState | undefined): Data {
  const { made = {}, objects = {} } = (state?.data ?? {}) as Partial<Data>
  return { made, objects }
}

/** `Account` → `AccountChangeEvent`, `Tier__c` → `Tier__ChangeEvent`. */
export const changeEventOf = (objectName: string): string =>
  objectName.endsWith('__c')
    ? objectName.replace(/__c$/, '__ChangeEvent')
    : `${objectName}ChangeEvent`

export const channelOf = (objectName: string): string => `/data/${changeEventOf(objectName)}`
