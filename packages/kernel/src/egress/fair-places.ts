/** Slots that are shared fairly by tenants. */
export interface FairPlaces<Tenant> {
  /**
   * Calls `begin` when the tenant gets a slot, immediately or later. In the latter case, returns a
   * function that ends the wait.
   */
  enter(tenant: Tenant, begin: () => void): (() => void) | undefined
  /** Releases a slot of the tenant. */
  leave(tenant: Tenant): void
  /** Reports whether no slot is used or waited for. */
  isIdle(): boolean
}

interface Share {
  busy: number
  waiting: Set<() => void>
}

/**
 * Divides slots among tenants. A tenant gets another slot while more are free than it uses: a
 * single tenant uses half at most, and some always remain for the next tenant. Of the waiting
 * tenants, the one with the fewest slots is served first.
 */
export function createFairPlaces<Tenant>(places: number): FairPlaces<Tenant> {
  const shares = new Map<Tenant, Share>()
  let busy = 0
  let waiting = 0

  const shareOf = (tenant: Tenant): Share => {
    let share = shares.get(tenant)
    if (!share) shares.set(tenant, (share = { busy: 0, waiting: new Set() }))
    return share
  }

  const mayUseOneMore = (share: Share) => share.busy < places - busy

  const occupy = (share: Share, begin: () => void) => {
    share.busy++
    busy++
    begin()
  }

  const forgetIfIdle = (tenant: Tenant, share: Share) => {
    if (share.busy === 0 && share.waiting.size === 0 && shares.get(tenant) === share) {
      shares.delete(tenant)
    }
  }

  const letIn = () => {
    while (busy < places) {
      let next: Share | undefined
      for (const share of shares.values()) {
        if (share.waiting.size > 0 && share.busy < (next?.busy ?? Infinity)) next = share
      }
      const [begin] = next?.waiting ?? []
      if (!next || !begin || !mayUseOneMore(next)) return
      next.waiting.delete(begin)
      waiting--
      occupy(next, begin)
    }
  }

  return {
    enter(tenant, begin) {
      const share = shareOf(tenant)
      if (share.waiting.size === 0 && mayUseOneMore(share)) {
        occupy(share, begin)
        return undefined
      }
      share.waiting.add(begin)
      waiting++
      return () => {
        if (share.waiting.delete(begin)) waiting--
        forgetIfIdle(tenant, share)
      }
    },
    leave(tenant) {
      const share = shareOf(tenant)
      share.busy--
      busy--
      if (waiting > 0) {
        // A tenant that has just been served comes after others with as few slots.
        shares.delete(tenant)
        shares.set(tenant, share)
        letIn()
      }
      forgetIfIdle(tenant, share)
    },
    isIdle: () => busy === 0 && waiting === 0,
  }
}
