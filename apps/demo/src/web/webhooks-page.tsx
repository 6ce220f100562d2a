import { useEffect, useState } from 'react'
import type { WebhookMessage } from '@platform/contract'
import { callBackend, useStream, type InboxMessage, type ReceivedList } from './backend.ts'
import { ScrollableTable, formatCell } from './records-page.tsx'

/** Maximum number of messages shown. */
const shownMessages = 200

export function WebhooksPage() {
  const [messages, setMessages] = useState<InboxMessage[]>([])
  const [type, setType] = useState('')
  const [open, setOpen] = useState<number>()
  const { isLive } = useStream((received) => setMessages(withMore([received])))
  useEffect(() => {
    void callBackend<ReceivedList>('/api/received').then((list) =>
      setMessages(withMore(list.messages)),
    )
  }, [])

  const types = [...new Set(messages.map((message) => message.type))].toSorted()
  const shown = messages.filter((message) => !type || message.type === type)
  return (
    <>
      <p className="lead">
        What the platform posts to Larkfield’s backend, as it arrives. Each signature is verified
        with a stock Standard Webhooks library.
      </p>
      <div className="bar">
        <select aria-label="Type" value={type} onChange={(event) => setType(event.target.value)}>
          <option value="">All types</option>
          {types.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <span className="live" data-live={isLive}>
          {isLive ? 'Live' : 'Connecting…'}
        </span>
      </div>
      {shown.length === 0 && (
        <div className="empty">
          <p>No messages yet.</p>
          <p>
            <a href="#/integrations">Connect and install an integration</a>: its events and records
            show up here.
          </p>
        </div>
      )}
      <ol className="messages">
        {shown.map((message) => (
          <Message
            key={message.sequence}
            message={message}
            isOpen={open === message.sequence}
            onToggle={() => setOpen(open === message.sequence ? undefined : message.sequence)}
          />
        ))}
      </ol>
    </>
  )
}

interface MessageProps {
  message: InboxMessage
  isOpen: boolean
  onToggle: () => void
}

function Message({ message, isOpen, onToggle }: MessageProps) {
  const { id, type, isVerified, isDuplicate, receivedAt, objectName, numRecords } = message
  return (
    <li className="message">
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <time dateTime={receivedAt}>{new Date(receivedAt).toLocaleTimeString()}</time>
        <b>{type === 'read' ? `${message.readType ?? ''} read` : type}</b>
        <span className="muted">
          {[objectName, message.groupRef].filter(Boolean).join(' · ')}
          {numRecords > 0 && ` · ${numRecords.toLocaleString()} records`}
        </span>
        <span className="tags">
          {isDuplicate && (
            <span className="tag" title="A message with this ID came before">
              again
            </span>
          )}
          <span className="tag" data-tone={isVerified ? 'good' : 'bad'}>
            {isVerified ? 'signature verified' : 'not verified'}
          </span>
        </span>
      </button>
      {isOpen && (
        <div className="detail">
          <p className="muted">
            Message <code>{id}</code>
          </p>
          <Body body={message.body} numRecords={numRecords} />
        </div>
      )}
    </li>
  )
}

function Body({ body, numRecords }: { body: unknown; numRecords: number }) {
  const { result, ...envelope } = body as WebhookMessage
  const rows = result?.map(({ fields, mappedFields }) => ({ ...fields, ...mappedFields })) ?? []
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    <>
      {rows.length > 0 && (
        <ScrollableTable label="Records">
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row: Record<string, unknown>, index) => (
                <tr key={index}>
                  {columns.map((name) => (
                    <td key={name}>{formatCell(row[name])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollableTable>
      )}
      {numRecords > rows.length && rows.length > 0 && (
        <p className="muted">
          The first {rows.length} of {numRecords.toLocaleString()} records.
        </p>
      )}
      <pre>{JSON.stringify(envelope, null, 2)}</pre>
    </>
  )
}

/** Merges old and new messages without duplicates, newest first. */
const withMore = (more: InboxMessage[]) => (old: InboxMessage[]) => {
  const known = new Set(old.map(({ sequence }) => sequence))
  const fresh = more.filter(({ sequence }) => !known.has(sequence))
  return [...fresh, ...old].toSorted((a, b) => b.sequence - a.sequence).slice(0, shownMessages)
}
