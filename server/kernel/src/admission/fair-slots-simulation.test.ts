import { expect, it } from 'vitest'
import { listSeeds, pickBy, randomFrom } from '@platform/testing/seeded'
import { FairSlots, type FairSlot, type SlotTenant } from './fair-slots.ts'

/*
 * Tenants with random work, some of which never release what they hold. `SIMULATION_SEED=17 vitest
 * run …` repeats one seed.
 */

interface Held {
  tenant: SlotTenant
  weight: number
  slot: FairSlot
  isLent: boolean
}

function simulate(seed: number): string[] {
  const random = randomFrom(seed)
  const pick = pickBy(random)
  const below = (max: number) => Math.floor(random() * max)
  const slotCount = 4 + below(60)
  const maxWeight = pick([1, 1, slotCount, slotCount * 2])
  const slots = new FairSlots({ slots: slotCount, maxLent: slotCount * 2 })
  const tenants = Array.from({ length: 2 + below(8) }, (_, n) => {
    const org = `org ${below(4)}`
    return { org, project: `${org} project ${n}` }
  })
  const hostile = pick(tenants).org
  const held = new Set<Held>()
  const waiting = new Map<symbol, { tenant: SlotTenant; stop: () => void }>()
  const violations: string[] = []

  const sum = (isIncluded: (one: Held) => boolean) =>
    [...held].reduce((total, one) => total + (isIncluded(one) && !one.isLent ? one.weight : 0), 0)

  const ask = (tenant: SlotTenant, weight: number) => {
    const key = Symbol()
    const stop = slots.enter(
      tenant,
      (slot) => {
        waiting.delete(key)
        held.add({ tenant, weight, slot, isLent: false })
        const all = sum(() => true)
        const isAlone = all === weight
        if (isAlone) return
        if (all > slotCount) violations.push(`${all} of ${slotCount} slots are used`)
        // What is taken is at most what was free before it was.
        const free = slotCount - all + weight
        const ofProject = sum((one) => one.tenant.project === tenant.project)
        const ofOrg = sum((one) => one.tenant.org === tenant.org)
        if (ofProject > free) violations.push(`a project uses ${ofProject} beside ${free}`)
        if (ofOrg > 3 * free) violations.push(`an organization uses ${ofOrg} beside ${free}`)
      },
      weight,
    )
    if (stop) waiting.set(key, { tenant, stop })
  }
  const end = (one: Held) => {
    held.delete(one)
    one.slot.release()
  }

  for (let step = 0; step < 300; step++) {
    const action = below(10)
    const tenant = pick(tenants)
    const mine = [...held].filter((one) => one.tenant.org !== hostile)
    if (action < 5) ask(tenant, 1 + below(maxWeight))
    else if (action < 7 && mine.length > 0) end(pick(mine))
    else if (action === 7 && mine.length > 0) {
      const one = pick(mine)
      if (!one.isLent) {
        // Counted before, because the slot is given to another at once.
        one.isLent = true
        one.isLent = one.slot.lend()
      } else if (sum(() => true) + one.weight <= slotCount) {
        one.slot.takeBack()
        one.isLent = false
      }
    } else if (action === 8) {
      const [key, first] = [...waiting][below(waiting.size)] ?? []
      if (key) waiting.delete(key)
      first?.stop()
    }
    if (waiting.size > 0 && sum(() => true) === 0) violations.push('all wait beside free slots')
  }

  // The others end what they hold, so each of them is served although one organization never does.
  if (maxWeight === 1) {
    for (let n = 0; n < 10_000; n++) {
      const mine = [...held].find((one) => one.tenant.org !== hostile)
      if (!mine) break
      end(mine)
    }
    const left = [...waiting.values()].filter(({ tenant }) => tenant.org !== hostile)
    if (left.length > 0) violations.push(`${left.length} wait for ever`)
  }

  for (const { stop } of waiting.values()) stop()
  for (const one of held) end(one)
  if (!slots.isIdle()) violations.push('something is counted although nothing is left')
  return violations
}

it('keeps every promise in random worlds', () => {
  const broken = listSeeds(300).flatMap((seed) => {
    const violations = simulate(seed)
    return violations.length > 0 ? [{ seed, violations: [...new Set(violations)] }] : []
  })

  expect(broken.slice(0, 3)).toEqual([])
})
