import { expect, it } from 'vitest'
import { createWriteSlots } from './write-slots.ts'

function givenSlots(places: number) {
  const slots = createWriteSlots({ places })
  return (projectId: `proj_${string}`, groupRef: string) => slots.acquire({ projectId, groupRef })
}

it('rejects writes beyond the limit of a group or project only', () => {
  const acquire = givenSlots(4)

  const held = [acquire('proj_a', 'one'), acquire('proj_a', 'one')]
  expect(() => acquire('proj_a', 'one')).toThrow(
    'The group one has 2 synchronous writes in progress',
  )
  held.push(acquire('proj_a', 'other'), acquire('proj_a', 'third'))
  expect(() => acquire('proj_a', 'fourth')).toThrow(
    'The project has 4 synchronous writes in progress',
  )
  expect(() => acquire('proj_b', 'one')).not.toThrow()

  held[0]!.release()
  held[0]!.release()
  expect(() => acquire('proj_a', 'one')).not.toThrow()
  expect(() => acquire('proj_a', 'fourth')).toThrow('The project')
})

it('accepts writes of a project while others wait for a provider that does not answer', () => {
  const acquire = givenSlots(4)
  for (let group = 0; group < 20; group++) {
    const hanging = [acquire('proj_a', `hanging-${group}`), acquire('proj_a', `hanging-${group}`)]
    for (const slot of hanging) slot.lend()
  }

  const held = [acquire('proj_a', 'one'), acquire('proj_a', 'one')]

  expect(() => acquire('proj_a', 'one')).toThrow('The group one has 2')
  for (const slot of held) slot.release()
})

it('bounds the writes of a group that wait, and counts one whose answer has arrived', () => {
  const acquire = givenSlots(8)
  const hanging = Array.from({ length: 5 }, () => {
    const slot = acquire('proj_a', 'one')
    slot.lend()
    return slot
  })
  expect(() => acquire('proj_a', 'one')).toThrow('The group one has 4')

  const others = ['two', 'two', 'two', 'two', 'three', 'three', 'three'].map((group) =>
    acquire('proj_a', group),
  )
  hanging[0]!.takeBack()
  expect(() => acquire('proj_a', 'three')).toThrow('The project has 8')
  for (const slot of [...hanging, ...others]) slot.release()

  expect(() => acquire('proj_a', 'one')).not.toThrow()
})
