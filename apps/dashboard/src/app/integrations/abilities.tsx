import type { Schemas } from '@platform/client'
import { Badge } from '../ui/badge.tsx'

type Content = Schemas['Revision']['content']

/** Shows the capabilities that an integration uses. */
export function Abilities({ content }: { content: Content }) {
  const abilities = [
    content.read?.objects?.length && 'Read',
    content.write?.objects?.length && 'Write',
    content.subscribe?.objects?.length && 'Subscribe',
    content.proxy?.enabled && 'Proxy',
    content.watchSchema && 'Watch schema',
  ].filter((ability) => typeof ability === 'string')

  return (
    <span className="badges">
      {abilities.map((ability) => (
        <Badge key={ability}>{ability}</Badge>
      ))}
    </span>
  )
}
