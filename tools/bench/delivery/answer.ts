import pg from 'pg'

let statements = 0
const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...parameters: never[]) {
  statements++
  return Reflect.apply(query, this, parameters) as never
}

export interface CpuUsage {
  cpuSeconds: number
  /** Number of statements that this process sent to PostgreSQL. */
  statements: number
  memoryMb: number
}

/** URL and headers for the generator. */
export interface Entry {
  path: string
  headers: Record<string, string>
}

/**
 * Answers the benchmark over the channel between the processes: the server's usage, and a project
 * whose events are sent to these URLs.
 */
export function answerBenchmark(port: number, setUp: (urls: string[]) => Promise<Entry>): void {
  process.on('message', (message: 'usage' | string[]) => {
    if (message !== 'usage') return void setUp(message).then((entry) => process.send!(entry))
    const { user, system } = process.cpuUsage()
    return process.send!({
      cpuSeconds: (user + system) / 1e6,
      statements,
      memoryMb: Math.round(process.memoryUsage.rss() / 1e6),
    } satisfies CpuUsage)
  })
  process.send!({ port })
}
