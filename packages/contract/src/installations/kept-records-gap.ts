import { z } from 'zod'
import { time } from '../values/common.ts'

export const KeptRecordsGap = z
  .object({
    reason: z
      .enum(['limit', 'olderVersion', 'unstorableId'])
      .describe(
        'Why records are missing or outdated. `limit`: the project keeps as much as it may (`PLATFORM_LIMIT_KEPT_BYTES`), so that new records are not listed. `olderVersion`: a server of a version without kept records delivers or delivered some. `unstorableId`: records have IDs of more than 500 characters, or that cannot be stored.',
      ),
    since: time().describe('Time of the first omission.'),
    leftOut: z.int().describe('Number of deliveries that were not kept, as far as known.'),
  })
  .meta({
    id: 'KeptRecordsGap',
    description:
      'Why the list lacks delivered records. A complete read of the object ends it, once the cause is gone.',
  })
export type KeptRecordsGap = z.infer<typeof KeptRecordsGap>
