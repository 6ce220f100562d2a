import { expect, it } from 'vitest'
import { areas } from './areas.ts'

it('shows each page of the navigation with a unique icon', () => {
  const icons = areas.flatMap(({ entries }) => entries.map(({ icon }) => icon))

  expect(icons.length).toBeGreaterThan(10)
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([])
})
