import { expect, it } from 'vitest'
import { findPosition } from './json-position.ts'

const text = `{
  "displayName": "A \\"b\\", {c}",
  "oauth2Opts": {
    "authURL": "https://a.example",
    "tokenMetadataFields": { "otherFields": [{ "name": "a" }, { "name": "b", "path": 1 }] }
  },
  "support": { "read": true }
}`

it.each<[path: PropertyKey[], line: number, column: number]>([
  [[], 1, 1],
  [['displayName'], 2, 3],
  [['oauth2Opts', 'authURL'], 4, 5],
  [['oauth2Opts', 'tokenMetadataFields', 'otherFields', 1, 'path'], 5, 78],
  [['support', 'read'], 7, 16],
  [['oauth2Opts', 'tokenURL'], 3, 3],
  [['authURL'], 1, 1],
])('finds %j in line %i, column %i', (path, line, column) => {
  expect(findPosition(text, path)).toEqual({ line, column })
})
