import { requireDefined } from '../../require-defined.ts'
import type { SandboxState } from '../../state.ts'
import { Cursors } from '../query/cursors.ts'
import { SalesforceOrg, organizations } from '../org/org.ts'
import { readRecord } from '../records/records.ts'

/** The organizations of the sandbox, created at first use. */
export class Orgs {
  readonly #state: SandboxState
  readonly #known = new Map<string, { org: SalesforceOrg; cursors: Cursors }>()

  constructor(state: SandboxState) {
    this.#state = state
  }

  get(id: string): SalesforceOrg | undefined {
    return this.#find(id)?.org
  }

  cursors(org: SalesforceOrg): Cursors {
    return requireDefined(this.#find(org.id)).cursors
  }

  /** Returns the signed-in person. */
  user(id: string): Record<string, unknown> {
    const org = requireDefined(this.get(id))
    return readRecord(org, requireDefined(org.object('User')), 0, { apiVersion: '60.0' })
  }

  forgetCursors(): void {
    for (const { cursors } of this.#known.values()) cursors.clear()
  }

  /** Drops all past events, as after 72 hours. */
  forgetEvents(): void {
    for (const { org } of this.#known.values()) org.events.forgetAll()
  }

  reset(): void {
    for (const { org } of this.#known.values()) org.events.close()
    this.#known.clear()
  }

  #find(id: string): { org: SalesforceOrg; cursors: Cursors } | undefined {
    const known = this.#known.get(id)
    if (known) return known
    const organization = organizations.find((candidate) => candidate.id === id)
    if (!organization) return undefined
    const made = { org: new SalesforceOrg(organization, this.#state), cursors: new Cursors() }
    this.#known.set(id, made)
    return made
  }
}
