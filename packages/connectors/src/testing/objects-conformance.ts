import type { Connector } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import type { RehearsalClient } from './provider-client.ts'
import { readAllPages } from './read-all.ts'

interface ObjectsConformance {
  connector: Connector
  objectName: string
  displayName: string
  /** Field used in filters. */
  filterFieldName: string
  rehearse(): { client: RehearsalClient }
}

/** Tests what the engine requires of object metadata and counts. */
export function testObjectMetadata({
  connector,
  objectName,
  displayName,
  filterFieldName,
  rehearse,
}: ObjectsConformance): void {
  describe('listObjects', () => {
    it('lists the objects with their names and permissions', async () => {
      const objects = (await connector.listObjects?.(rehearse().client)) ?? []

      expect(new Set(objects.map((object) => object.objectName)).size).toBe(objects.length)
      expect(objects.find((object) => object.objectName === objectName)).toMatchObject({
        displayName,
        isCustom: false,
        canRead: true,
        writes: expect.arrayContaining(['create', 'update', 'delete']),
      })
    })
  })

  describe('countRecords', () => {
    it('counts the records of a read', async () => {
      const { client } = rehearse()
      const fieldNames = [filterFieldName]
      const { records } = await readAllPages(connector, client, { objectName, fieldNames })
      const times = records.map(({ updatedTime = '' }) => updatedTime).toSorted()
      const middle = times[Math.floor(times.length / 2)] ?? ''
      const earlier = times.filter((time) => time < middle).length
      const value = records
        .map(({ raw }) => connector.fieldValue(raw, filterFieldName))
        .find((one) => one !== null && one !== undefined)
      const ofValue = records.filter(
        ({ raw }) => connector.fieldValue(raw, filterFieldName) === value,
      )
      const count = (rest: object) => connector.countRecords?.(client, { objectName, ...rest })

      expect(records.length).toBeGreaterThan(0)
      expect(await count({})).toBe(records.length)
      expect(await count({ since: middle })).toBe(records.length - earlier)
      expect(await count({ until: middle })).toBe(earlier)
      expect(await count({ filters: [{ fieldName: filterFieldName, value }] })).toBe(ofValue.length)
    })

    it('rejects an unknown object', async () => {
      const attempt = connector.countRecords?.(rehearse().client, { objectName: 'Butterflies' })

      await expect(attempt).rejects.toMatchObject({
        failure: expect.stringMatching(/^(bad-request|not-found)$/),
      })
    })
  })
}
