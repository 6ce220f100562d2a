import { describe, expect, it } from 'vitest'
import { catalogue, getEntryFile } from '../catalogue/catalogue.ts'
import { pickDeclaration } from '../declarative/schema/entry.ts'
import { ResolvedObjects, type Reading, type ResolvedObject } from '../declarative/calls/resolve.ts'
import { describeHidden } from '../declarative/reading/whole.ts'
import { requireValue } from '../require-value.ts'
import { readSpec, type SpecOperation } from './facts.ts'
import { SpecifiedProvider } from './vendor.ts'

interface Read {
  name: string
  object: ResolvedObject
  reading: Reading
  /** The call in the vendor’s specification; undefined if it has none. */
  operation: SpecOperation | undefined
}

const reads = Object.values(catalogue).flatMap((entry): Read[] => {
  const file = requireValue(getEntryFile(entry))
  if (!file.objects) return []
  const objects = new ResolvedObjects(pickDeclaration(file))
  const spec = readSpec(file.like ?? file.name)
  const provider = spec && new SpecifiedProvider(spec)
  return objects.names.flatMap((objectName) => {
    const object = objects.get(objectName)
    const { read: reading } = object
    if (!reading || reading.graphql) return []
    const path = reading.path.replaceAll(/\{\{\w+\}\}/g, 'acme')
    const operation = provider?.findOperation(reading.method ?? 'GET', path)
    return [{ name: `${file.name} ${objectName}`, object, reading, operation }]
  })
})

/** Parameters that select a page, in whatever style. */
const pageParameter =
  /^(?:page|offset|skip|cursor|after|starting_after|start_position|next_page_token|page_?token|page\[\w+\]|startAt)$/i

/** Names of a record's time of change, which are no names of a person, an event or another time. */
const changeTime =
  /^(?:attributes\.)?(?:updated|modified|(?:last_?|date_?)(?:updated|modified)|(?:updated|modified)(?:[_-]?(?:at|on|date|time|datetime|timestamp)|_utc_timestamp))$/i

/** Paths of one record: that of the caller, of the account, of its settings. */
const singlePath =
  /\/(?:me|self|account|helpdesk|profile|preferences|settings?|[\w-]+-setting|usage)$/i

describe('reads of the catalogue', () => {
  it('have pages if the specification has', () => {
    const wrong = reads.flatMap(({ name, reading, operation }) => {
      const names = [
        ...(operation?.params?.map((one) => one.name) ?? []),
        ...(operation?.body?.keys ?? []),
      ]
      const parameter = names.find((one) => pageParameter.test(one))
      const isWhole = reading.paging.style !== 'none' || describeHidden(reading) !== undefined
      return parameter && !isWhole && !reading.job ? [`${name}: ${parameter}`] : []
    })

    expect(wrong).toEqual([])
  })

  it('have the time of change where the specification has it', () => {
    const wrong = reads.flatMap(({ name, reading: { updated }, operation }) => {
      const { times = [] } = operation ?? {}
      return updated && times.length > 0 && !times.includes(updated.field)
        ? [`${name}: ${updated.field}, not ${times.join()}`]
        : []
    })

    expect(wrong).toEqual([])
  })

  // Without a filter, snapshots find changes and deletions.
  it('take the time of change of records that are filtered by it', () => {
    const wrong = reads.flatMap(({ name, object, reading: { updated }, operation }) => {
      const time = operation?.times?.find((one) => changeTime.test(one))
      const isLeftOut = !object.changes?.since || object.rules.read?.updated === null
      return time !== undefined && !updated && !isLeftOut ? [`${name}: ${time}`] : []
    })

    expect(wrong).toEqual([])
  })

  it('expect one record where the reply is one', () => {
    const wrong = reads.flatMap(({ name, reading, operation }) => {
      const isList = typeof operation?.list === 'string' && !operation.single
      const isSingle = operation?.single ?? (singlePath.test(reading.path) && !isList)
      return isSingle && !reading.single ? [name] : []
    })

    expect(wrong).toEqual([])
  })
})
