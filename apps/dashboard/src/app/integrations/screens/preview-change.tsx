import { useState } from 'react'
import { warnOfCalculatedFields, type Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { nameOfAccount } from '../../installations/name-of-account.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Table } from '../../ui/list/list.tsx'

interface PreviewChangeProps {
  integration: Schemas['Integration']
  /** The changed definition. */
  sourceYaml: string
}

/** Applies a changed definition to a customer's live records, and shows them before and after. */
export function PreviewChange({ integration, sourceYaml }: PreviewChangeProps) {
  const { queries } = useProject()
  const installations = useList(queries.installationsOf(integration.id))
  const objects = integration.latestRevision.content.read?.objects ?? []
  if (objects.length === 0 || !installations.data?.length) return null
  return (
    <Trial
      integrationId={integration.id}
      sourceYaml={sourceYaml}
      installations={installations.data}
      objectNames={objects.map(({ objectName }) => objectName)}
    />
  )
}

interface TrialProps {
  integrationId: string
  sourceYaml: string
  installations: Schemas['Installation'][]
  objectNames: string[]
}

/** The preview of one text; undefined until it was requested. */
interface Tried {
  sourceYaml: string
  preview: Schemas['MappingPreview']
}

function Trial({ integrationId, sourceYaml, installations, objectNames }: TrialProps) {
  const { actions } = useProject()
  const [installationId, setInstallationId] = useState(installations[0]?.id ?? '')
  const [objectName, setObjectName] = useState(objectNames[0] ?? '')
  const [tried, setTried] = useState<Tried>()
  const attempt = useAction(
    async () => ({
      sourceYaml,
      preview: await actions.previewMapping(integrationId, {
        ...{ installationId, objectName, sourceYaml },
      }),
    }),
    setTried,
  )
  const submit = () => {
    setTried(undefined)
    void attempt.run()
  }

  return (
    <Form error={attempt.error} onSubmit={submit}>
      <h3>Preview on live records</h3>
      <p className="hint">
        Nothing is deployed. Reads up to five live records of the customer and shows them here
        without storing them. The audit log records the access.
      </p>
      <div className="row trial">
        <Select label="Customer" value={installationId} onChange={setInstallationId}>
          {installations.map((installation) => {
            const { id: value, connection, group = connection.group } = installation
            const names = [group.groupName || group.groupRef, nameOfAccount(installation)]
            return (
              <option key={value} value={value}>
                {names.filter(Boolean).join(' · ')}
              </option>
            )
          })}
        </Select>
        <Select label="Object" value={objectName} onChange={setObjectName}>
          {objectNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Button type="submit" isBusy={attempt.isRunning}>
          Preview
        </Button>
      </div>
      <div aria-live="polite">
        {tried?.sourceYaml === sourceYaml && <Outcome preview={tried.preview} />}
      </div>
    </Form>
  )
}

function Outcome({ preview }: { preview: Schemas['MappingPreview'] }) {
  const { before, after, isRead, missingMappings, calculatedFields, refusal } = preview
  const warning = warnOfCalculatedFields(calculatedFields)
  const shown = [{ before, after }, ...(preview.others ?? [])]
  const filtered = shown.filter((one) => one.after?.matchesFilter !== undefined)
  const matching = filtered.filter((one) => one.after?.matchesFilter)
  return (
    <div className="stack">
      {!isRead && <p>This object would no longer be read.</p>}
      {refusal && <p>The provider rejects this change: {refusal}</p>}
      {missingMappings.length > 0 && (
        <p>The customer must map these fields first: {missingMappings.join(', ')}.</p>
      )}
      {warning && <p>{warning}</p>}
      {filtered.length > 1 && (
        <p>
          {matching.length} of {filtered.length} records match the filter and would be delivered.
        </p>
      )}
      {shown.map((one, index) => (
        <RecordOutcome
          // oxlint-disable-next-line react/no-array-index-key -- records have no other key here
          key={index}
          {...one}
          title={shown.length > 1 ? `Record ${index + 1} of ${shown.length}` : undefined}
        />
      ))}
      {before && after && before.objectName !== after.objectName && (
        <p>
          Messages would use the object name <code>{after.objectName}</code> instead of{' '}
          <code>{before.objectName}</code>.
        </p>
      )}
    </div>
  )
}

interface RecordOutcomeProps {
  before?: Schemas['PreviewedRecord'] | undefined
  after?: Schemas['PreviewedRecord'] | undefined
  /** Names the record, if there are several. */
  title: string | undefined
}

/** Shows one record before and after the change, and whether it would be delivered. */
function RecordOutcome({ before, after, title }: RecordOutcomeProps) {
  const rows = compareRecords(before, after)
  const failsFilter = after?.expressionErrors?.some(({ name }) => name === 'filterExpression')
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      {after?.expressionErrors?.map(({ name, message }) => (
        <p key={name}>
          The expression of <code>{name}</code> fails for this record: {message}.{' '}
          {name === 'filterExpression'
            ? 'The record would not be delivered.'
            : 'The field would be empty.'}
        </p>
      ))}
      {after?.matchesFilter === false && !failsFilter && (
        <p>This record would not be delivered: it does not match the filter.</p>
      )}
      {before?.matchesFilter === false && after?.matchesFilter !== false && (
        <p>This record is not delivered now: it does not match the current filter.</p>
      )}
      {rows.length === 0 ? (
        <p>The customer has no records of this object yet.</p>
      ) : (
        <div className="list">
          <Table
            caption={`${title ?? 'One record'}, before and after`}
            rows={rows}
            keyOf={({ name }) => name}
            columns={[
              { title: 'Received as', render: ({ name }) => <code>{name}</code> },
              { title: 'Now', render: (row) => <Value of={row.now} /> },
              { title: 'After', render: (row) => <Value of={row.later} /> },
              { title: 'Change', render: (row) => <Change {...row} /> },
            ]}
          />
        </div>
      )}
    </>
  )
}

interface Row {
  name: string
  now: string | undefined
  later: string | undefined
}

/** Returns the delivered values by name, changed ones first. */
function compareRecords(
  before: Schemas['PreviewedRecord'] | undefined,
  after: Schemas['PreviewedRecord'] | undefined,
): Row[] {
  const [now, later] = [listReceived(before), listReceived(after)]
  const rows = [...new Set([...now.keys(), ...later.keys()])].map((name) => ({
    name,
    now: now.get(name),
    later: later.get(name),
  }))
  return [...rows.filter(isChanged), ...rows.filter((row) => !isChanged(row))]
}

const isChanged = ({ now, later }: Row) => now !== later

const listReceived = ({
  fields = {},
  mappedFields = {},
}: Partial<Schemas['PreviewedRecord']> = {}) =>
  new Map(
    Object.entries({ ...mappedFields, ...fields }).map(([name, value]) => [
      name,
      formatPreviewed(value),
    ]),
  )

const maxLength = 120

function formatPreviewed(value: unknown): string {
  const whole = typeof value === 'string' ? value : JSON.stringify(value)
  return whole.length > maxLength ? `${whole.slice(0, maxLength - 1)}…` : whole
}

const Value = ({ of }: { of: string | undefined }) =>
  of === undefined ? (
    <span className="muted">Not received</span>
  ) : (
    <span className="received">{of}</span>
  )

function Change(row: Row) {
  const { now, later } = row
  if (!isChanged(row)) return <span className="muted">None</span>
  if (now === undefined) return <Badge tone="good">Added</Badge>
  return later === undefined ? (
    <Badge tone="bad">Removed</Badge>
  ) : (
    <Badge tone="warning">Changed</Badge>
  )
}
