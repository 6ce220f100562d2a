import type { WebhookMessage } from '@platform/contract'

/** Customer and resources of a message, for filters. All bodies use the same members. */
export type Subject = Partial<
  Pick<
    WebhookMessage,
    'projectId' | 'groupRef' | 'groupName' | 'installationId' | 'operationId' | 'objectName'
  >
>

/** Columns of the subject in the event; empty strings if unset. */
export interface Columns {
  groupRef: string
  /** JSON. */
  rest: string
}

export function toSubjectColumns(subject: Subject, numRecords?: number): Columns {
  const { groupRef = '', groupName, installationId, operationId, objectName } = subject
  if (!groupRef) return nothing
  const rest = { installationId, operationId, objectName, numRecords }
  return {
    groupRef,
    rest: JSON.stringify(groupName === groupRef ? rest : { groupName, ...rest }),
  }
}

const nothing = { groupRef: '', rest: '' }
