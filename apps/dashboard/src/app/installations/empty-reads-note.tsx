import { useProject } from '../context.tsx'
import { useQuery } from '../api/use-query.ts'
import { formatCountWithNoun } from '../ui/format.ts'

/** Explains why earlier reads are missing from lists of operations. */
export function EmptyReadsNote() {
  const { queries } = useProject()
  const { data } = useQuery(queries.project())
  const days = data?.entitlements?.emptyReadRetentionDays?.value
  return days === undefined ? null : (
    <>Scheduled reads that found no records are kept for {formatCountWithNoun(days, 'day')}.</>
  )
}
