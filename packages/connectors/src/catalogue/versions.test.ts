import { listProviderNotices } from '@platform/contract'
import { expect, it } from 'vitest'
import { getMembers } from '../members.ts'
import { requireValue } from '../require-value.ts'
import { reviewedMs } from '../evidence/reviewed.ts'
import { catalogue, getEntryFile } from './catalogue.ts'

const dated = /\b20\d\d-\d\d(?:-\d\d)?\b/
// Not `version`, a member of webhooks and lists, nor the version of Rest.li.
const versionName = /^(?!.*[Pp]rotocol)(?:Version|.+-[Vv]ersion)$/

/** Returns the versions that requests of an entry name: in headers, queries and dated paths. */
function findPinnedVersions(rules: unknown): string[] {
  if (typeof rules !== 'object' || rules === null) return []
  return Object.entries(rules).flatMap(([name, value]) => {
    if (typeof value === 'string') {
      const isDatedPath = /^(?:path|base|baseURL|url|Accept)$/.test(name) && dated.test(value)
      if (isDatedPath) return value.match(dated) ?? []
      return versionName.test(name) && /^v?\d/.test(value) ? [value] : []
    }
    return findPinnedVersions(value)
  })
}

/** Returns the parts of an entry that requests are made of. */
function pickRequests(name: string): object {
  const { baseURL, headers, modules, defaults, objects, subscribe } = getMembers(
    getEntryFile(requireValue(catalogue[name])),
  )
  // Fields are data of the provider; some are called `version`.
  const withoutFields = Object.values(getMembers(objects)).map((object) => {
    const { fields: _fields, ...rules } = getMembers(object)
    return rules
  })
  return { baseURL, headers, modules, defaults, subscribe, objects: withoutFields }
}

const names = Object.keys(catalogue)
const pinned = names.flatMap((name) => {
  const versions = new Set(findPinnedVersions(pickRequests(name)))
  return versions.size > 0 ? [[name, [...versions]] as const] : []
})

it.each(pinned)('states the API version that requests of %s name', (name, versions) => {
  const { apiVersion = '' } = requireValue(catalogue[name]).info

  expect(
    versions.filter((version) => !apiVersion.includes(version.split('-preview')[0] ?? '')),
  ).toEqual([])
})

it('finds versions in headers, queries and paths, and not in fields', () => {
  expect(pinned.length).toBeGreaterThan(15)
  expect(
    findPinnedVersions({
      headers: { 'Notion-Version': '2025-09-03' },
      read: { query: { 'api-version': '7.1' }, path: '/admin/api/2026-10/graphql.json' },
      window: { start: '2015-01-01' },
      conversion: '7',
    }),
  ).toEqual(['2025-09-03', '7.1', '2026-10'])
})

it('knows until when each API version is supported, or the document that names no day', () => {
  const unknown = names.filter((name) => {
    const { apiVersion, supportedUntil, versionSource } = requireValue(catalogue[name]).info
    return apiVersion !== undefined && supportedUntil === undefined && versionSource === undefined
  })

  expect(unknown).toEqual([])
})

const ending = names.flatMap((name) => {
  const { supportedUntil } = requireValue(catalogue[name]).info
  return supportedUntil === undefined ? [] : [[name, supportedUntil] as const]
})

it.each(ending)('warns of the end of the API version of %s, which is ahead', (name, until) => {
  const end = Date.parse(until)
  const noticesAt = (days: number) =>
    listProviderNotices(
      { ...requireValue(catalogue[name]).info, changes: [] },
      { now: end - days * 86_400_000 },
    ).map(({ tone }) => tone)

  expect(end).toBeGreaterThan(reviewedMs)
  expect([noticesAt(100), noticesAt(89), noticesAt(-2)]).toEqual([[], ['warning'], ['bad']])
})
