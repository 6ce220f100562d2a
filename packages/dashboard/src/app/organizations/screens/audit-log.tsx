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
import { download, toCsv } from '../../ui/csv.ts'
import { Filters, TextFilter, TimeFilters, useTimeFilter } from '../../ui/filters.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { useSearchParam } from '../../router.tsx'
import { useAction } from '../../api/use-action.ts'
import type { ListQuery } from '../../api/list-query.ts'
import { nameOfActor, sentenceOf } from '../audit-sentence.ts'
import { useOrganization } from '../use-organization.ts'

type AuditRecord = Schemas['AuditRecord']

/** Every change that was made in an organization, for its owners. */
export function AuditLog({ orgId }: { orgId: string }) {
  const { queries } = useOrganization(orgId)
  const [opened, setOpened] = useState<AuditRecord>()
  const { data: org } = useQuery(queries.organization())
  const [actor] = useSearchParam('actor')
  const [action] = useSearchParam('action')
  const [projectId] = useSearchParam('in')
  const filter = {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(projectId && { projectId }),
    ...useTimeFilter(),
  }
  const records = useList(queries.auditLog(filter))
  const save = useAction(() => exported(queries.auditLog(filter)))
  return (
    <Page
      title="Audit log"
      intro="Every change that people and keys made: who, what, when and from where."
      parent={{
        title: org?.label ?? 'Organization',
        to: pathTo('organization', { organization: orgId }),
      }}
      actions={
        <Button isBusy={save.isRunning} onClick={() => void save.run()}>
          Export as CSV
        </Button>
      }
    >
      {save.error && <ProblemMessage error={save.error} />}
      <Filters label="Filter changes">
        <TextFilter label="By (ID)" name="actor" />
        <TextFilter label="Action" name="action" />
        <TextFilter label="Project (ID)" name="in" />
        <TimeFilters />
      </Filters>
      <List
        caption="Changes"
        result={records}
        keyOf={({ id }) => id}
        empty={<Empty title="Nothing has been changed yet" />}
        columns={[
          {
            title: 'Change',
            render: (record) => (
              <>
                {sentenceOf(record)}
                <code className="sub">{record.target}</code>
              </>
            ),
          },
          {
            title: 'By',
            render: (record) => (
              <>
                {nameOfActor(record)}
                <span className="sub">{record.ip}</span>
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

/** At most so many rows are in one file: whoever wants more narrows the time. */
const mostRows = 100_000

async function exported({ page }: ListQuery<AuditRecord>): Promise<void> {
  const rows = [['time', 'what', 'by', 'action', 'target', 'ip', 'request']]
  let pageToken: string | undefined
  do {
    const { data, nextPageToken } = await page({ pageSize: 1000, ...(pageToken && { pageToken }) })
    for (const one of data) {
      const { time, actor, action, target, ip = '', requestId } = one
      rows.push([time, sentenceOf(one), actor.id, action, target, ip, requestId])
    }
    pageToken = nextPageToken
  } while (pageToken && rows.length < mostRows)
  download('audit-log.csv', toCsv(rows))
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
