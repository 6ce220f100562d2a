import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { messageTypes } from '../message-types.ts'
import { useAction } from '../../api/use-action.ts'
import { Select, TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { formatCount, words } from '../../ui/format.ts'

interface StartReplayProps {
  destinations: [id: string, name: string][]
  /** The preselected destination. */
  destination?: string
  /** Whether it is disabled. */
  isDisabled?: boolean
  onStarted: () => Promise<unknown>
  onClose: () => void
}

type Filter = Schemas['ReplayFilter']

const statuses: Filter['status'][] = ['failed', 'delivered', 'canceled']
const hourMs = 3600 * 1000

interface Counted {
  count: number
  hasMore: boolean
}

const howMany = ({ count, hasMore }: Counted) =>
  `${hasMore ? 'more than ' : ''}${formatCount(count)}`

/** Counts the matching deliveries before it starts a replay. */
export function StartReplay({
  destinations,
  destination = '',
  isDisabled = false,
  onStarted,
  onClose,
}: StartReplayProps) {
  const { actions } = useProject()
  const [status, setStatus] = useState<Filter['status']>('failed')
  const [destinationId, setDestinationId] = useState(destination)
  const [eventType, setEventType] = useState<Schemas['MessageType']>()
  const [hours, setHours] = useState('24')
  const [perSecond, setPerSecond] = useState('100')
  const [counted, setCounted] = useState<Counted & { filter: Filter; of: string }>()

  const chosen = JSON.stringify([status, destinationId, eventType, hours])
  const isCounted = counted?.of === chosen
  const count = async () => {
    const filter: Filter = {
      status,
      ...(destinationId && { destinationId }),
      ...(eventType && { eventTypes: [eventType] }),
      ...(hours && { from: new Date(Date.now() - Number(hours) * hourMs).toISOString() }),
    }
    setCounted({ ...(await actions.replay({ ...filter, dryRun: true })), filter, of: chosen })
  }
  const send = async (filter: Filter) => {
    await actions.replay({ ...filter, perSecond: Number(perSecond) })
    await onStarted()
    onClose()
  }
  const go = useAction(() => (isCounted && counted.count > 0 ? send(counted.filter) : count()))

  return (
    <FormDialog
      title="Replay"
      doIt={isCounted && counted.count > 0 ? `Replay ${howMany(counted)}` : 'Count'}
      action={go}
      onClose={onClose}
    >
      <Select
        label="Status"
        value={status}
        onChange={(value) => setStatus(statuses.find((one) => one === value) ?? status)}
      >
        {statuses.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </Select>
      <Select label="Destination" value={destinationId} onChange={setDestinationId}>
        <option value="">All</option>
        {destinations.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label="Event type"
        value={eventType ?? ''}
        onChange={(value) => setEventType(messageTypes.find((type) => type === value))}
      >
        <option value="">All</option>
        {messageTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      <Select label="Time" value={hours} onChange={setHours}>
        <option value="1">Last hour</option>
        <option value="24">Last 24 hours</option>
        <option value="168">Last 7 days</option>
        <option value="">All time</option>
      </Select>
      <TextField
        label="Maximum per second"
        name="perSecond"
        type="number"
        min={1}
        max={10_000}
        required
        value={perSecond}
        onChange={(event) => setPerSecond(event.target.value)}
      />
      <p aria-live="polite">
        {isCounted && `Matching deliveries: ${howMany(counted)}.`}
        {isCounted &&
          isDisabled &&
          ' The destination is disabled, so deliveries are paused until it is enabled.'}
      </p>
    </FormDialog>
  )
}
