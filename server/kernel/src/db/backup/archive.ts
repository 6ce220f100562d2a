/**
 * Format of a backup file: gzip of a header line, then frames of one letter, a length in four bytes
 * and the content.
 * - `M`: the manifest, once, first
 * - `T`: start of a table; `D`: some of its rows in the format of PostgreSQL's `copy`; `E`: end of
 *   the table
 * - `S`: positions of the sequences
 * - `Z`: end, with the SHA-256 of everything before it
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** Error during backup or restore, as a sentence for the terminal. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export interface BackupManifest {
  format: 1
  /** Point in time of the snapshot. */
  time: string
  migrations: string[]
  /** Schema version of the job library. */
  jobs: number
  /** Identifies the master keys that decrypt its secrets. The keys themselves are not included. */
  masterKeys: string[]
  tables: number
  /** Days with partitions, by table. */
  days: Record<string, number[]>
}

export interface ArchivedTable {
  schema: string
  name: string
  columns: string[]
}

export interface Sequence {
  schema: string
  name: string
  lastValue: string
}

export type Frame =
  | { type: 'M'; manifest: BackupManifest }
  | { type: 'T'; table: ArchivedTable }
  | { type: 'D'; rows: Buffer }
  | { type: 'E'; rows: number }
  | { type: 'S'; sequences: Sequence[] }

const firstLine = Buffer.from('platform backup 1\n')
const headBytes = 5
const maxBytes = 1024 * 1024

/**
 * Writes the file, readable by its owner only. It is renamed to its final name when it is complete.
 */
export async function writeArchive(
  path: string,
  frames: AsyncIterable<Frame>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const partial = `${path}.partial`
  await rm(partial, { force: true })
  try {
    await pipeline(
      Readable.from(encodeFrames(frames), { objectMode: false, highWaterMark: maxBytes }),
      createGzip(),
      createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }),
      { ...(signal && { signal }) },
    )
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function* encodeFrames(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const addToHash = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  yield addToHash(firstLine)
  for await (const { type, ...content } of frames) {
    if (type !== 'D') {
      yield addToHash(frame(type, Buffer.from(JSON.stringify(Object.values(content)[0]))))
      continue
    }
    const { rows } = content as { rows: Buffer }
    for (let at = 0; at < rows.length; at += maxBytes) {
      yield addToHash(frame('D', rows.subarray(at, at + maxBytes)))
    }
  }
  yield frame('Z', hash.digest())
}

function frame(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.write(type, 'latin1')
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/**
 * Yields the frames of the file.
 * @throws BackupError if the file is no backup, damaged or truncated; frames before the damage have
 * been yielded by then
 */
export async function* readArchive(path: string): AsyncGenerator<Frame> {
  const bytes = readBytes(path)
  const hash = createHash('sha256')
  const read = async (length: number) => {
    const found = await bytes.read(length)
    if (!found) throw new BackupError(`${path} is truncated: create another backup.`)
    return found
  }
  try {
    const line = await bytes.read(firstLine.length)
    if (!line?.equals(firstLine)) {
      throw new BackupError(
        `${path} is not a backup, or was made by a version that this one cannot read.`,
      )
    }
    hash.update(line)
    for (;;) {
      const head = await read(headBytes)
      const length = head.readUInt32BE(1)
      if (length > 64 * maxBytes) throw makeDamagedError(path)
      const content = await read(length)
      const type = head.toString('latin1', 0, 1)
      if (type === 'Z') {
        const isWhole = content.equals(hash.digest()) && (await bytes.read(1)) === undefined
        if (!isWhole) throw makeDamagedError(path)
        return
      }
      hash.update(head).update(content)
      yield decodeFrame(type, content, path)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
      throw new BackupError(`${path} cannot be read (${code}).`, { cause: error })
    }
    if (code?.startsWith('Z_')) throw makeDamagedError(path, error)
    throw error
  } finally {
    bytes.close()
  }
}

function decodeFrame(type: string, content: Buffer, path: string): Frame {
  if (type === 'D') return { type, rows: content }
  const field = { M: 'manifest', T: 'table', E: 'rows', S: 'sequences' }[type]
  if (field === undefined) throw makeDamagedError(path)
  return { type, [field]: JSON.parse(content.toString()) as unknown } as Frame
}

const makeDamagedError = (path: string, cause?: unknown) =>
  new BackupError(`${path} is damaged: create another backup.`, { cause })

/**
 * Returns a reader of the decompressed bytes. It takes a number of bytes and returns undefined at
 * the end.
 */
function readBytes(path: string) {
  const file = createReadStream(path)
  const unpacked = file.pipe(createGunzip())
  file.on('error', (error) => unpacked.destroy(error))
  const chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let left: Buffer = Buffer.alloc(0)
  return {
    async read(length: number): Promise<Buffer | undefined> {
      const parts = [left]
      let size = left.length
      while (size < length) {
        const { done, value } = await chunks.next()
        if (done) break
        parts.push(value)
        size += value.length
      }
      const all = Buffer.concat(parts)
      left = all.subarray(length)
      return all.length >= length ? all.subarray(0, length) : undefined
    },
    close() {
      file.destroy()
      unpacked.destroy()
    },
  }
}
