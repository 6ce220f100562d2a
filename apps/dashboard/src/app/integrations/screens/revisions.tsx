import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useList, useQuery } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { useSearchParam } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Changes } from '../../ui/code/changes.tsx'
import { Yaml } from '../../ui/code/code.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { inReadingOrder } from '../../ui/list/in-reading-order.ts'
import { List } from '../../ui/list/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Time } from '../../ui/time.tsx'
import { byWhom } from '../../installations/by-whom.ts'
import { Name } from '../../ui/name.tsx'
import { summarizeChanges } from '../summarize-changes.ts'
import { RollBack } from './roll-back.tsx'

type Revision = Schemas['DeployedRevision']

/** Lists revisions with their changes, and rolls back. */
export function Revisions({ integration }: { integration: Schemas['Integration'] }) {
  const { queries } = useProject()
  const revisions = useList(queries.revisions(integration.id), { atFirst: 20 })
  const [openedId, open] = useSearchParam('revision')
  const opened = revisions.data?.find(({ id }) => id === openedId)
  const [wanted, setWanted] = useState<Revision>()
  const before = (revision: Revision) =>
    revisions.data?.[revisions.data.findIndex(({ id }) => id === revision.id) + 1]

  return (
    <>
      <List
        caption="Revisions"
        result={revisions}
        keyOf={({ id }) => id}
        empty={<Empty title="No revisions yet" />}
        columns={[
          {
            title: 'Deployed',
            width: 'm',
            render: ({ id, createTime }) => (
              <span className="badges">
                <Time at={createTime} />
                {id === integration.latestRevision.id && <Badge tone="good">Live</Badge>}
              </span>
            ),
          },
          {
            title: 'Who',
            width: 'm',
            render: ({ createdBy, restores }) => (
              <Name>
                {createdBy || restores
                  ? [restores ? 'Rolled back' : 'Deployed', createdBy && byWhom(createdBy)]
                      .filter(Boolean)
                      .join(' ')
                  : 'Not recorded'}
              </Name>
            ),
          },
          {
            title: 'What changed',
            render: (revision) => {
              const former = before(revision)
              if (former) return <Name>{summarizeChanges(former.content, revision.content)}</Name>
              return revisions.hasMore ? null : 'First revision'
            },
          },
          {
            title: 'Actions',
            align: 'end',
            render: (revision) => (
              <span className="row" data-align="end">
                <Button aria-label={`Show ${revision.id}`} onClick={() => open(revision.id)}>
                  Show
                </Button>
                {revision.id !== integration.latestRevision.id && (
                  <Button
                    changes
                    aria-label={`Roll back to ${revision.id}`}
                    onClick={() => setWanted(revision)}
                  >
                    Roll back
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {opened && (
        <Dialog title="Revision details" onClose={() => open('')}>
          <div className="stack">
            <CopyableId>{opened.id}</CopyableId>
            {before(opened) && (
              <>
                <h3>Changes since the previous revision</h3>
                <Difference
                  integrationId={integration.id}
                  revision={opened.id}
                  other={before(opened)?.id ?? opened.id}
                />
              </>
            )}
            <h3>Full definition</h3>
            <Yaml label="Definition" value={inReadingOrder(opened.content)} />
            <div className="row" data-align="end">
              <Button onClick={() => open('')}>Close</Button>
            </div>
          </div>
        </Dialog>
      )}
      {wanted && (
        <RollBack
          integration={integration}
          revision={wanted}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  )
}

function Difference({
  integrationId,
  revision,
  other,
}: {
  integrationId: string
  revision: string
  other: string
}) {
  const { queries } = useProject()
  const comparison = useQuery(queries.comparison(integrationId, revision, other))
  return <Loaded result={comparison}>{(changes) => <Changes of={changes} />}</Loaded>
}
