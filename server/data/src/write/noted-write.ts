import { timeOfId } from '@platform/kernel/db/new-id'
import type { NotedWrite } from '../echoes/note-writes.ts'
import type { WriteRow } from './store.ts'

/** Returns what is noted of a write, to recognize the changes that it causes. */
export const toNotedWrite = ({
  projectId,
  installationId,
  operationId,
  objectName,
  type,
  deadline,
}: Pick<
  WriteRow,
  'projectId' | 'installationId' | 'operationId' | 'objectName' | 'type' | 'deadline'
>): NotedWrite => ({
  ...{ projectId, installationId, operationId, objectName, type, deadline },
  acceptedAt: timeOfId(operationId),
})
