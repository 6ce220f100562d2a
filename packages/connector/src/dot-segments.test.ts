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
  '/a/%c0%ae%C0%AE/b',
  '/a/%e0%80%ae./b',
  '/a/..%c0%afb',
  '/a/..%c1%9cb',
  '/a/%u002e%u002E/b',
  '/a/..%u2215b',
  '/a/%uff0e%uff0e/b',
  '/a/%ef%bc%8e%ef%bc%8e/b',
  '/a/..%ef%bc%8fb',
  '/a/\uff0e\uff0e\uff0fb',
  '/a/..%00/b',
  '/a/..%20/b',
  '/a/..%09/b',
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
  '/people/Jos%c3%a9%20..%20x',
  '/names/%e2%80%a6',
  '',
])('accepts %s', (path) => {
  expect(hasDotSegments(path)).toBe(false)
})
