import { timeOfId } from '@platform/kernel/db/new-id'
import type { EventRecord } from '../message.ts'

/**
 * Returns the message as one line of JSON for receivers without headers: ID, type, time and data.
 * The two characters that neither JSON escapes nor XML contains are escaped: SQS rejects them.
 */
export const formatMessage = ({ id, type, body }: EventRecord): string =>
  `{"id":"${id}","type":"${type}","time":"${new Date(timeOfId(id)).toISOString()}","data":${body.replaceAll(
    /[\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  )}}`
