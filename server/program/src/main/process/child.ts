import cluster from 'node:cluster'
import type { Registry } from 'prom-client'
import { beatEveryMs, numberVariable, type FromChild, type ToChild } from './between-processes.ts'
import { startPlatform } from '../platform.ts'
import type { Running } from './run.ts'
import type { Settings } from '../settings/settings.ts'

/** Starts the platform as one of several processes with a common port and parent. */
export async function startChild(settings: Settings): Promise<Running> {
  const parentEnded = whenParentEnds()
  const platform = await startPlatform(settings, { metricsOf: metricsOfAll() })
  sendToParent({ kind: 'ready', url: platform.url })
  setInterval(() => sendToParent({ kind: 'beat' }), beatEveryMs).unref()
  return {
    drain: platform.drain,
    stop: platform.stop,
    lost: Promise.race([platform.lost, parentEnded]),
  }
}

/** Node would exit immediately; this stops the process gracefully, but soon. */
const whenParentEnds = () =>
  new Promise<string>((resolve) => {
    const { worker } = cluster
    worker?.on('disconnect', () => {
      worker.exitedAfterDisconnect = true
      resolve('The parent process has ended')
    })
  })

/** Forwards a scrape of this process to the parent, which collects the metrics of all. */
function metricsOfAll(): (own: Registry) => () => Promise<string> {
  let own: Registry | undefined
  let questions = 0
  const asking = new Map<number, (metrics: string) => void>()
  const sendOwnMetrics = async (question: number) => {
    // The parent treats silence as unhealthy.
    const metrics = await own?.metrics().catch(() => undefined)
    if (metrics !== undefined) sendToParent({ kind: 'own-metrics', question, metrics })
  }
  process.on('message', (message: ToChild) => {
    const { kind, question } = message
    if (kind === 'send-own-metrics') return void sendOwnMetrics(question)
    asking.get(question)?.(message.metrics)
    asking.delete(question)
  })
  return (registry) => {
    own = registry
    registry.setDefaultLabels({ process: process.env[numberVariable] ?? '' })
    return () =>
      new Promise((resolve) => {
        const question = questions++
        asking.set(question, resolve)
        sendToParent({ kind: 'asked-for-metrics', question })
      })
  }
}

function sendToParent(message: FromChild): void {
  // The parent may have ended; this process then ends too.
  if (process.connected) process.send?.(message)
}
