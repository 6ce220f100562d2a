import { expect, it } from 'vitest'
import { areaGroups } from './areas.ts'

const areas = areaGroups.flatMap((group) => group.areas)

it('shows each page of the navigation with a unique icon', () => {
  const icons = areas.flatMap(({ pages }) => pages.map(({ icon }) => icon))

  expect(icons.length).toBeGreaterThan(10)
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([])
})

it('has at most twelve entries', () => {
  expect(areas.length).toBeLessThanOrEqual(12)
})
