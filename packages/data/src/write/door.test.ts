import { expect, it } from 'vitest'
import { createWriteDoor } from './door.ts'

it('rejects writes beyond the limit of a group or project only', () => {
  const door = createWriteDoor({ places: 4 })
  const enter = (projectId: `proj_${string}`, groupRef: string) =>
    door.enter({ projectId, groupRef })

  const leave = [enter('proj_a', 'one'), enter('proj_a', 'one')]
  expect(() => enter('proj_a', 'one')).toThrow('The group one has 2 synchronous writes in progress')
  leave.push(enter('proj_a', 'other'), enter('proj_a', 'third'))
  expect(() => enter('proj_a', 'fourth')).toThrow(
    'The project has 4 synchronous writes in progress',
  )
  expect(() => enter('proj_b', 'one')).not.toThrow()

  leave[0]!()
  leave[0]!()
  expect(() => enter('proj_a', 'one')).not.toThrow()
  expect(() => enter('proj_a', 'fourth')).toThrow('The project')
})
