import type { Schemas } from '@platform/client'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { Link } from '../../router.tsx'
import { Status } from '../../ui/badge.tsx'
import { words } from '../../ui/format.ts'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Time } from '../../ui/time.tsx'

/** Lists custom fields in the customer's account, each with its last result. */
export function CustomFieldsScreen({ integrationId, id }: { integrationId: string; id: string }) {
  const { queries, to } = useProject()

  return (
    <List
      caption="Custom fields"
      result={useList(queries.customFields(integrationId, id))}
      keyOf={({ objectName, fieldName }) => `${objectName} ${fieldName}`}
      empty={
        <Empty title="No custom fields yet">
          Create custom fields with the API or with <code>platform fields apply</code>.
        </Empty>
      }
      columns={[
        {
          title: 'Field',
          render: ({ displayName, fieldName, metadata }) => (
            <>
              {displayName}
              <code className="sub">{String(metadata?.['providerFieldName'] ?? fieldName)}</code>
            </>
          ),
        },
        { title: 'Object', render: ({ objectName }) => <code>{objectName}</code> },
        { title: 'Type', render: ({ valueType }) => words(valueType) },
        { title: 'Outcome', render: (field) => <Outcome of={field} /> },
        {
          title: 'Applied',
          render: ({ applyTime, operationId }) =>
            operationId ? (
              <Link to={to('operation', { operation: operationId })}>
                <Time at={applyTime} />
              </Link>
            ) : (
              <Time at={applyTime} />
            ),
        },
      ]}
    />
  )
}

const outcomes = { create: 'created', update: 'updated', none: 'unchanged' } as const

function Outcome({ of: { action, error, warnings } }: { of: Schemas['CustomField'] }) {
  return (
    <>
      <Status of={error === undefined ? outcomes[action] : 'refused'} />
      {error !== undefined && <span className="sub">{error}</span>}
      {warnings?.map((warning) => (
        <span key={warning} className="sub">
          {warning}
        </span>
      ))}
    </>
  )
}
