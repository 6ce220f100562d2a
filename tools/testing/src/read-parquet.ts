import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { installPythonPackages } from './emulators.ts'

const program = fileURLToPath(new URL('../parquet-reader/read.py', import.meta.url))

/** Returns types of columns and rows of a Parquet file, as Apache Arrow reads it, which pip installs. */
export async function readParquet(
  file: Uint8Array,
): Promise<{ types: Record<string, string>; rows: any[] }> {
  const folder = await installPythonPackages(['pyarrow==26.0.1'])
  const reader = spawn('python3', [program], { env: { ...process.env, PYTHONPATH: folder } })
  const ended = once(reader, 'exit')
  reader.stdin.end(file)
  const [printed, failed] = await Promise.all([text(reader.stdout), text(reader.stderr), ended])
  if (failed !== '') throw new Error(failed)
  const [types, ...rows] = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { types, rows }
}
