import { requireDefined } from '../../require-defined.ts'
import type { SandboxState } from '../../state.ts'
import type { PortalChange } from '../portal/changes.ts'
import { Portal, portals } from '../portal/portal.ts'
import { SearchIndex } from '../records/search.ts'

/** The portals of the sandbox, created at first use. */
export class Portals {
  readonly #state: SandboxState
  readonly #announce: (change: PortalChange) => void
  readonly #known = new Map<string, { portal: Portal; searches: SearchIndex }>()

  constructor(state: SandboxState, announce: (change: PortalChange) => void) {
    this.#state = state
    this.#announce = announce
  }

  get(id: string): Portal | undefined {
    return this.#find(id)?.portal
  }

  searches(portal: Portal): SearchIndex {
    return requireDefined(this.#find(portal.id)).searches
  }

  reset(): void {
    this.#known.clear()
  }

  #find(id: string): { portal: Portal; searches: SearchIndex } | undefined {
    const known = this.#known.get(id)
    if (known) return known
    const listed = portals.find((candidate) => candidate.id === id)
    if (!listed) return undefined
    const made = {
      portal: new Portal(listed, this.#state, this.#announce),
      searches: new SearchIndex(),
    }
    this.#known.set(id, made)
    return made
  }
}
