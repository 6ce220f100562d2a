import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { pathTo } from '../../routes.ts'
import { useList, useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Yaml } from '../../ui/code.tsx'
import { Id } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { List } from '../../ui/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { ExactTime, Time } from '../../ui/time.tsx'
import { useOrganization } from '../use-organization.ts'

type AuditRecord = Schemas['AuditRecord']

/** Every change that was made in an organization, for its owners. */
export function AuditLog({ orgId }: { orgId: string }) {
  const { queries } = useOrganization(orgId)
  const [opened, setOpened] = useState<AuditRecord>()
  const { data: org } = useQuery(queries.organization())
  return (
    <Page
      title="Audit log"
      intro="Every change that people and keys made: who, what, when and from where."
      parent={{
        title: org?.label ?? 'Organization',
        to: pathTo('organization', { organization: orgId }),
      }}
    >
      <List
        caption="Changes"
        result={useList(queries.auditLog())}
        keyOf={({ id }) => id}
        empty={<Empty title="Nothing has been changed yet" />}
        columns={[
          {
            title: 'Change',
            render: ({ action, target }) => (
              <>
                {action}
                <code className="sub">{target}</code>
              </>
            ),
          },
          {
            title: 'By',
            render: ({ actor, ip }) => (
              <>
                {actor.kind === 'builder' ? actor.label : actor.id}
                <span className="sub">{ip}</span>
              </>
            ),
          },
          { title: 'When', render: ({ time }) => <Time at={time} /> },
          {
            title: 'Details',
            align: 'end',
            render: (record) => (
              <Button aria-label={`Details of ${record.action}`} onClick={() => setOpened(record)}>
                Details
              </Button>
            ),
          },
        ]}
      />
      {opened && <Details record={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

function Details({ record, onClose }: { record: AuditRecord; onClose: () => void }) {
  return (
    <Dialog title={record.action} onClose={onClose}>
      <div className="stack">
        <Facts
          of={{
            By: <Id what="ID">{record.actor.id}</Id>,
            Time: <ExactTime at={record.time} />,
            Request: <Id what="request ID">{record.requestId}</Id>,
            Agent: record.userAgent,
          }}
        />
        {record.before !== undefined && <Yaml value={record.before} label="Before" />}
        {record.after !== undefined && <Yaml value={record.after} label="After" />}
        <div className="row" data-align="end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
