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

export interface FairSlotsOptions {
  slots: number
  /**
   * Maximum number of lent slots, whose holders wait for an answer. Beyond its share of them, a
   * tenant's holders keep their slots.
   */
  maxLent?: number
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

class ProjectShare extends Share {
  readonly queue = new Set<(slot: FairSlot) => void>()
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
 * served first. Slots that are lent while their holders wait for an answer are divided by the same
 * rule.
 */
export class FairSlots {
  private readonly all = new Share()
  private readonly orgs = new Map<string, Share>()
  private readonly projects = new Map<string, ProjectShare>()
  private readonly slots: number
  private readonly maxLent: number

  constructor({ slots, maxLent = 0 }: FairSlotsOptions) {
    this.slots = slots
    this.maxLent = maxLent
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

  /** Takes a slot, whether or not one is free, for work that has already been claimed. */
  occupy(tenant: SlotTenant): FairSlot {
    return this.admit(this.openProject(tenant))
  }

  /**
   * Calls `begin` when the tenant gets a slot, immediately or later. In the latter case, returns a
   * function that ends the wait.
   */
  enter(tenant: SlotTenant, begin: (slot: FairSlot) => void): (() => void) | undefined {
    const project = this.openProject(tenant)
    if (project.waiting === 0 && this.mayAdmit(project)) {
      begin(this.admit(project))
      return undefined
    }
    project.queue.add(begin)
    this.count(project, 'waiting', 1)
    return () => {
      if (!project.queue.delete(begin)) return
      this.count(project, 'waiting', -1)
      this.forgetIdle(project)
    }
  }

  private mayAdmit(project: ProjectShare): boolean {
    const free = this.slots - this.all.busy
    return project.busy < free && this.openOrg(project.tenant.org).busy < orgMultiple * free
  }

  private mayLend(project: ProjectShare): boolean {
    const free = this.maxLent - this.all.lent
    return project.lent < free && this.openOrg(project.tenant.org).lent < orgMultiple * free
  }

  private admit(project: ProjectShare): FairSlot {
    this.count(project, 'busy', 1)
    let state: 'busy' | 'lent' | 'released' = 'busy'
    return {
      lend: () => {
        if (state !== 'busy' || !this.mayLend(project)) return false
        state = 'lent'
        this.count(project, 'lent', 1)
        this.free(project)
        return true
      },
      takeBack: () => {
        if (state !== 'lent') return
        state = 'busy'
        this.count(project, 'lent', -1)
        this.count(project, 'busy', 1)
      },
      release: () => {
        if (state === 'released') return
        const was = state
        state = 'released'
        if (was === 'busy') this.free(project)
        else this.count(project, 'lent', -1)
        this.forgetIdle(project)
      },
    }
  }

  private free(project: ProjectShare): void {
    this.count(project, 'busy', -1)
    if (this.all.waiting === 0) return
    // A project that has just been served comes after others with as few slots.
    this.projects.delete(project.tenant.project)
    this.projects.set(project.tenant.project, project)
    this.admitWaiting()
  }

  private admitWaiting(): void {
    while (this.all.busy < this.slots && this.all.waiting > 0) {
      let next: ProjectShare | undefined
      for (const project of this.projects.values()) {
        if (project.waiting === 0 || !this.mayAdmit(project)) continue
        if (!next || this.isBefore(project, next)) next = project
      }
      const [begin] = next?.queue ?? []
      if (!next || !begin) return
      next.queue.delete(begin)
      this.count(next, 'waiting', -1)
      begin(this.admit(next))
    }
  }

  private isBefore(one: ProjectShare, other: ProjectShare): boolean {
    const [ofOne, ofOther] = [this.openOrg(one.tenant.org), this.openOrg(other.tenant.org)]
    return ofOne.busy < ofOther.busy || (ofOne.busy === ofOther.busy && one.busy < other.busy)
  }

  private count(project: ProjectShare, what: 'busy' | 'lent' | 'waiting', by: 1 | -1): void {
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
