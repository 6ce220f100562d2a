import { z } from 'zod'
import { time } from './common.ts'

/** Each worse than the one before it: a whole fares as the worst of its parts. */
const states = [
  'healthy',
  'unconfirmed',
  'retrying',
  'limited',
  'paused',
  'failing',
  'needs_sign_in',
] as const

export const Health = z
  .object({
    state: z
      .enum(states)
      .describe(
        '`retrying` for the first 15 minutes of what fails and is tried again, `failing` after them or once nothing is tried any more, `needs_sign_in` until the end user signs in at the provider again, `paused` until that is ended, `unconfirmed` until the provider has taken the credentials once; where it was away, they are tried by themselves, the next time at `retryTime`. `limited` while reads are on hold because the provider’s limit of calls in a day is used up, until `retryTime`. Listed from the best to the worst.',
      ),
    since: time()
      .optional()
      .describe('Since when it is so; missing while it is `healthy`, and where nobody knows.'),
    reason: z
      .string()
      .optional()
      .describe('Why, in a sentence, often the provider’s or receiver’s; missing as `since` is.'),
    retryTime: time()
      .optional()
      .describe('When it is tried again by itself; missing where that is not planned.'),
  })
  .meta({ id: 'Health', description: 'How something fares: the same wherever it is shown.' })
export type Health = z.infer<typeof Health>
