/**
 * Two processes of `server.ts` that share a port, like several processes of `serve`. Each delivers
 * the events that it accepted.
 */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { CpuUsage } from './answer.ts'

cluster.setupPrimary({ exec: fileURLToPath(new URL('server.ts', import.meta.url)) })
const workers = [cluster.fork(), cluster.fork()]

const waitForMessage = async <Message>(worker: (typeof workers)[number]) =>
  ((await once(worker, 'message')) as [Message])[0]
const [first] = workers as [(typeof workers)[number]]
const [{ port } = { port: 0 }] = await Promise.all(workers.map(waitForMessage<{ port: number }>))

process.on('message', (question: 'usage' | string[]) => {
  if (question !== 'usage') {
    first.send(question)
    return void waitForMessage<object>(first).then((entry) => process.send!(entry))
  }
  const usages = workers.map((worker) => {
    worker.send(question)
    return waitForMessage<CpuUsage>(worker)
  })
  const sumParts = (all: CpuUsage[], part: keyof CpuUsage) =>
    all.reduce((total, one) => total + one[part], 0)
  return void Promise.all(usages).then((all) =>
    process.send!({
      cpuSeconds: sumParts(all, 'cpuSeconds'),
      statements: sumParts(all, 'statements'),
      memoryMb: sumParts(all, 'memoryMb'),
    } satisfies CpuUsage),
  )
})
process.send!({ port })
process.once('SIGTERM', () => {
  for (const worker of workers) worker.process.kill('SIGTERM')
  void Promise.all(workers.map((worker) => once(worker, 'exit'))).then(() => process.exit(0))
})
process.once('disconnect', () => process.exit())
