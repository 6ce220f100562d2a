import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { pathTo } from '../../routes.ts'
import { useDashboard } from '../../context.tsx'
import { projects as projectList } from '../../projects/queries.ts'
import { useList, useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Yaml } from '../../ui/code/code.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { List } from '../../ui/list/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { ExactTime, Time } from '../../ui/time.tsx'
import {
  Filters,
  SelectFilter,
  TextFilter,
  TimeFilters,
  useTimeFilter,
} from '../../ui/list/filters.tsx'
import { useSearchParam } from '../../router.tsx'
import { auditActions, nameOfActor, formatAuditSentence } from '../audit-sentence.ts'
import { useOrganization } from '../use-organization.ts'
import { useProviderNames } from '../../providers/use-provider-names.ts'

type AuditRecord = Schemas['AuditRecord']

/** Lists every change in an organization, for its owners. */
export function AuditLog({ orgId }: { orgId: string }) {
  const { queries } = useOrganization(orgId)
  const [opened, setOpened] = useState<AuditRecord>()
  const { data: org } = useQuery(queries.organization())
  const [actor] = useSearchParam('actor')
  const [action] = useSearchParam('action')
  const [projectId] = useSearchParam('in')
  const [requestId] = useSearchParam('request')
  const filter = {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(projectId && { projectId }),
    ...(requestId && { requestId }),
    ...useTimeFilter(),
  }
  const records = useList(queries.auditLog(filter))
  const providerName = useProviderNames()
  const actors = useActors(orgId, actor, records.data)
  const projects = useProjectNames(orgId)
  return (
    <DashboardPage
      title="Audit log"
      intro="Changes made by people and API keys: who, what, when and from where."
      parent={{
        title: org?.label ?? 'Organization',
        to: pathTo('organization', { organization: orgId }),
      }}
    >
      <Filters label="Filter changes">
        <SelectFilter label="By" name="actor" options={actors} />
        <SelectFilter label="Change" name="action" options={auditActions} />
        <SelectFilter label="Project" name="in" options={[...projects]} />
        <TextFilter label="Request" name="request" idsOf="req" />
        <TimeFilters />
      </Filters>
      <List
        caption="Changes"
        result={records}
        isCompact
        hasColumnPicker
        exportOfAll={{
          fileName: 'audit-log.csv',
          list: queries.auditLog(filter),
          values: {
            time: (record) => record.time,
            what: (record) => formatAuditSentence(record, providerName),
            by: nameOfActor,
            byId: (record) => record.actor.id,
            project: (record) => projects.get(record.projectId ?? '') ?? record.projectId,
            action: (record) => record.action,
            target: (record) => record.target,
            ip: (record) => record.ip,
            request: (record) => record.requestId,
          },
        }}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No changes match these filters">
            {requestId &&
              'Requests that were rejected or only read data are not recorded here. Search the server log for the request ID.'}
          </Empty>
        }
        columns={[
          {
            title: 'Change',
            render: (record) => <Name>{formatAuditSentence(record, providerName)}</Name>,
          },
          {
            title: 'Project',
            width: 's',
            isSecondary: true,
            render: ({ projectId: id = '' }) => <Name>{projects.get(id) ?? id}</Name>,
          },
          { title: 'IP address', width: 's', isSecondary: true, render: ({ ip }) => ip },
          { title: 'When', width: 's', render: ({ time }) => <Time at={time} /> },
          {
            title: 'Actions',
            width: 's',
            align: 'end',
            render: (record) => (
              <Button
                aria-label={`Details of “${formatAuditSentence(record, providerName)}”`}
                onClick={() => setOpened(record)}
              >
                Details
              </Button>
            ),
          },
        ]}
      />
      {opened && <Details orgId={orgId} record={opened} onClose={() => setOpened(undefined)} />}
    </DashboardPage>
  )
}

/** Returns selectable actors: the members, and others on this page or in the filter. */
function useActors(orgId: string, chosen: string, records: AuditRecord[] = []) {
  const { queries } = useOrganization(orgId)
  const members = useList(queries.members(), { atFirst: 1000 }).data ?? []
  const names = new Map(
    members.map(({ id, primaryEmail, fullName }) => [id, primaryEmail || fullName || id]),
  )
  for (const record of records) {
    if (!names.has(record.actor.id)) names.set(record.actor.id, nameOfActor(record))
  }
  if (chosen && !names.has(chosen)) names.set(chosen, chosen)
  return [...names]
}

function useProjectNames(orgId: string): Map<string, string> {
  const { client } = useDashboard()
  const all = useList(projectList(client), { atFirst: 1000 }).data ?? []
  return new Map(all.filter((one) => one.orgId === orgId).map(({ id, name }) => [id, name]))
}

function Details({
  orgId,
  record,
  onClose,
}: {
  orgId: string
  record: AuditRecord
  onClose: () => void
}) {
  const providerName = useProviderNames()
  const { queries } = useOrganization(orgId)
  const whole = useQuery(queries.auditRecord(record))
  return (
    <Dialog title={formatAuditSentence(record, providerName)} onClose={onClose}>
      <div className="stack">
        <Facts
          of={{
            By: <CopyableId what="ID">{record.actor.id}</CopyableId>,
            Time: <ExactTime at={record.time} />,
            Operation: <code>{record.action}</code>,
            Target: <code>{record.target}</code>,
            Request: <CopyableId what="request ID">{record.requestId}</CopyableId>,
            'IP address': record.ip,
            Agent: record.userAgent,
          }}
        />
        <Loaded result={whole}>
          {({ before, after }) => (
            <>
              {before !== undefined && <Yaml value={before} label="Before" />}
              {after !== undefined && <Yaml value={after} label="After" />}
            </>
          )}
        </Loaded>
        <div className="row" data-align="end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
