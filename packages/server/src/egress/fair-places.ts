/** Places of which each tenant gets a share. */
export interface FairPlaces<Tenant> {
  /**
   * Calls `begin` once the tenant has a place: at once, or later. What is returned in the latter case
   * ends the wait.
   */
  enter(tenant: Tenant, begin: () => void): (() => void) | undefined
  /** Gives a place of the tenant back. */
  leave(tenant: Tenant): void
  /** Whether nobody has a place or waits for one. */
  isIdle(): boolean
}

interface Share {
  busy: number
  waiting: Set<() => void>
}

/**
 * Divides places among tenants. A tenant gets another one while more are free than it uses: a single
 * tenant uses half of them at most, and however many tenants use as many as they get, some are left
 * for the next. Who gets none waits, and of those who wait the tenant that uses the fewest goes first.
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
        // Whoever has just had a turn comes after those who use as few.
        shares.delete(tenant)
        shares.set(tenant, share)
        letIn()
      }
      forgetIfIdle(tenant, share)
    },
    isIdle: () => busy === 0 && waiting === 0,
  }
}
