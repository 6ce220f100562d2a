import { expect, it } from 'vitest'
import { isReserve } from './disk-space.ts'

const gigabyte = 1024 ** 3

it.each([
  ['a large disk', { freeBytes: 0.6 * gigabyte, totalBytes: 1000 * gigabyte }, false],
  ['a large disk', { freeBytes: 0.4 * gigabyte, totalBytes: 1000 * gigabyte }, true],
  ['a small disk', { freeBytes: 0.06 * gigabyte, totalBytes: gigabyte }, false],
  ['a small disk', { freeBytes: 0.04 * gigabyte, totalBytes: gigabyte }, true],
  ['a disk that is over its limit', { freeBytes: -1, totalBytes: gigabyte }, true],
])('keeps a reserve on %s for PostgreSQL: %j', (_disk, space, isLeftAlone) => {
  expect(isReserve(space)).toBe(isLeftAlone)
})
