import { requireDefined } from '../../require-defined.ts'
import { RecordTable, type Generate, type Values } from '../../records/table.ts'
import type { SeedCounts } from '../../seed/counts.ts'
import { createWorld } from '../../seed/people.ts'
import type { SandboxState } from '../../state.ts'
import { ChangeEvents } from './change-events.ts'
import type { Field } from './fields.ts'
import { makeRecordId, parseId } from './ids.ts'
import { orgStandardObjects } from './objects.ts'
import { organizationObject } from './organization.ts'
import type { SObjectDefinition, SObject } from './s-object.ts'
import { setupObjects } from './setup-objects.ts'

/** Organizations that a user may choose on the consent page. */
export const organizations = [
  { id: '00DSb0000000001MAA', letter: 'A', name: 'Northwind Sandbox' },
  { id: '00DSb0000000002MAA', letter: 'B', name: 'Contoso Sandbox' },
  { id: '00DSb0000000003MAA', letter: 'C', name: 'Fabrikam Sandbox' },
]

/** One isolated organization: its objects, its records, and what its user may see. */
export class SalesforceOrg {
  readonly id: string
  readonly name: string
  readonly #letter: string
  readonly #state: SandboxState
  readonly #objects = new Map<string, SObject>()
  readonly #objectsByPrefix = new Map<string, SObject>()
  /** `Account.Tier__c` in lower case: fields that the connected user cannot see. */
  readonly hiddenFields = new Set<string>()
  /** New optional fields, which nobody can see until a permission set grants them. */
  readonly ungrantedFields = new Set<string>()
  readonly #customFieldIds = new Map<string, string>()
  readonly events: ChangeEvents
  calls = 0
  memberCount = 0

  constructor(organization: (typeof organizations)[number], state: SandboxState) {
    this.id = organization.id
    this.name = organization.name
    this.#letter = organization.letter
    this.#state = state
    this.events = new ChangeEvents(state.clock, this)

    const world = createWorld({
      at: state.seededAt,
      counts: state.counts satisfies SeedCounts,
      salt: organization.letter.charCodeAt(0),
    })
    const prefixes = new Map<string, string>()
    const idAt = (object: string, index: number) =>
      makeRecordId(requireDefined(prefixes.get(object)), organization.letter, index)
    const definitions = [
      ...orgStandardObjects(world, idAt),
      ...setupObjects(),
      organizationObject(organization),
    ]
    for (const { name, keyPrefix } of definitions) prefixes.set(name, keyPrefix)
    for (const definition of definitions) this.addObject(definition)
  }

  now(): number {
    return Math.floor(this.#state.clock.now() / 1000) * 1000
  }

  get userId(): string {
    return makeRecordId('005', this.#letter, 0)
  }

  objects(): SObject[] {
    return [...this.#objects.values()]
  }

  /** Returns an object by name, ignoring case. */
  object(name: string): SObject | undefined {
    return this.#objects.get(name.toLowerCase())
  }

  /** Returns the object of a record's ID. */
  objectOfId(id: string): SObject | undefined {
    return this.#objectsByPrefix.get(id.slice(0, 3))
  }

  addObject(definition: SObjectDefinition): SObject {
    const { seededRows, fields, onlyId, ...names } = definition
    const generated = new Map<string, Generate>()
    const derived = new Map<string, Generate>()
    const table = new RecordTable({ seededRows, generated, derived })
    for (const { name, seed, derive } of fields) {
      if (seed) generated.set(name, seed)
      if (derive) {
        // Readers are created at first use, when every column of the table exists.
        const readers = new Map<string, Generate>()
        const getReader = (column: string) => {
          const reader = readers.get(column) ?? table.reader(column)
          readers.set(column, reader)
          return reader
        }
        derived.set(name, (index) => derive((column) => getReader(column)(index)))
      }
    }
    derived.set('Id', (index) => onlyId ?? makeRecordId(definition.keyPrefix, this.#letter, index))
    derived.set('IsDeleted', (index) => table.getDeletionTime(index) !== undefined)

    const object: SObject = {
      ...names,
      custom: definition.name.endsWith('__c'),
      fields: new Map(fields.map((field) => [field.name.toLowerCase(), field])),
      table,
    }
    this.#objects.set(object.name.toLowerCase(), object)
    this.#objectsByPrefix.set(object.keyPrefix, object)
    return object
  }

  /** Returns a field that the connected user can see, by name, ignoring case. */
  field(object: SObject, name: string): Field | undefined {
    const lower = name.toLowerCase()
    const found = object.fields.get(lower)
    if (!found || (this.hiddenFields.size === 0 && this.ungrantedFields.size === 0)) return found
    const fullName = `${object.name.toLowerCase()}.${lower}`
    const isHidden = this.hiddenFields.has(fullName) || this.ungrantedFields.has(fullName)
    return isHidden ? undefined : found
  }

  /** Returns the Tooling API's ID of a custom field, such as `Account.Tier__c`. */
  customFieldId(fullName: string): string {
    const lower = fullName.toLowerCase()
    const id =
      this.#customFieldIds.get(lower) ??
      makeRecordId('00N', this.#letter, this.#customFieldIds.size)
    this.#customFieldIds.set(lower, id)
    return id
  }

  visibleFields(object: SObject): Field[] {
    return [...object.fields.values()].filter((field) => this.field(object, field.name))
  }

  idAt(object: SObject, index: number): string {
    return makeRecordId(object.keyPrefix, this.#letter, index)
  }

  /**
   * Returns the index of the record in the object's table; undefined if the ID belongs to another
   * object.
   */
  findRecordIndex(object: SObject, id: string): number | undefined {
    const parsed = parseId(id)
    if (!parsed || parsed.keyPrefix !== object.keyPrefix || parsed.orgLetter !== this.#letter)
      return undefined
    return object.table.has(parsed.index) ? parsed.index : undefined
  }

  insert(object: SObject, values: Values): string {
    const now = this.now()
    const defaults: Values = {}
    for (const { name, defaultValue, derive } of object.fields.values()) {
      if (defaultValue !== null && !derive) defaults[name] = defaultValue
    }
    if (object.fields.has('ownerid')) defaults['OwnerId'] = this.userId
    if (object.name === 'Case') {
      defaults['CaseNumber'] = String(1001 + object.table.rows).padStart(8, '0')
    }
    const written = {
      ...defaults,
      ...values,
      CreatedDate: now,
      CreatedById: this.userId,
      LastModifiedDate: now,
      LastModifiedById: this.userId,
    }
    const index = object.table.insert({ ...written, SystemModstamp: now })
    const id = this.idAt(object, index)
    this.events.record(object, { type: 'CREATE', id, values: written })
    return id
  }

  update(object: SObject, index: number, values: Values): void {
    const changed = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => object.table.read(index, name) !== value),
    )
    this.#stamp(object, index, values)
    const id = this.idAt(object, index)
    const written = { ...changed, LastModifiedDate: this.now() }
    this.events.record(object, { type: 'UPDATE', id, values: written })
  }

  #stamp(object: SObject, index: number, values: Values = {}): void {
    const now = this.now()
    object.table.update(index, {
      ...values,
      LastModifiedDate: now,
      LastModifiedById: this.userId,
      SystemModstamp: now,
    })
  }

  delete(object: SObject, index: number): void {
    this.#stamp(object, index)
    object.table.delete(index, this.now())
    this.events.record(object, { type: 'DELETE', id: this.idAt(object, index) })
  }

  restore(object: SObject, index: number): void {
    object.table.restore(index)
    this.#stamp(object, index)
    this.events.record(object, { type: 'UNDELETE', id: this.idAt(object, index) })
  }
}
