import type { ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { getNowMs } from '@platform/kernel/values'
import { sumKeptBytes } from './store.ts'

declare module '@platform/kernel/services' {
  interface Services {
    keptUsage: KeptUsage
  }
}

/** Share of the limit from which a project is warned. */
export const warnAt = 0.8
/** Share of the limit below which a warning ends. */
export const calmAt = 0.7

/** What a project keeps, as far as this process knows. */
export interface ProjectUsage {
  bytes: number
  readAt: number
  /** What this process has announced about it. */
  announced: 'nothing' | 'near' | 'reached'
}

/** A sum over the lists of the project for each page would take longer than the page. */
const usageMs = 5_000
const maxUsages = 10_000

/** Counts what projects keep, and what they may keep. */
export class KeptUsage {
  readonly maxBytes: number
  readonly #projects = new Map<ProjectId, ProjectUsage>()

  constructor({ maxBytes }: { maxBytes: number }) {
    this.maxBytes = maxBytes
  }

  /** Returns what the project keeps, with what this process has added since it asked the database. */
  async get(db: Db, projectId: ProjectId): Promise<ProjectUsage> {
    const known = this.#projects.get(projectId)
    return known && getNowMs() - known.readAt < usageMs ? known : this.refresh(db, projectId)
  }

  /** Counts what was stored, also records that replace others; near the limit, exactly. */
  async add(tx: Db, projectId: ProjectId, bytes: number): Promise<ProjectUsage> {
    const usage = await this.get(tx, projectId)
    usage.bytes += bytes
    return usage.bytes < this.maxBytes * warnAt ? usage : this.refresh(tx, projectId)
  }

  private async refresh(db: Db, projectId: ProjectId): Promise<ProjectUsage> {
    const known = this.#projects.get(projectId)
    if (this.#projects.size >= maxUsages) this.#projects.clear()
    const bytes = await sumKeptBytes(db, projectId)
    const isCalm = bytes < this.maxBytes * calmAt
    const announced = isCalm ? 'nothing' : (known?.announced ?? 'nothing')
    const usage: ProjectUsage = { bytes, readAt: getNowMs(), announced }
    this.#projects.set(projectId, usage)
    return usage
  }
}
