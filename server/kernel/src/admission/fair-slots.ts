import type { LendableSlot } from './wait-outside.ts'

/** The owner of work: slots are shared by organizations first, then by their projects. */
export interface SlotTenant {
  org: string
  project: string
}

export interface FairSlot extends LendableSlot {
  /** Returns whether it is lent: a tenant whose share of lent slots is used up keeps the slot. */
  lend(): boolean
  release(): void
}

export interface SlotRequest {
  patienceMs: number
  /** Creates the error after which nothing is waited for any longer. */
  makeError: () => Error
  /** Ends the wait with its reason. */
  signal?: AbortSignal | undefined
  /** Number of slots that are used together, such as bytes. */
  weight?: number
}

export interface FairSlotsOptions {
  slots: number
  /**
   * Maximum number of lent slots, whose holders wait for an answer. Beyond its share of them, a
   * tenant's holders keep their slots.
   */
  maxLent?: number
  /** Maximum number of slots that a project may use, instead of a share of the free ones. */
  maxOfProject?: number
}

/** The use of slots by an organization or project. */
class Share {
  busy = 0
  lent = 0
  waiting = 0

  isIdle(): boolean {
    return this.busy === 0 && this.lent === 0 && this.waiting === 0
  }
}

/** Waits for slots. */
interface Entry {
  weight: number
  begin: (slot: FairSlot) => void
}

class ProjectShare extends Share {
  readonly queue = new Set<Entry>()
  readonly tenant: SlotTenant

  constructor(tenant: SlotTenant) {
    super()
    this.tenant = tenant
  }
}

/** An organization uses at most this multiple of the free slots, which leaves a quarter to others. */
const orgMultiple = 3

/**
 * Divides slots among tenants. A project gets another slot while more are free than it uses, so that
 * it uses half at most. All projects of an organization use three quarters at most. Some slots always
 * remain for the next project and organization. Of those that wait, the one with the fewest slots is
 * served first; if it needs several that are not free yet, nobody overtakes it. What needs more than
 * its share is admitted when nothing else is in progress. Slots that are lent while their holders
 * wait for an answer are divided by the same rule.
 */
export class FairSlots {
  private readonly all = new Share()
  private readonly orgs = new Map<string, Share>()
  private readonly projects = new Map<string, ProjectShare>()
  /** Projects that wait, in the order in which they were last served. */
  private readonly waiting = new Set<ProjectShare>()
  private isAdmitting = false
  private readonly slots: number
  private readonly maxLent: number
  private readonly maxOfProject: number | undefined

  constructor({ slots, maxLent = 0, maxOfProject }: FairSlotsOptions) {
    this.slots = slots
    this.maxLent = maxLent
    this.maxOfProject = maxOfProject
  }

  /** Number of slots that are neither used nor overdrawn by returned ones. */
  countFree(): number {
    return Math.max(0, this.slots - this.all.busy)
  }

  countLent(): number {
    return this.all.lent
  }

  isIdle(): boolean {
    return this.all.isIdle()
  }

  /** Returns the organizations and projects that use their share. */
  listSated(): { orgs: string[]; projects: string[] } {
    const free = this.slots - this.all.busy
    const list = (shares: ReadonlyMap<string, Share>, max: number) =>
      [...shares].flatMap(([key, { busy }]) => (busy >= max ? [key] : []))
    return { orgs: list(this.orgs, orgMultiple * free), projects: list(this.projects, free) }
  }

  countBusy(): number {
    return this.all.busy
  }

  /** Takes a slot, whether or not one is free, for work that has already been claimed. */
  occupy(tenant: SlotTenant): FairSlot {
    return this.admit(this.openProject(tenant), 1)
  }

  /** Takes a slot if the tenant may have one now. */
  tryAcquire(tenant: SlotTenant, weight = 1): FairSlot | undefined {
    const project = this.openProject(tenant)
    if (project.waiting === 0 && this.mayAdmit(project, weight) && !this.mustQueue(project)) {
      return this.admit(project, weight)
    }
    this.forgetIdle(project)
    return undefined
  }

  /**
   * Calls `begin` when the tenant gets a slot, immediately or later. In the latter case, returns a
   * function that ends the wait.
   */
  enter(tenant: SlotTenant, begin: (slot: FairSlot) => void, weight = 1): (() => void) | undefined {
    const slot = this.tryAcquire(tenant, weight)
    if (slot) {
      begin(slot)
      return undefined
    }
    const project = this.openProject(tenant)
    const entry = { weight, begin }
    project.queue.add(entry)
    this.count(project, 'waiting', 1)
    this.waiting.add(project)
    return () => {
      if (!project.queue.delete(entry)) return
      this.endWait(project)
      this.forgetIdle(project)
      // It may have kept others waiting for the slots that it needed.
      if (weight > 1) this.admitWaiting()
    }
  }

  /** Waits until the tenant gets a slot, for a limited time. */
  acquire(
    tenant: SlotTenant,
    { patienceMs, makeError, signal, weight = 1 }: SlotRequest,
  ): Promise<FairSlot> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    const slot = this.tryAcquire(tenant, weight)
    if (slot) return Promise.resolve(slot)
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const giveUp = (error: Error) => {
        end()
        stopWaiting?.()
        reject(error)
      }
      const abort = () => giveUp(signal?.reason as Error)
      const timer = setTimeout(() => giveUp(makeError()), patienceMs)
      signal?.addEventListener('abort', abort, { once: true })
      const begin = (admitted: FairSlot) => {
        end()
        resolve(admitted)
      }
      const stopWaiting = this.enter(tenant, begin, weight)
    })
  }

  /** Returns whether the tenant's share leaves it another slot, or nothing else is in progress. */
  private isEntitled(project: ProjectShare): boolean {
    return this.mayAdmit(project, 1)
  }

  private mayAdmit({ tenant, busy }: ProjectShare, weight: number): boolean {
    if (this.all.busy === 0) return true
    const free = this.slots - this.all.busy
    if (this.maxOfProject !== undefined) return weight <= free && busy + weight <= this.maxOfProject
    return busy + weight <= free && this.openOrg(tenant.org).busy + weight <= orgMultiple * free
  }

  /** Free slots are left to who waits for several and comes before the project. */
  private mustQueue(project: ProjectShare): boolean {
    for (const other of this.waiting) {
      if (this.isEntitled(other) && !this.isBefore(project, other)) return true
    }
    return false
  }

  private mayLend(project: ProjectShare): boolean {
    const free = this.maxLent - this.all.lent
    return project.lent < free && this.openOrg(project.tenant.org).lent < orgMultiple * free
  }

  private admit(project: ProjectShare, weight: number): FairSlot {
    this.count(project, 'busy', weight)
    let state: 'busy' | 'lent' | 'released' = 'busy'
    return {
      lend: () => {
        if (state !== 'busy' || !this.mayLend(project)) return false
        state = 'lent'
        this.count(project, 'lent', weight)
        this.free(project, weight)
        return true
      },
      takeBack: () => {
        if (state !== 'lent') return
        state = 'busy'
        this.count(project, 'lent', -weight)
        this.count(project, 'busy', weight)
      },
      release: () => {
        if (state === 'released') return
        const was = state
        state = 'released'
        if (was === 'busy') this.free(project, weight)
        else this.count(project, 'lent', -weight)
        this.forgetIdle(project)
      },
    }
  }

  private free(project: ProjectShare, weight: number): void {
    this.count(project, 'busy', -weight)
    if (this.all.waiting === 0) return
    this.moveToEnd(project)
    this.admitWaiting()
  }

  /** Work that begins may end at once, which admits the next: in this loop, not within each other. */
  private admitWaiting(): void {
    if (this.isAdmitting) return
    this.isAdmitting = true
    try {
      this.admitWhileFree()
    } finally {
      this.isAdmitting = false
    }
  }

  private admitWhileFree(): void {
    while (this.all.busy < this.slots && this.all.waiting > 0) {
      let next: ProjectShare | undefined
      for (const project of this.waiting) {
        if (this.isEntitled(project) && (!next || this.isBefore(project, next))) next = project
      }
      const [entry] = next?.queue ?? []
      if (!next || !entry || !this.mayAdmit(next, entry.weight)) return
      next.queue.delete(entry)
      this.endWait(next)
      this.moveToEnd(next)
      entry.begin(this.admit(next, entry.weight))
    }
  }

  private isBefore(one: ProjectShare, other: ProjectShare): boolean {
    const [ofOne, ofOther] = [this.openOrg(one.tenant.org), this.openOrg(other.tenant.org)]
    return ofOne.busy < ofOther.busy || (ofOne.busy === ofOther.busy && one.busy < other.busy)
  }

  /** A project that has just been served comes after others with as few slots. */
  private moveToEnd(project: ProjectShare): void {
    if (this.waiting.delete(project)) this.waiting.add(project)
  }

  private endWait(project: ProjectShare): void {
    this.count(project, 'waiting', -1)
    if (project.waiting === 0) this.waiting.delete(project)
  }

  private count(project: ProjectShare, what: 'busy' | 'lent' | 'waiting', by: number): void {
    this.all[what] += by
    this.openOrg(project.tenant.org)[what] += by
    project[what] += by
  }

  private openOrg(key: string): Share {
    let org = this.orgs.get(key)
    if (!org) this.orgs.set(key, (org = new Share()))
    return org
  }

  private openProject(tenant: SlotTenant): ProjectShare {
    let project = this.projects.get(tenant.project)
    if (!project) this.projects.set(tenant.project, (project = new ProjectShare(tenant)))
    return project
  }

  private forgetIdle(project: ProjectShare): void {
    const { tenant } = project
    if (project.isIdle() && this.projects.get(tenant.project) === project) {
      this.projects.delete(tenant.project)
    }
    if (this.orgs.get(tenant.org)?.isIdle()) this.orgs.delete(tenant.org)
  }
}
