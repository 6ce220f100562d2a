import { z } from 'zod'
import { time } from '../values/common.ts'

/** From best to worst: the health of a whole is that of its worst part. */
const states = [
  'healthy',
  'unconfirmed',
  'retrying',
  'limited',
  'paused',
  'failing',
  'needsSignIn',
] as const

export const Health = z
  .object({
    state: z
      .enum(states)
      .describe(
        'From best to worst. `unconfirmed`: the provider has not accepted the credentials yet; if it was unavailable, they are retried at `retryTime`. `retrying`: failing for less than 15 minutes and still being retried. `limited`: reads are on hold until `retryTime` because the provider’s daily call limit is used up. `paused`: until resumed. `failing`: failing for longer, or no longer retried. `needsSignIn`: the end user must sign in at the provider again.',
      ),
    since: time()
      .optional()
      .describe('Time at which the state began. Absent if `healthy` or unknown.'),
    reason: z
      .string()
      .optional()
      .describe(
        'Reason for the state, often as reported by the provider or receiver. Absent if `healthy` or unknown.',
      ),
    remedy: z
      .string()
      .optional()
      .describe('What to do. Absent if nothing is to be done, or if the reason says it.'),
    retryTime: time()
      .optional()
      .describe('Time of the next automatic retry. Absent if none is scheduled.'),
  })
  .meta({ id: 'Health', description: 'Health of a resource, with the same states everywhere.' })
export type Health = z.infer<typeof Health>
