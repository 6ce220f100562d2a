import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { DestinationMetadata } from '@platform/contract'
import { redisUser, startRedis } from '@platform/testing/redis-server'

/** Reads a stream with Redis's own client. */
export async function givenRedis(metadata?: DestinationMetadata) {
  const { plain, cli, env } = await startRedis()
  const { username, password } = redisUser
  const stream = `events-${randomUUID()}`
  const run = async (...words: string[]): Promise<any> => {
    const port = plain.split(':')[1] ?? ''
    const signIn = ['-p', port, '--user', username, '--pass', password, '--no-auth-warning']
    const { stdout } = await promisify(execFile)(cli, [...signIn, '-3', '--json', ...words], {
      env: { ...process.env, ...env },
      maxBuffer: 100 * 1024 * 1024,
    })
    return JSON.parse(stdout)
  }
  const read = async (): Promise<Record<string, string>[]> =>
    (await run('XRANGE', stream, '-', '+')).map(([, fields]: [string, string[]]) =>
      Object.fromEntries(
        fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1]]] : [])),
      ),
    )
  return {
    metadata: { host: plain, stream, username, ...metadata },
    credentials: { password },
    stream,
    run,
    read,
    arrived: async () => (await read()).map(({ message = '' }) => JSON.parse(message)),
  }
}
