import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useProject } from '../../context.tsx'
import { navigate } from '../../router.tsx'
import { Select } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'

interface ReadNowProps {
  installation: Schemas['Installation']
  onClose: () => void
}

/** Reads an object again: recent changes or all records. */
export function ReadNow({ installation, onClose }: ReadNowProps) {
  const { actions, to } = useProject()
  const { integrationId, instance, connection, group = connection.group } = installation
  const names = Object.entries(installation.objects)
    .filter(([, { state }]) => state === 'active' || state === 'retrying')
    .map(([name]) => name)
  const [objectName, setObjectName] = useState(names[0] ?? '')
  const [wanted, setWanted] = useState('watermark')

  const watermark = installation.objects[objectName]?.watermark
  // Objects that were never read have no last read to continue from.
  const since = wanted === 'watermark' && !watermark ? 'all' : wanted
  const read = useAction(
    () => {
      const from = since === 'watermark' ? watermark : hoursAgo[since]?.()
      const { groupRef } = group
      return actions.readNow(
        { integrationId, objectName, instance },
        { groupRef, mode: 'async', ...(from && { sinceTimestamp: from }) },
      )
    },
    ({ operationId }) => navigate(to('operation', { operation: operationId })),
  )

  return (
    <FormDialog title="Read now" doIt="Read now" action={read} onClose={onClose}>
      <Select label="Object" value={objectName} onChange={setObjectName}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        label="Records"
        value={since}
        onChange={setWanted}
        hint="Records that were already delivered are sent again as updates."
      >
        {watermark && <option value="watermark">Changed since the last read</option>}
        <option value="day">Changed in the last 24 hours</option>
        <option value="week">Changed in the last 7 days</option>
        <option value="all">All records (backfill)</option>
      </Select>
    </FormDialog>
  )
}

const ago = (hours: number) => () => new Date(Date.now() - hours * 3_600_000).toISOString()
const hoursAgo: Record<string, () => string> = { day: ago(24), week: ago(168) }
