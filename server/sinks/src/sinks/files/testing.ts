import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { must } from '@platform/kernel/values'
import { readParquet } from '@platform/testing/read-parquet'

export interface ReceivedFile {
  key: string
  bytes: Uint8Array
  /** What a file with one message has beside its body. */
  attributes: Record<string, string>
}

/** Returns the messages of a stored file. */
export async function readMessages({ key, bytes, attributes }: ReceivedFile) {
  if (/\.(?:gz|zst)$/.test(key)) {
    const decompressed = key.endsWith('.gz') ? gunzipSync(bytes) : zstdDecompressSync(bytes)
    const lines = decompressed.toString().trim().split('\n')
    return lines.map((line) => JSON.parse(line))
  }
  if (key.endsWith('.parquet')) {
    const { rows } = await readParquet(bytes)
    return rows.map(({ id, type, data }) => ({ id, type, data: JSON.parse(data) }))
  }
  return [
    {
      id: must(attributes['event-id'], 'event-id'),
      type: must(attributes['event-type'], 'event-type'),
      data: JSON.parse(Buffer.from(bytes).toString()),
    },
  ]
}
