import type { ReactElement } from 'react'
import type { Schemas } from '@platform/client'
import type { ListQuery } from '../api/list-query.ts'
import { useProject } from '../context.tsx'
import type { ListResult } from '../api/use-query.ts'
import { Link } from '../router.tsx'
import { Status } from '../ui/badge.tsx'
import { useProviderNames } from '../providers/use-provider-names.ts'
import { HealthCell, getSeverity } from '../ui/health.tsx'
import type { Bulk } from '../ui/list/bulk-actions.tsx'
import { List } from '../ui/list/list.tsx'
import { Empty } from '../ui/loaded.tsx'
import { Name } from '../ui/name.tsx'
import { Time } from '../ui/time.tsx'
import { nameOfAccount } from './name-of-account.ts'

interface InstallationListProps {
  result: ListResult<Schemas['Installation']>
  empty?: ReactElement | undefined
  /** The list with its filters; allows selecting rows, choosing columns and exporting. */
  workList?: ListQuery<Row>
  /** Whether the server sorts the list by reference and date. */
  isServerSorted?: boolean
  /** Omits the columns of the integration and its provider. */
  isOfIntegration?: boolean
  /** Names the entries by integration instead of customer. */
  isOfCustomer?: boolean
}

type Row = Schemas['Installation']

const getInstallationGroupName = (row: Row) => {
  const { connection, group = connection.group } = row
  return [group.groupName || group.groupRef, nameOfAccount(row)].filter(Boolean).join(' · ')
}

/** Returns the start of the last read of any object; empty without one. */
const getLastRead = ({ objects }: Row) =>
  Object.values(objects)
    .map(({ lastRunTime = '' }) => lastRunTime)
    .toSorted()
    .at(-1) ?? ''

const isReading = (states: readonly string[]) => (row: Row) =>
  Object.values(row.objects).some(({ state }) => states.includes(state))

/** What can be done with several installations at once. */
const bulkActions = (
  actions: ReturnType<typeof useProject>['actions'],
  onDone: Bulk<Row>['onDone'],
): Bulk<Row> => ({
  nameOf: (row) => `${getInstallationGroupName(row)}, ${row.integrationName}`,
  actions: [
    {
      title: 'Read now',
      done: 'started reading',
      changes: false,
      applies: isReading(['active', 'retrying']),
      act: async ({ integrationId, instance, objects, connection, group = connection.group }) => {
        for (const [objectName, { state, watermark }] of Object.entries(objects)) {
          if (state !== 'active' && state !== 'retrying') continue
          await actions.readNow(
            { integrationId, objectName, instance },
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
  onDone,
})

export function InstallationList({
  result,
  empty,
  workList,
  isServerSorted = false,
  isOfIntegration = false,
  isOfCustomer = false,
}: InstallationListProps) {
  const { to, actions } = useProject()
  const providerName = useProviderNames()
  return (
    <List
      caption="Installations"
      result={result}
      isCompact
      hasColumnPicker={workList !== undefined}
      exportOfAll={
        workList && { fileName: 'installations.csv', list: workList, values: exportedValues }
      }
      bulk={workList ? bulkActions(actions, result.refresh) : undefined}
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
          title: isOfCustomer ? 'Integration' : 'Customer',
          width: 'm',
          sortBy: getInstallationGroupName,
          render: (row) => (
            <Link to={to('installation', { integration: row.integrationId, installation: row.id })}>
              <Name>
                {isOfCustomer
                  ? [row.integrationName, nameOfAccount(row)].filter(Boolean).join(' · ')
                  : getInstallationGroupName(row)}
              </Name>
            </Link>
          ),
        },
        {
          title: 'Reference',
          width: 'm',
          isOptional: true,
          sortBy: ({ connection, group = connection.group }) => group.groupRef,
          isServerSorted,
          render: ({ connection, group = connection.group }) => <code>{group.groupRef}</code>,
        },
        ...(isOfIntegration || isOfCustomer
          ? []
          : [
              {
                title: 'Integration',
                width: 'm' as const,
                sortBy: ({ integrationName }: Row) => integrationName,
                render: ({ integrationName }: Row) => <Name>{integrationName}</Name>,
              },
            ]),
        ...(isOfIntegration
          ? []
          : [
              {
                title: 'Provider',
                width: 's' as const,
                isSecondary: true,
                sortBy: ({ connection }: Row) => providerName(connection.provider),
                render: ({ connection }: Row) => <Name>{providerName(connection.provider)}</Name>,
              },
            ]),
        {
          title: 'Health',
          sortBy: ({ health }) => getSeverity(health),
          render: ({ health }) => <HealthCell of={health} />,
        },
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
        {
          title: 'Last read',
          width: 's',
          isOptional: workList !== undefined,
          sortBy: getLastRead,
          render: (row) => <Time at={getLastRead(row) || undefined} otherwise="Not yet" />,
        },
        {
          title: 'Installed',
          width: 's',
          sortBy: ({ createTime }) => createTime,
          isServerSorted,
          render: ({ createTime }) => <Time at={createTime} />,
        },
      ]}
    />
  )
}

const exportedValues: Record<string, (installation: Row) => string | undefined> = {
  id: ({ id }) => id,
  customer: ({ connection, group = connection.group }) => group.groupName,
  customerRef: ({ connection, group = connection.group }) => group.groupRef,
  integration: ({ integrationName }) => integrationName,
  provider: ({ connection }) => connection.provider,
  health: ({ health }) => health.state,
  healthSince: ({ health }) => health.since,
  reason: ({ health }) => health.reason,
  lastOperation: ({ lastOperationStatus }) => lastOperationStatus,
  lastRead: getLastRead,
  installed: ({ createTime }) => createTime,
}
