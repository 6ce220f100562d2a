import { hash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip, zstdCompress } from 'node:zlib'
import type { DestinationMetadata } from '@platform/contract'
import { timeOfId } from '@platform/kernel/db/new-id'
import { getFirst, must } from '@platform/kernel/values'
import { formatMessage } from '../batches.ts'
import type { SinkEvent } from '../event.ts'
import { toFailure } from '../http-exchange.ts'
import type { Outcome } from '../outcome.ts'
import type { Sink } from '../sink.ts'
import { parseTemplate } from '../template.ts'
import { writeParquet } from './parquet.ts'

const compressions = {
  gzip: { extension: 'gz', compress: promisify(gzip) },
  zstd: { extension: 'zst', compress: promisify(zstdCompress) },
}
const maxInBatch = 10_000
const defaultBatch = 1_000
const defaultWaitSecs = 60
const maxBatchBytes = 16 * 1024 * 1024
const maxParallel = 4
/** S3, Google Cloud Storage and Azure accept no longer keys. A file of several messages has a name of its own. */
const maxKeyBytes = 1_024
const maxFolderBytes = 900

/** A file to store under its key. */
export interface StoredFile {
  key: string
  body: string | Buffer
  contentType: string
  contentEncoding?: 'gzip' | 'zstd'
  /** Of a file with one message: what is not in its body. */
  attributes: Readonly<Record<string, string>>
}

/**
 * Creates a sink that stores one file per message or, with `batch`, files with several: compressed, with
 * one JSON per line or as Parquet, in the folder that the template computes for the message.
 */
export function createFileSink(
  { keyTemplate, batch, batchSize, maxWaitSecs, format, compression = 'gzip' }: DestinationMetadata,
  {
    describeTarget,
    put,
  }: {
    /** How attempts name the file. */
    describeTarget: (key: string) => string
    /** May throw. */
    put: (file: StoredFile) => Promise<Outcome>
  },
): Sink {
  const { extension, compress } = compressions[compression]
  const isBatching = batch === true || format === 'parquet'
  const fillTemplate = parseTemplate(keyTemplate)
  const makeKey = (event: SinkEvent, fallback: string) =>
    fitKey(fillTemplate(event, fallback), isBatching ? maxFolderBytes : maxKeyBytes) || fallback

  const store = async (file: StoredFile): Promise<Outcome> => ({
    ...(await put(file).catch((error: Error): Outcome => ({
      ...{ succeeded: false, ...toFailure(error) },
    }))),
    request: { url: describeTarget(file.key), headers: {} },
  })

  const storeOne = (event: SinkEvent) => {
    const time = new Date(timeOfId(event.id)).toISOString()
    return store({
      key: makeKey(event, `${event.type}/${time.slice(0, 10)}/${event.id}.json`),
      body: event.body,
      contentType: 'application/json',
      attributes: { 'event-type': event.type, 'event-id': event.id, 'event-time': time },
    })
  }

  const storeMany = async (folder: string, events: readonly SinkEvent[]) => {
    // Segments must not share a key, or one would replace the other.
    const name = `${folder}/${getFirst(events).id}-${randomUUID()}`
    return store(
      format === 'parquet'
        ? {
            ...{ key: `${name}.parquet`, body: await writeParquet(events), attributes: {} },
            contentType: 'application/vnd.apache.parquet',
          }
        : {
            ...{ key: `${name}.ndjson.${extension}`, attributes: {} },
            body: await compress(events.map((event) => `${formatMessage(event)}\n`).join('')),
            ...{ contentType: 'application/x-ndjson', contentEncoding: compression },
          },
    )
  }

  const storeByFolder = async (events: readonly SinkEvent[]): Promise<Outcome[]> => {
    const byFolder = Map.groupBy(events, (event) =>
      makeKey(event, new Date(timeOfId(event.id)).toISOString().slice(0, 10)),
    )
    const outcomes = new Map<SinkEvent, Outcome>()
    const waiting = byFolder.entries()
    const storeNext = async () => {
      for (const [folder, its] of waiting) {
        const outcome = await storeMany(folder, its)
        for (const event of its) outcomes.set(event, outcome)
      }
    }
    await Promise.all(Array.from({ length: Math.min(maxParallel, byFolder.size) }, storeNext))
    return events.map((event) => must(outcomes.get(event), 'outcome'))
  }

  return {
    maxBatch: isBatching ? Math.min(batchSize ?? defaultBatch, maxInBatch) : 1,
    maxBatchBytes: isBatching ? maxBatchBytes : Infinity,
    lingerMs: isBatching ? (maxWaitSecs ?? defaultWaitSecs) * 1000 : 0,
    send: async (events) =>
      isBatching ? storeByFolder(events) : [await storeOne(getFirst(events))],
    close() {},
  }
}

/**
 * Returns the key without segments that a URL would resolve: it contains values of customers, and
 * `../` would lead to another bucket. Empty segments are removed; each dot of `.` and `..` becomes
 * `_`, as do control characters, which some stores reject.
 */
const withinBucket = (key: string): string =>
  key
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '_')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (/^\.{1,2}$/.test(segment) ? segment.replaceAll('.', '_') : segment))
    .join('/')

/** Reports whether a text has characters that stores reject: control characters and halves of others. */
const hasOddCharacters = (text: string): boolean => /\p{Cc}|\p{Cs}/u.test(text)

/**
 * Returns a key that fits, for what the template computed; otherwise its beginning with a hash of the whole, and
 * its extension: different texts have different keys.
 */
function fitKey(text: string, maxBytes: number): string {
  const key = withinBucket(text)
  const bytes = Buffer.from(key)
  if (bytes.length <= maxBytes && !hasOddCharacters(text)) return key
  const extension = /\.[a-z\d]{1,10}$/i.exec(key)?.[0] ?? ''
  const end = `-${hash('sha256', Buffer.from(text, 'utf16le'))}${extension}`
  const room = maxBytes - end.length - '\uFFFD'.length * 3
  // A character may be cut: what is left of it is no text.
  const head = bytes.toString('utf8', 0, room).replace(/\uFFFD+$/, '')
  return head + end
}
