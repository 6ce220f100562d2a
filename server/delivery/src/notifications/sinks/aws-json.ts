import { z } from 'zod'
import { awsRejection, type AwsReply } from './aws.ts'
import { parseReplyBody } from './batches.ts'
import type { Failure } from './outcome.ts'

const Refusal = z.object({ __type: z.string(), message: z.string(), Message: z.string() }).partial()

/** Returns the failure of a call of AWS's JSON protocols. */
export function rejectJson({ status, body }: AwsReply): Failure {
  const { __type: type, message, Message } = parseReplyBody(Refusal, body) ?? {}
  return awsRejection(status, type?.split('#').at(-1), message ?? Message)
}
