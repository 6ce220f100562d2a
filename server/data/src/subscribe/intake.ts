import type { ProjectId } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import { getNow } from '@platform/kernel/values'

export interface Intake {
  /** Runs the work when a slot is free; throws `unavailable` if too many wait, or for too long. */
  run<Result>(projectId: ProjectId, work: () => Promise<Result>): Promise<Result>
}

export interface IntakeOptions {
  /** Maximum number of webhooks stored concurrently: in total, and per project. */
  places: { all: number; ofProject: number }
  /** Maximum number of waiting webhooks: in total, and per project. */
  waiting: { all: number; ofProject: number }
  /** Providers wait for at least five seconds. */
  patienceMs: number
}

interface Line {
  busy: number
  waiting: Set<() => void>
}

const retryAfterSeconds = 10

/**
 * Limits how many webhooks are stored concurrently, so that database connections remain for
 * deliveries and requests. Others are answered 503, and the provider sends them again. Projects
 * take turns.
 */
export function createIntake({ places, waiting, patienceMs }: IntakeOptions): Intake {
  /** Projects with webhooks in progress; after its turn, a project moves to the end. */
  const lines = new Map<ProjectId, Line>()
  let busy = 0
  let waitingOfAll = 0

  const canStart = (line: Line) => busy < places.all && line.busy < places.ofProject

  const start = (line: Line) => {
    busy++
    line.busy++
  }

  const forgetIdle = (projectId: ProjectId, line: Line) => {
    if (line.busy === 0 && line.waiting.size === 0) lines.delete(projectId)
  }

  const end = (projectId: ProjectId, line: Line) => {
    busy--
    line.busy--
    forgetIdle(projectId, line)
    for (const [id, next] of lines) {
      const [admit] = next.waiting
      if (!admit || !canStart(next)) continue
      lines.delete(id)
      lines.set(id, next)
      admit()
      return
    }
  }

  const take = (line: Line): Promise<void> => {
    if (canStart(line)) {
      start(line)
      return Promise.resolve()
    }
    if (waitingOfAll >= waiting.all || line.waiting.size >= waiting.ofProject) {
      return Promise.reject(tooMany())
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        line.waiting.delete(admit)
        waitingOfAll--
      }
      const admit = () => {
        leave()
        start(line)
        resolve()
      }
      const timer = setTimeout(() => {
        leave()
        reject(tooMany())
      }, patienceMs)
      line.waiting.add(admit)
      waitingOfAll++
    })
  }

  return {
    async run(projectId, work) {
      const line = lines.get(projectId) ?? { busy: 0, waiting: new Set() }
      lines.set(projectId, line)
      await take(line).catch((error: unknown) => {
        forgetIdle(projectId, line)
        throw error
      })
      try {
        return await work()
      } finally {
        end(projectId, line)
      }
    },
  }
}

const tooMany = () =>
  new Problem('unavailable', {
    detail: 'Too many concurrent webhooks. Send this one again later.',
    retryAfter: getNow(retryAfterSeconds * 1000),
  })
