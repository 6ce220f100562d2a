import type { ResultEntry, WebhookMessage } from '@platform/contract'

export interface SyncedRecord {
  id: string
  provider: string
  /** Name of the customer's account; absent for the default one. */
  instance?: string
  /** By names of the demo product: `firstName`, `email`, … and any others. */
  fields: Record<string, unknown>
  syncedAt: string
}

/** More than a page shows, and small enough for memory. */
const keptPerObject = 20_000

/** Received records by company and object: the "database" of the demo product. */
export class SyncedRecords {
  readonly #records = new Map<string, Map<string, SyncedRecord>>()

  take({ groupRef, objectName, provider, instance, result = [] }: WebhookMessage): void {
    const records = this.#of(groupRef, objectName)
    for (const entry of result) {
      // Two accounts have records with the same ID.
      const id = [provider, instance, getEntryId(entry)].filter(Boolean).join(':')
      if (records.size >= keptPerObject && !records.has(id)) continue
      records.set(id, {
        id,
        provider,
        ...(instance !== undefined && { instance }),
        fields: { ...entry.fields, ...entry.mappedFields },
        syncedAt: new Date().toISOString(),
      })
    }
  }

  find(params: { groupRef: string; objectName: string; words?: string; limit?: number }) {
    const { groupRef, objectName, words = '', limit = 100 } = params
    const all = [...this.#of(groupRef, objectName).values()]
    const wanted = words.trim().toLowerCase()
    const matching = wanted
      ? all.filter(({ provider, instance = '', fields }) =>
          [provider, instance, ...Object.values(fields)].some((value) =>
            String(value).toLowerCase().includes(wanted),
          ),
        )
      : all
    return { total: all.length, matching: matching.length, records: matching.slice(0, limit) }
  }

  #of(groupRef: string, objectName: string): Map<string, SyncedRecord> {
    const key = JSON.stringify([groupRef, objectName])
    const records = this.#records.get(key) ?? new Map<string, SyncedRecord>()
    this.#records.set(key, records)
    return records
  }
}

function getEntryId({ mappedFields, fields, raw }: ResultEntry): string {
  const candidates = [mappedFields?.id, fields?.id, fields?.Id, raw?.Id, raw?.id]
  return String(candidates.find((id) => id !== undefined && id !== null) ?? JSON.stringify(fields))
}
