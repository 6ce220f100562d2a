import { expect, it } from 'vitest'
import { hasDotSegments } from './dot-segments.ts'

it.each([
  '/a/../b',
  '/a/./b',
  '/a/..;/b',
  '/a/..;x=1/b',
  '/a/%2e%2e/b',
  '/a/.%2E/b',
  '/a/..%2fb',
  '/a/..%5cb',
  String.raw`/a/..\b`,
  '/a/%2e%2e%3b/b',
  '/a/%252e%252e%252fb',
  '/a%2f..%2fb',
  '..',
  '..;',
  '../users',
  '%25252525252e',
])('recognizes a path that leaves its folder: %s', (path) => {
  expect(hasDotSegments(path)).toBe(true)
})

it.each([
  '/a/b',
  '/a/b..c/d',
  '/a/...;/b',
  '/projects/group%2Fproject',
  '/files/a%20b;v=1',
  '/users/hank@globex.com',
  '/v1.2/100%25',
  '',
])('accepts %s', (path) => {
  expect(hasDotSegments(path)).toBe(false)
})
