import { beforeEach, expect, it, vi } from 'vitest'
import { createPrimaryPositions, parsePosition, toPosition } from './primary-positions.ts'

let primary: { lsn: string; system: string }
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  primary = { lsn: '100', system: '1' }
  return () => vi.useRealTimers()
})

const createPositions = () => createPrimaryPositions(async () => primary)

it('dates a replica by the last position of the primary that it has reached', async () => {
  const positions = createPositions()
  await positions.take()
  vi.advanceTimersByTime(500)
  primary = { lsn: '200', system: '1' }
  await positions.take()
  vi.advanceTimersByTime(300)

  expect([99n, 100n, 199n, 200n].map((lsn) => positions.ageOf(lsn))).toEqual([
    Number.POSITIVE_INFINITY,
    800,
    800,
    300,
  ])
})

it('trusts no replica that had more than the new primary, until it has followed that', async () => {
  const positions = createPositions()
  await positions.take()
  expect(positions.ageOf(150n)).toBe(0)

  primary = { lsn: '120', system: '1' }
  await positions.take()
  expect(positions.ageOf(150n)).toBe(Number.POSITIVE_INFINITY)

  primary = { lsn: '180', system: '1' }
  await positions.take()
  expect(positions.ageOf(150n)).toBe(Number.POSITIVE_INFINITY)
  expect(positions.ageOf(180n)).toBe(0)
})

it('forgets the positions of another server', async () => {
  const positions = createPositions()
  await positions.take()

  primary = { lsn: '50', system: '2' }
  await positions.take()

  expect(positions.ageOf(49n)).toBe(Number.POSITIVE_INFINITY)
  expect(positions.ageOf(50n)).toBe(0)
})

it('reads the position after the call, even while an earlier statement is under way', async () => {
  const answers: ((position: typeof primary) => void)[] = []
  const positions = createPrimaryPositions(() => new Promise((resolve) => answers.push(resolve)))
  const first = positions.take()
  const second = positions.take()

  answers[0]?.({ lsn: '1', system: '1' })
  await first
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.({ lsn: '2', system: '1' })

  expect((await second).lsn).toBe(2n)
})

it('accepts positions of this server only', () => {
  const position = toPosition({ system: '1', lsn: 0xabcn })

  expect(parsePosition(position, '1')).toBe(0xabcn)
  expect(parsePosition('any', '1')).toBe(0n)
  for (const forged of [
    '',
    'any ',
    '0',
    position.toUpperCase(),
    `${position}0`,
    position.slice(0, -1),
    position.replace('-', '--'),
    `${position},${position}`,
    `0x${position}`,
  ]) {
    expect([forged, parsePosition(forged, '1')]).toEqual([forged, undefined])
  }
  expect(parsePosition(position, '2')).toBeUndefined()
})
