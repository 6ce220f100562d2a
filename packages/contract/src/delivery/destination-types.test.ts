import { expect, it } from 'vitest'
import { createDestination } from './notifications.ts'

it.each([
  { type: 'webhook', asked: ['metadata.url'] },
  { type: 'kinesis', asked: ['metadata.region', 'metadata.streamName'] },
  { type: 's3', asked: ['metadata.bucket', 'metadata.region'] },
  { type: 'log', asked: [] },
  { type: 'pigeon', asked: ['type'] },
])('requires $asked for a $type', ({ type, asked }) => {
  const { error } = createDestination.body.safeParse({ name: 'hook', type, metadata: {} })

  expect((error?.issues ?? []).map(({ path }) => path.join('.')).toSorted()).toEqual(asked)
})
