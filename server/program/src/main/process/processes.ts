import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { Counter, Gauge, Registry } from 'prom-client'
import { sleep } from '@platform/kernel/values'
import { stillForMs } from '@platform/kernel/jobs/standing-still'
import {
  beatEveryMs,
  mergeMetrics,
  numberVariable,
  type FromChild,
  type ToChild,
} from './between-processes.ts'
import { getDrainMs } from './drain-ms.ts'
import { choosePort } from './listen.ts'
import { createLog } from '../log.ts'
import { loadMasterKeys } from '../settings/master-key.ts'
import { memoryFlagsOfChild } from './memory.ts'
import {
  migrateAll,
  openConfiguredDatabase,
  whenDatabaseIsThere,
} from '../storage/open-database.ts'
import { ProcessNotStarted } from './process-not-started.ts'
import type { Running } from './run.ts'
import type { Settings } from '../settings/settings.ts'
import { logSetupLink } from '../setup.ts'

const leastDelayMs = 500
const maxDelayMs = 30_000
/** If a process runs for this long, its end is not caused by its start. */
const steadyMs = 60_000
/** Longer than a drained platform takes to stop by itself. */
const stopsWithinMs = 22_000
/** Prometheus waits for ten seconds. */
const answersWithinMs = 3_000

/**
 * Starts several identical processes that share the port and its connections. This process serves
 * nothing: it opens and migrates the database, restarts processes that end, and stops all of them.
 */
export async function startProcesses(given: Settings): Promise<Running> {
  // All processes share the port, also those that are started again.
  const { settings, release } = await choosePort(given)
  const log = createLog(settings)
  // One process must create the key if it does not exist.
  await loadMasterKeys(settings.PLATFORM_MASTER_KEY, {
    data: settings.PLATFORM_DATA,
    mayCreate: settings.DATABASE_URL === undefined,
  })
  const opened = await whenDatabaseIsThere(() =>
    openConfiguredDatabase(settings, (database) => migrateAll(database, log)),
  )
  await release()
  const children = startChildren(settings.PLATFORM_PROCESSES, {
    env: {
      DATABASE_URL: opened.connectionString,
      PLATFORM_PORT: String(settings.PLATFORM_PORT),
    },
    log,
    stopsWithinMs: stopsWithinMs + getDrainMs(settings),
  })
  const stop = async () => {
    await children.stop()
    await opened.close()
  }
  try {
    await logSetupLink(opened.database, { url: await children.ready, log })
  } catch (error) {
    await stop()
    throw error
  }
  return { stop, lost: Promise.race([opened.lost, children.failed]) }
}

interface Child {
  worker: Worker
  /** Returns its address, if it serves one. */
  ready: Promise<{ url: string | undefined }>
  ended: Promise<{ endedBy: string }>
}

function startChildren(
  count: number,
  {
    env,
    log,
    stopsWithinMs: withinMs,
  }: { env: NodeJS.ProcessEnv; log: Logger; stopsWithinMs: number },
) {
  cluster.setupPrimary({ execArgv: memoryFlagsOfChild(count) })
  const children = new Map<number, Child>()
  const stopping = new AbortController()
  const metrics = collectMetrics(children)
  const silence = watchSilence((worker) => {
    log.error({ childPid: worker.process.pid }, 'a process is stalled; ending it')
    worker.process.kill('SIGKILL')
  })
  // A second Ctrl-C ends immediately.
  process.once('exit', () => {
    for (const { worker } of children.values()) worker.process.kill('SIGKILL')
  })

  const start = (number: number): Child => {
    const worker = cluster.fork({ ...env, [numberVariable]: String(number) })
    const child: Child = {
      worker,
      ready: new Promise((resolve) => {
        worker.on('message', (message: FromChild) => {
          if (message.kind === 'ready') resolve({ url: message.url })
          if (message.kind === 'beat') silence.heard(worker)
          if (message.kind === 'asked-for-metrics') metrics.answer(worker, message.question)
        })
      }),
      ended: once(worker, 'exit').then(([code, signal]) => ({
        endedBy: signal ? String(signal) : `status ${code}`,
      })),
    }
    children.set(number, child)
    metrics.begun(number)
    void child.ready.then(() =>
      log.info({ process: number, childPid: worker.process.pid }, 'a process is ready'),
    )
    return child
  }

  const keepRunning = async (number: number, first: Child) => {
    let delayMs = leastDelayMs
    for (let child = first; ; child = start(number)) {
      const startedAt = performance.now()
      const { endedBy } = await child.ended
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > steadyMs) delayMs = leastDelayMs
      log.error(
        { process: number, childPid: child.worker.process.pid, endedBy, againInMs: delayMs },
        'a process has exited; restarting it',
      )
      metrics.restarted(number)
      await sleep(delayMs, stopping.signal)
      if (stopping.signal.aborted) return
      delayMs = Math.min(maxDelayMs, delayMs * 2)
    }
  }

  const startFirstTime = async (number: number) => {
    const child = start(number)
    const outcome = await Promise.race([child.ready, child.ended])
    if ('endedBy' in outcome) {
      throw new ProcessNotStarted(
        `Process ${number} of ${count} did not start (${outcome.endedBy}); see its output above.`,
      )
    }
    void keepRunning(number, child)
    return outcome.url
  }

  // An error that prevents one from starting prevents all; it is reported once.
  const ready = startFirstTime(1)
  const startOthers = async () => {
    await ready
    if (stopping.signal.aborted) return
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => startFirstTime(index + 2)))
  }
  const failed = new Promise<string>((resolve) => {
    startOthers().catch(() => {
      if (!stopping.signal.aborted) resolve('A process did not start, see its output above')
    })
  })

  return {
    /** Resolves to their URL when the first of them accepts requests, which it must finish from then on. */
    ready,
    /** Resolves to the reason why another did not start. */
    failed,
    async stop() {
      stopping.abort()
      const running = [...children.values()].filter(({ worker }) => !worker.isDead())
      const kill = (signal: NodeJS.Signals) => {
        for (const { worker } of running) worker.process.kill(signal)
      }
      const allEnded = Promise.all(running.map(({ ended }) => ended))
      kill('SIGTERM')
      await Promise.race([allEnded, sleep(withinMs, undefined, { ref: false })])
      kill('SIGKILL')
      await allEnded
    },
  }
}

/** Ends child processes without heartbeats: stopped by a signal, they cannot end themselves. */
function watchSilence(end: (worker: Worker) => void) {
  const heardAt = new Map<Worker, number>()
  let lookedAt = performance.now()
  setInterval(() => {
    const now = performance.now()
    // Heartbeats sent while this process was stopped have not been processed yet.
    if (now - lookedAt > 5 * beatEveryMs)
      for (const worker of heardAt.keys()) heardAt.set(worker, now)
    lookedAt = now
    for (const [worker, at] of heardAt) {
      if (!worker.isDead() && now - at < stillForMs) continue
      heardAt.delete(worker)
      if (!worker.isDead()) end(worker)
    }
  }, beatEveryMs).unref()
  return { heard: (worker: Worker) => void heardAt.set(worker, performance.now()) }
}

/** The metrics of all processes, and the state of the processes themselves. */
function collectMetrics(children: Map<number, Child>) {
  const own = new Registry()
  const options = { labelNames: ['process'], registers: [own] }
  const up = new Gauge({
    ...options,
    name: 'platform_process_up',
    help: 'Whether a process responds to its parent.',
  })
  const restarts = new Counter({
    ...options,
    name: 'platform_process_restarts_total',
    help: 'How often a process exited unexpectedly and was restarted.',
  })
  let questions = 0

  const ask = async ({ worker }: Child): Promise<string | undefined> => {
    const question = questions++
    const isOver = new AbortController()
    const answered = new Promise<string>((resolve) => {
      const hear = (message: FromChild) => {
        if (message.kind === 'own-metrics' && message.question === question) {
          resolve(message.metrics)
        }
      }
      worker.on('message', hear)
      isOver.signal.addEventListener('abort', () => worker.off('message', hear))
    })
    sendToWorker(worker, { kind: 'send-own-metrics', question })
    const page = await Promise.race([answered, sleep(answersWithinMs, isOver.signal)])
    isOver.abort()
    return page ?? undefined
  }

  const all = async () => {
    const pages = await Promise.all(
      [...children].map(async ([number, child]) => {
        const page = await ask(child)
        up.set({ process: number }, page === undefined ? 0 : 1)
        return page ?? ''
      }),
    )
    return mergeMetrics([await own.metrics(), ...pages])
  }

  return {
    // Starts at 0: a series that begins with 1 shows no increase in Prometheus, so the first
    // restart would not count.
    begun: (number: number) => restarts.inc({ process: number }, 0),
    restarted: (number: number) => restarts.inc({ process: number }),
    answer: (worker: Worker, question: number) =>
      void all().then((text) =>
        sendToWorker(worker, { kind: 'metrics-of-all', question, metrics: text }),
      ),
  }
}

function sendToWorker(worker: Worker, message: ToChild): void {
  // It may have ended in the meantime.
  if (worker.isConnected()) worker.send(message)
}
