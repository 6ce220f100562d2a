import type { Association, AssociationSupport } from '@platform/contract'
import { ProviderError } from './provider-error.ts'
import type { ProviderClient } from './provider-client.ts'
import type { ProviderRecord, RecordAssociations } from './read.ts'

export interface AssociationRequest {
  objectName: string
  /** Names of the associated objects; the keys of `RecordAssociations`. */
  associations: readonly string[]
}

/** Reads the associations of one object's records. */
export interface AssociationReader {
  /** Fields with which the records must be read. */
  fieldNames: readonly string[]
  /**
   * Returns all associations of each record by its ID, over as many pages as the provider has.
   * Throws `too-large` for more than `maxAssociations`.
   */
  read(client: ProviderClient, records: readonly ProviderRecord[]): Promise<AssociationsOfPage>
}

/** Associations of the records of a page. */
export interface AssociationsOfPage {
  byRecord: ReadonlyMap<string, RecordAssociations>
  /** Why the provider may have omitted some, as a sentence. */
  incomplete?: string | undefined
}

/** What a connector implements to read associations. */
export interface Associating {
  /** Support known without an account. */
  support: AssociationSupport
  /** Throws `unsupported` if records of the object cannot be associated with one of the objects. */
  open(client: ProviderClient, request: AssociationRequest): Promise<AssociationReader>
}

/** Limits the memory of one page's associations. */
export const maxAssociations = 100_000

/** Collects associations by record; every record starts with an empty list for each object. */
export class FoundAssociations implements AssociationsOfPage {
  readonly byRecord: Map<string, RecordAssociations>
  incomplete: string | undefined
  #room = maxAssociations

  constructor(ids: readonly string[], associations: readonly string[]) {
    this.byRecord = new Map(
      ids.map((id) => [id, Object.fromEntries(associations.map((name) => [name, []]))]),
    )
  }

  /** Ignores records that were not requested. */
  add(recordId: string, name: string, found: Association): void {
    const list = this.byRecord.get(recordId)?.[name]
    if (!list) return
    list.push(found)
    this.#room -= 1
    if (this.#room >= 0) return
    throw new ProviderError(
      'too-large',
      this.byRecord.size === 1
        ? `The record has more than ${maxAssociations} associations.`
        : `The records of one page have more than ${maxAssociations} associations.`,
    )
  }
}
