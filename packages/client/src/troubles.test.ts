import { expect, it } from 'vitest'
import type { Schemas } from './schemas.ts'
import { describeTroubles, type Trouble } from './troubles.ts'

const trouble = (kind: Trouble['kind'], state: Schemas['Health']['state']) => ({
  kind,
  health: { state },
})

it.each([
  [[], 0, 'good', 'All installations, connections and destinations are healthy.'],
  [[trouble('connection', 'needsSignIn')], 0, 'bad', '1 connection needs attention.'],
  [
    [trouble('installation', 'failing'), trouble('installation', 'needsSignIn')],
    3,
    'bad',
    '2 installations and 3 failed deliveries need attention.',
  ],
  [[], 1, 'bad', '1 failed delivery needs attention.'],
  [[trouble('destination', 'paused')], 0, 'warning', '1 destination needs attention.'],
  [
    [trouble('installation', 'retrying')],
    0,
    'warning',
    'Nothing needs attention. 1 installation recovers automatically.',
  ],
] as const)('describes the state of a project: %#', (troubles, failed, tone, text) => {
  expect(describeTroubles(troubles, failed)).toEqual({ tone, text })
})
