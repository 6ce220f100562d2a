import { describe, expect, it } from 'vitest'
import { timeOfId } from '@platform/kernel/db/new-id'
import { getNth } from '@platform/kernel/values'
import { hasEmulators } from '@platform/testing/emulators'
import { readParquet } from '@platform/testing/read-parquet'
import { sinkTypes } from '../sink-types.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { credentials } from '../aws/testing.ts'
import { writeParquet } from './parquet.ts'

describe.runIf(hasEmulators)('a Parquet file', () => {
  it.each([1, 2, 4_095, 4_096, 4_097, 10_000])(
    'of %i messages is read as written by Apache Arrow',
    async (count) => {
      const events = givenEvents(count)

      const { types, rows } = await readParquet(await writeParquet(events))

      expect(types).toEqual({
        ...{ id: 'string', type: 'string', time: 'timestamp[ms, tz=UTC]', data: 'string' },
      })
      expect(rows.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
      for (const index of [0, count >> 1, count - 1]) {
        const { id, type, body } = getNth(events, index)
        const { time, ...others } = getNth(rows, index)
        expect(others).toEqual({ id, type, data: body })
        expect(new Date(time).getTime()).toBe(timeOfId(id))
      }
    },
  )

  it('has messages that compress to more than a page of other writers', async () => {
    const events = Array.from({ length: 40 }, () =>
      givenEvents(1, { text: Array.from({ length: 20_000 }, () => Math.random()).join() }),
    ).flat()

    const { rows } = await readParquet(await writeParquet(events))

    expect(rows.map(({ data }) => data)).toEqual(events.map(({ body }) => body))
  })
})

it('is batched, whether that is set or not', () => {
  const open = (metadata: object) =>
    sinkTypes.s3.open(
      {
        ...{ id: 'dest_1', projectId: 'proj_1', name: 'far', credentials },
        metadata: { region: 'us-east-1', bucket: 'events', ...metadata },
      },
      givenContext(),
    ).maxBatch

  expect(open({})).toBe(1)
  expect(open({ format: 'ndjson' })).toBe(1)
  expect(open({ format: 'parquet' })).toBe(1_000)
  expect(open({ format: 'parquet', batchSize: 10_000 })).toBe(10_000)
})
