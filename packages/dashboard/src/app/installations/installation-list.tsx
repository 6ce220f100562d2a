import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../context.tsx'
import type { ListResult } from '../api/use-query.ts'
import { Link } from '../router.tsx'
import { Status } from '../ui/badge.tsx'
import { useProviderNames } from '../providers/use-provider-names.ts'
import { HealthCell } from '../ui/health.tsx'
import type { Bulk } from '../ui/bulk-actions.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Name } from '../ui/name.tsx'
import { Time } from '../ui/time.tsx'

interface InstallationListProps {
  result: ListResult<Schemas['Installation']>
  empty?: ReactElement | undefined
  /** Allows selecting rows and choosing columns. */
  isWorkList?: boolean
}

type Row = Schemas['Installation']

const isReading = (states: readonly string[]) => (row: Row) =>
  Object.values(row.objects).some(({ state }) => states.includes(state))

export function InstallationList({ result, empty, isWorkList = false }: InstallationListProps) {
  const { to, actions } = useProject()
  const providerName = useProviderNames()
  const bulk: Bulk<Row> = {
    nameOf: ({ integrationName, connection, group = connection.group }) =>
      `${group.groupName || group.groupRef}, ${integrationName}`,
    actions: [
      {
        title: 'Read now',
        done: 'started reading',
        changes: false,
        applies: isReading(['active', 'retrying']),
        act: async ({ integrationId, objects, connection, group = connection.group }) => {
          for (const [objectName, { state, watermark }] of Object.entries(objects)) {
            if (state !== 'active' && state !== 'retrying') continue
            await actions.readNow(
              { integrationId, objectName },
              {
                groupRef: group.groupRef,
                mode: 'async',
                ...(watermark && { sinceTimestamp: watermark }),
              },
            )
          }
        },
      },
      {
        title: 'Pause',
        done: 'paused',
        changes: true,
        applies: isReading(['active', 'retrying']),
        act: ({ integrationId, id }) => actions.pauseReads(integrationId, id, { note: '' }),
        warning:
          'Running reads stop after the current page. Missed changes are read when reading is resumed.',
      },
      {
        title: 'Resume',
        done: 'resumed',
        changes: true,
        applies: isReading(['paused']),
        act: ({ integrationId, id }) => actions.resumeReads(integrationId, id),
      },
    ],
    onDone: result.refresh,
  }

  return (
    <List
      caption="Installations"
      result={result}
      isCompact
      hasColumnPicker={isWorkList}
      bulk={isWorkList ? bulk : undefined}
      keyOf={(installation) => installation.id}
      empty={
        empty ?? (
          <Empty title="No installations yet">
            An installation appears when a customer installs an integration in your product.
          </Empty>
        )
      }
      columns={[
        {
          title: 'Customer',
          width: 'm',
          render: ({ integrationId, id, connection, group = connection.group }) => (
            <Link to={to('installation', { integration: integrationId, installation: id })}>
              <Name>{group.groupName || group.groupRef}</Name>
            </Link>
          ),
        },
        {
          title: 'Reference',
          width: 'm',
          isOptional: true,
          render: ({ connection, group = connection.group }) => <code>{group.groupRef}</code>,
        },
        {
          title: 'Integration',
          width: 'm',
          render: ({ integrationName }) => <Name>{integrationName}</Name>,
        },
        {
          title: 'Provider',
          width: 's',
          render: ({ connection }) => <Name>{providerName(connection.provider)}</Name>,
        },
        { title: 'Health', render: ({ health }) => <HealthCell of={health} /> },
        {
          title: 'Last operation',
          width: 's',
          isOptional: true,
          render: ({ lastOperationStatus }) =>
            lastOperationStatus ? (
              <Status of={lastOperationStatus} />
            ) : (
              <span className="muted">None yet</span>
            ),
        },
        { title: 'Installed', width: 's', render: ({ createTime }) => <Time at={createTime} /> },
      ]}
    />
  )
}
