import { expect, it } from 'vitest'
import type { Schemas } from '@platform/client'
import { stateSentence, type Trouble } from './attention.ts'

const trouble = (kind: Trouble['kind'], state: Schemas['Health']['state']): Trouble => ({
  key: kind,
  kind,
  name: 'Acme',
  of: 'crm',
  health: { state },
  action: 'View',
  page: (to) => to('project'),
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
  expect(stateSentence(troubles, failed)).toEqual({ tone, text })
})
