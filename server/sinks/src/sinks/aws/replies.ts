import { z } from 'zod'
import { parseReplyBody } from '../batches.ts'
import type { Failure } from '../outcome.ts'
import { toFailure } from '../http-exchange.ts'

export interface AwsReply {
  status: number
  body: string
}

/** Codes with which AWS asks for fewer requests. Source: `standard.py` of botocore 1.44.8. */
const throttlingCodes = new Set([
  'Throttling',
  'ThrottlingException',
  'ThrottledException',
  'RequestThrottledException',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'BandwidthLimitExceeded',
  'LimitExceededException',
  'RequestThrottled',
  'SlowDown',
])

/** Returns the outcome of a message that is not accepted in a call that is. */
export const rejectAwsEntry = (
  code?: string | null,
  message?: string | null,
  what = 'message',
): Failure => ({
  succeeded: false,
  class: 'refused',
  detail: `${code || 'Unknown'}: ${message || `no result for the ${what}`}`.slice(0, 1000),
  ...(code && throttlingCodes.has(code) && { isThrottled: true }),
})

/** Maps a rejected (by `code`) or failed call to the outcome of its messages. */
export const awsRejection = (status: number, code?: string, message?: string): Failure => ({
  succeeded: false,
  class: 'refused',
  detail: code ? `${code}: ${message ?? ''}`.slice(0, 1000) : `It answered ${status}.`,
  response: { status, headers: {}, body: '' },
  ...(code && throttlingCodes.has(code) && { isThrottled: true }),
})

/** Maps the error of a call to the outcome of its messages. */
export const awsFailure = (error: Error): Failure => ({ succeeded: false, ...toFailure(error) })

const Refusal = z.object({ __type: z.string(), message: z.string(), Message: z.string() }).partial()

/** Maps a rejected call of AWS's JSON protocols to the outcome of its messages. */
export function rejectJson({ status, body }: AwsReply): Failure {
  const { __type: type, message, Message } = parseReplyBody(Refusal, body) ?? {}
  return awsRejection(status, type?.split('#').at(-1), message ?? Message)
}

/** https://www.w3.org/TR/xml/#sec-predefined-ent */
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Returns the text of the first element with the name; undefined if there is none. */
export const findXmlText = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replaceAll(/&(\w+);/g, (all, entity: string) => entities[entity] ?? all)
