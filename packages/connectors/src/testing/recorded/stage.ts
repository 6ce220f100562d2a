import { basename } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { TestClient } from '../provider-client.ts'
import { readCassette, writeCassette } from './cassette.ts'
import type { PagingRule } from './paging.ts'
import { PlayedReplies, RecordedClient, RecordingReplies } from './recorded-client.ts'

/** Replays come from the cassette only; `npm run record` calls the sandbox and rewrites it. */
const isRecording = process.env.RECORD_CASSETTES === 'true'

const about =
  'Recorded from the sandbox of this repository, which plays the provider after its public ' +
  "documentation; not from the vendor's own service. Made anew by npm run record -w packages/connectors."

/** A provider to record from, ready for the tests of one suite. */
export interface Live {
  client: TestClient
  url: string
  close(): Promise<unknown>
}

export interface RecordedStage {
  readonly client: RecordedClient
  loseCursors(): Promise<void>
  loseReply(): Promise<void>
  /** Controls the provider, which only a recording has; its replies are replayed afterwards. */
  steer(act: (live: Live) => Promise<unknown>): Promise<void>
}

/**
 * Sets up a recorded provider for the tests of the file, and requires that every request is
 * recorded.
 */
export function prepareRecordedStage({
  cassette,
  paging,
  pageSize = 2_000,
  live: open,
}: {
  cassette: URL
  paging: PagingRule
  /** Maximum page size of lists, regardless of the requested one. */
  pageSize?: number
  live: () => Promise<Live>
}): RecordedStage {
  let client: RecordedClient | undefined
  let live: Live | undefined
  let played: PlayedReplies | undefined
  let recording: RecordingReplies | undefined

  beforeAll(async () => {
    if (isRecording) {
      live = await open()
      recording = new RecordingReplies(live.client, paging)
    } else {
      played = new PlayedReplies(basename(cassette.pathname), readCassette(cassette).exchanges)
    }
    const replies = recording ?? played
    if (replies) client = new RecordedClient(replies, paging, pageSize)
  })
  // A connector may treat the failure as an outage and continue.
  afterEach(() => expect(played?.unrecorded.splice(0) ?? []).toEqual([]))
  afterAll(async () => {
    if (recording) writeCassette(cassette, { about, exchanges: recording.exchanges })
    await live?.close()
  })

  const current = () => {
    if (!client) throw new Error('The stage is set when the tests begin, not before.')
    return client
  }
  return {
    get client() {
      return current()
    },
    loseCursors: async () => current().loseCursors(),
    loseReply: async () => current().loseReply(),
    async steer(act) {
      if (live) await act(live)
    },
  }
}
