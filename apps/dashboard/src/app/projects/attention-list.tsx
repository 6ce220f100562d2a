import { useProject } from '../context.tsx'
import { Link } from '../router.tsx'
import { Badge } from '../ui/badge.tsx'
import { formatCount, formatCountWithNoun } from '../ui/format.ts'
import { HealthBadge } from '../ui/health.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/page.tsx'
import type { Attention } from './attention.ts'

/** More than these usually have a common cause. */
const maxTroubles = 8

interface AttentionListProps {
  troubles: readonly Attention[]
  /** Number of failed deliveries. */
  failed: number
  /** Whether everything listed belongs to one customer, whose name is then omitted. */
  groupRef?: string
}

/** Lists what needs attention, each with a link to the page on which it can be repaired. */
export function AttentionList({ troubles, failed, groupRef }: AttentionListProps) {
  const { to } = useProject()
  const more = troubles.length - maxTroubles
  return (
    <Section
      title="Needs attention"
      aside={
        more > 0 && (
          <Link
            to={to('installations', { sort: 'health' })}
          >{`View ${formatCount(more)} more`}</Link>
        )
      }
    >
      <ul className="list attention">
        {troubles.slice(0, maxTroubles).map(({ key, name, of, health, action, page }) => (
          <li key={key}>
            <span className="attention-what">
              <span className="strong">
                <Name>{groupRef === undefined ? name : of}</Name>
              </span>
              {groupRef === undefined && <span className="sub">{of}</span>}
            </span>
            <span className="attention-why">
              <HealthBadge of={health} />
              {health.reason && <span className="sub">{health.reason}</span>}
            </span>
            <Link className="button" to={page(to)}>
              {action}
              <span className="visually-hidden"> {name}</span>
            </Link>
          </li>
        ))}
        {failed > 0 && (
          <li>
            <span className="attention-what">
              <span className="strong">{formatCountWithNoun(failed, 'failed message')}</span>
              <span className="sub">Deliveries</span>
            </span>
            <span className="attention-why">
              <Badge tone="bad">Failed</Badge>
              <span className="sub">No further attempts are scheduled.</span>
            </span>
            <Link
              className="button"
              to={to('deliveries', {
                status: 'failed',
                ...(groupRef !== undefined && { customer: groupRef }),
              })}
            >
              Select and retry
            </Link>
          </li>
        )}
      </ul>
    </Section>
  )
}
