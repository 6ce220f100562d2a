import { useEffect, useRef, useState } from 'react'
import type { InboxMessage } from '../inbox.ts'
import type { DemoUser } from '../people.ts'
import type { SyncedRecord } from '../synced-records.ts'

export type { DemoUser, InboxMessage, SyncedRecord }

export interface DemoSession {
  user: DemoUser
  users: DemoUser[]
  project: string
  platformUrl: string
  integrations: string[]
}

export interface ReceivedList {
  total: number
  duplicates: number
  unverified: number
  records: number
  messages: InboxMessage[]
}

export interface RecordList {
  total: number
  matching: number
  records: SyncedRecord[]
}

export async function callBackend<Reply>(path: string, body?: unknown): Promise<Reply> {
  const response = await fetch(path, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (!response.ok) throw new Error(`The demo's backend answered ${response.status}.`)
  return response.json() as Promise<Reply>
}

/** Fetches a path, again whenever `version` changes. */
export function useReply<Reply>(path: string, version: unknown = 0): Reply | undefined {
  const [reply, setReply] = useState<Reply>()
  useEffect(() => {
    let isCurrent = true
    void callBackend<Reply>(path).then((answer) => isCurrent && setReply(answer))
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new version asks again
  }, [path, version])
  return reply
}

/** Calls the listener for each webhook as it arrives. */
export function useStream(listener: (received: InboxMessage) => void): { isLive: boolean } {
  const [isLive, setIsLive] = useState(false)
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    const stream = new EventSource('/api/stream')
    stream.addEventListener('open', () => setIsLive(true))
    stream.addEventListener('error', () => setIsLive(false))
    stream.addEventListener('message', ({ data }: MessageEvent<string>) =>
      latest.current(JSON.parse(data) as InboxMessage),
    )
    return () => stream.close()
  }, [])
  return { isLive }
}
