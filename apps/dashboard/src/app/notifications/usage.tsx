import type { Schemas } from '@platform/client'
import { useQuery } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { Link } from '../router.tsx'
import { formatCount } from '../ui/format.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/page.tsx'
import { monthsAgo } from './queries.ts'

type Total = Schemas['UsageTotal']

const counts = [
  ['Records delivered', ({ recordsDelivered }: Total) => recordsDelivered],
  ['Messages delivered', ({ messagesDelivered }: Total) => messagesDelivered],
  ['Messages failed', ({ messagesFailed }: Total) => messagesFailed],
  ['Customers with messages', ({ customers }: Total) => customers],
] as const

const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
const formatMonth = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`))

/** Shows what was delivered this month, beside the month before. */
export function MonthlyUsage() {
  const { queries, to } = useProject()
  const totals = useQuery(queries.usageTotals(), { everyMs: 60_000 })
  const [month, former] = [monthsAgo(0), monthsAgo(1)]

  return (
    <Section
      title={`Usage in ${formatMonth(month)}`}
      aside={<Link to={to('customers')}>By customer</Link>}
    >
      <Loaded result={totals}>
        {(months) => {
          const findTotal = (of: string) => months.find((one) => one.month === of)
          return (
            <ul className="tiles">
              {counts.map(([title, countOf]) => (
                <li key={title} className="card tile">
                  <span className="muted">{title}</span>
                  <span className="tile-count">{countTotal(findTotal(month), countOf)}</span>
                  <span className="hint">
                    {formatMonth(former)}: {countTotal(findTotal(former), countOf)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Section>
  )
}

const countTotal = (total: Total | undefined, countOf: (total: Total) => number) =>
  formatCount(total ? countOf(total) : 0)
