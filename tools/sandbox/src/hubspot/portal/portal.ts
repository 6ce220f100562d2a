import { requireDefined } from '../../require-defined.ts'
import { RecordTable, type Generate, type Value, type Values } from '../../records/table.ts'
import { createWorld, people, type SeedWorld } from '../../seed/people.ts'
import type { SandboxState } from '../../state.ts'
import { Associations } from './associations.ts'
import type { PortalChange, RecordChange } from './changes.ts'
import { findRecordIndex, getSingularName, type CrmObject } from './crm-object.ts'
import { portalNotFound, validationError } from './errors.ts'
import { firstOwnerId, portalStandardObjects, type PortalObjectDefinition } from './objects.ts'
import { formatProperty } from './format.ts'
import { PropertyHistory } from './history.ts'

/** Accounts that a user may choose on the consent page. */
export const portals = [
  { id: '24510001', name: 'Northwind Portal' },
  { id: '24510002', name: 'Contoso Portal' },
  { id: '24510003', name: 'Fabrikam Portal' },
]

export const portalUserId = 7001

/** One isolated portal: its objects and their records. */
export class Portal {
  readonly id: string
  readonly name: string
  readonly #state: SandboxState
  readonly #world: SeedWorld
  readonly #objects = new Map<string, CrmObject>()
  readonly #announce: (change: PortalChange) => void
  readonly associations = new Associations({
    leaveCompany: (contacts, index) => this.update(contacts, index, { associatedcompanyid: null }),
    publish: (change) =>
      this.#announce({
        ...change,
        portalId: this.id,
        kind: 'associationChange',
        byUser: this.#isUserActing,
      }),
  })
  readonly history = new PropertyHistory()
  #isUserActing = false
  /** Times of the latest calls, for the rolling limit. */
  readonly #calls: number[] = []

  constructor(
    portal: (typeof portals)[number],
    state: SandboxState,
    announce: (change: PortalChange) => void,
  ) {
    this.#announce = announce
    this.id = portal.id
    this.name = portal.name
    this.#state = state
    this.#world = createWorld({
      at: state.seededAt,
      counts: state.counts,
      salt: Number(portal.id),
    })
    for (const definition of portalStandardObjects(this.#world)) this.addObject(definition)
  }

  now(): number {
    return this.#state.clock.now()
  }

  objects(): CrmObject[] {
    return [...this.#objects.values()]
  }

  /** Returns an object by plural or singular name, or by type ID. */
  object(type: string): CrmObject {
    const wanted = type.toLowerCase()
    const object =
      this.#objects.get(wanted) ??
      this.objects().find(
        (candidate) => candidate.typeId === wanted || getSingularName(candidate) === wanted,
      )
    if (!object) throw validationError(`Unable to infer object type from: ${type}`)
    return object
  }

  /** Counts a call; returns the number of calls in the window. */
  countCall(): number {
    const now = this.now()
    const windowMs = this.#state.settings.hubspotTenSecondsMs
    this.#calls.push(now)
    while (requireDefined(this.#calls[0]) <= now - windowMs) this.#calls.shift()
    return this.#calls.length
  }

  owners() {
    const person = people(this.#world.draw('owners'))
    return Array.from({ length: this.#world.counts.users }, (_, index) => ({
      id: String(firstOwnerId + index),
      email: `${person.mailbox(index)}@sandbox-portal.example`,
      type: 'PERSON',
      firstName: person.firstName(index),
      lastName: person.lastName(index),
      userId: portalUserId + index,
      createdAt: new Date(this.#state.seededAt).toISOString(),
      updatedAt: new Date(this.#state.seededAt).toISOString(),
      archived: false,
    }))
  }

  /** Returns the index of a record that is not archived. */
  liveIndex(object: CrmObject, id: string): number {
    const index = findRecordIndex(object, id)
    if (index === undefined || !object.table.isLive(index)) throw portalNotFound()
    return index
  }

  /** Attributes changes made by the callback to a person. */
  asUser<T>(act: () => T): T {
    this.#isUserActing = true
    try {
      return act()
    } finally {
      this.#isUserActing = false
    }
  }

  insert(object: CrmObject, values: Values): number {
    const now = this.now()
    const index = object.table.insert({
      ...values,
      createdate: now,
      [object.modifiedProperty]: now,
    })
    for (const [name, value] of Object.entries(values)) {
      this.#remember(object, index, name, value)
    }
    this.#publish('creation', object, index)
    this.#publish('propertyChange', object, index, values)
    return index
  }

  update(object: CrmObject, index: number, values: Values): void {
    const before = Object.keys(values).map((name) => object.table.read(index, name))
    const createdAt = Number(object.table.read(index, 'createdate'))
    for (const [position, [name, value]] of Object.entries(values).entries()) {
      const known = requireDefined(before[position])
      if (value === known) continue
      const property = object.properties.get(name)
      if (property) this.history.begin(object, index, property, { value: known, at: createdAt })
      this.#remember(object, index, name, value)
    }
    object.table.update(index, { ...values, [object.modifiedProperty]: this.now() })
    const changed = Object.entries(values).filter(
      ([, value], position) => value !== before[position],
    )
    this.#publish('propertyChange', object, index, Object.fromEntries(changed))
  }

  archive(object: CrmObject, index: number): void {
    if (!object.table.isLive(index)) return
    object.table.delete(index, this.now())
    this.#publish('deletion', object, index)
  }

  restore(object: CrmObject, index: number): void {
    object.table.restore(index)
    this.update(object, index, {})
    this.#publish('restore', object, index)
  }

  /**
   * Merges two records: missing values of the first are copied from the other, which is removed.
   */
  merge(object: CrmObject, index: number, otherIndex: number): void {
    const moved = [...object.properties.values()].flatMap(({ name, readOnlyValue }) => {
      if (readOnlyValue || object.table.read(index, name) !== null) return []
      const value = object.table.read(otherIndex, name)
      return value === null ? [] : [[name, value] as const]
    })
    const [id, otherId] = [index, otherIndex].map((one) => String(object.firstId + one))
    this.associations.move(object, requireDefined(otherId), requireDefined(id), this.objects())
    object.table.forget(otherIndex)
    this.update(object, index, Object.fromEntries(moved))
    this.#announce({
      portalId: this.id,
      object,
      id: Number(id),
      kind: 'merge',
      mergedId: Number(otherId),
      movedCount: moved.length,
      byUser: this.#isUserActing,
    })
  }

  /** Permanently deletes personal data of a record. */
  erase(object: CrmObject, index: number): void {
    this.archive(object, index)
    object.table.forget(index)
    this.#publish('privacyDeletion', object, index)
  }

  #remember(object: CrmObject, index: number, name: string, value: Value): void {
    const property = object.properties.get(name)
    const about = { value, at: this.now(), byUser: this.#isUserActing }
    if (property) this.history.add(object, index, property, about)
  }

  #publish(
    kind: RecordChange['kind'],
    object: CrmObject,
    index: number,
    values: Values = {},
  ): void {
    const written = Object.entries(values).flatMap(([name, value]) => {
      const property = object.properties.get(name)
      return property ? [[name, formatProperty(property, value)] as const] : []
    })
    if (kind === 'propertyChange' && written.length === 0) return
    this.#announce({
      portalId: this.id,
      object,
      id: object.firstId + index,
      kind,
      values: Object.fromEntries(written),
      byUser: this.#isUserActing,
    })
  }

  /** Adds a custom object. */
  addObject(definition: PortalObjectDefinition): CrmObject {
    const { properties, rows, ...names } = definition
    const generated = new Map<string, Generate>()
    for (const { name, seed } of properties) if (seed) generated.set(name, seed)
    const groupName = `${definition.singular.toLowerCase().replaceAll(' ', '')}information`
    const at = this.#state.seededAt
    const object: CrmObject = {
      ...names,
      properties: new Map(
        properties.map((property) => [
          property.name,
          { ...property, groupName: property.groupName || groupName, createdAt: at, updatedAt: at },
        ]),
      ),
      groups: new Map([
        [
          groupName,
          {
            name: groupName,
            label: `${definition.singular} Information`,
            displayOrder: 0,
            archived: false,
          },
        ],
      ]),
      table: new RecordTable({
        seededRows: rows === undefined ? 0 : this.#state.counts[rows],
        generated,
        derived: new Map([['hs_object_id', (index: number) => definition.firstId + index]]),
      }),
    }
    this.#objects.set(definition.name, object)
    return object
  }
}
