import { requireDefined } from '../../require-defined.ts'
import { validationError } from './errors.ts'
import type { AssociationChange } from './changes.ts'
import { findRecordIndex, type CrmObject } from './crm-object.ts'

export interface AssociationType {
  category: string
  typeId: number
  label: string | null
}

export interface PortalAssociation {
  toObjectId: number
  associationTypes: AssociationType[]
}

/** HubSpot's association types of pairs of objects without a label. */
const unlabelled: Record<string, number> = {
  'contacts companies': 279,
  'companies contacts': 280,
  'deals contacts': 3,
  'contacts deals': 4,
  'deals companies': 341,
  'companies deals': 342,
  'tickets contacts': 16,
  'contacts tickets': 15,
  'tickets companies': 339,
  'companies tickets': 340,
  'deals tickets': 27,
  'tickets deals': 28,
  'contacts contacts': 449,
  'companies companies': 450,
  'deals deals': 451,
  'tickets tickets': 452,
  'deals line_items': 19,
  'line_items deals': 20,
  'companies notes': 189,
  'notes companies': 190,
  'contacts notes': 201,
  'notes contacts': 202,
  'deals notes': 213,
  'notes deals': 214,
  'tickets notes': 227,
  'notes tickets': 228,
  'companies tasks': 191,
  'tasks companies': 192,
  'contacts tasks': 203,
  'tasks contacts': 204,
  'deals tasks': 215,
  'tasks deals': 216,
  'tickets tasks': 229,
  'tasks tickets': 230,
}
const primary: Record<string, number> = { 'contacts companies': 1, 'companies contacts': 2 }

const makeDefinedType = (typeId: number, label: string | null = null): AssociationType => ({
  category: 'HUBSPOT_DEFINED',
  typeId,
  label,
})

export function defaultTypes(from: CrmObject, to: CrmObject): AssociationType[] {
  const typeId = unlabelled[`${from.name} ${to.name}`]
  if (typeId === undefined) {
    throw validationError(`${from.name} cannot be associated with ${to.name}`)
  }
  return [makeDefinedType(typeId)]
}

/** First type ID of labels created in the portal. */
const firstLabelTypeId = 36

const primaryTypes = (from: CrmObject, to: CrmObject) => [
  makeDefinedType(requireDefined(primary[`${from.name} ${to.name}`]), 'Primary'),
  ...defaultTypes(from, to),
]

/** Effects of associations in the portal. */
interface AssociatingPortal {
  /** The contact no longer has a primary company. */
  leaveCompany(contacts: CrmObject, index: number): void
  publish(change: Pick<AssociationChange, 'object' | 'id' | 'to' | 'toId' | 'removed'>): void
}

/**
 * Associations between records. A contact's primary company is its property `associatedcompanyid`,
 * which seeded contacts have; every other association was created by a call.
 */
export class Associations {
  readonly #portal: AssociatingPortal
  readonly #made = new Map<string, Map<string, AssociationType[]>>()
  /** By pair of objects: `contacts companies`. */
  readonly #labels = new Map<string, { name: string; type: AssociationType }[]>()
  #labelCount = 0

  constructor(portal: AssociatingPortal) {
    this.#portal = portal
  }

  list(from: CrmObject, id: string, to: CrmObject): PortalAssociation[] {
    return this.lists(from, [id], to).get(id) ?? []
  }

  /** Returns the associations of several records, found in one pass. */
  lists(from: CrmObject, ids: readonly string[], to: CrmObject): Map<string, PortalAssociation[]> {
    const primaries = this.#primaries(from, ids, to)
    return new Map(ids.map((id) => [id, this.#list(from, id, to, primaries.get(id) ?? [])]))
  }

  #list(
    from: CrmObject,
    id: string,
    to: CrmObject,
    primaries: readonly string[],
  ): PortalAssociation[] {
    const found = new Map<string, AssociationType[]>()
    for (const otherId of primaries) found.set(otherId, primaryTypes(from, to))
    for (const [otherId, types] of this.#made.get(key(from, id, to)) ?? []) {
      if (!found.has(otherId)) found.set(otherId, types)
    }
    return [...found]
      .filter(([otherId]) => to.table.isLive(findRecordIndex(to, otherId) ?? -1))
      .map(([otherId, associationTypes]) => ({ toObjectId: Number(otherId), associationTypes }))
  }

  add(from: CrmObject, id: string, to: CrmObject, otherId: string, types: AssociationType[]): void {
    if (findRecordIndex(from, id) === undefined) throw invalidId(id)
    if (findRecordIndex(to, otherId) === undefined) throw invalidId(otherId)
    if (from === to && id === otherId) {
      throw validationError(`Object ${id} cannot be associated to itself (${otherId})`)
    }
    this.#put(from, id, to, otherId, types)
    this.#put(to, otherId, from, id, defaultTypes(to, from))
    this.#publish(from, id, to, otherId, false)
  }

  /** Returns every type of association between the two objects. */
  types(from: CrmObject, to: CrmObject): AssociationType[] {
    const labels = this.#labels.get(pair(from, to)) ?? []
    return [...defaultTypes(from, to), ...labels.map(({ type }) => type)]
  }

  /** Creates a label in both directions; returns both. */
  addLabel(
    from: CrmObject,
    to: CrmObject,
    written: { name: string; label: string; inverseLabel?: string },
  ): AssociationType[] {
    const { name, label, inverseLabel = label } = written
    const known = this.#labels.get(pair(from, to)) ?? []
    if (known.some((other) => other.name === name || other.type.label === label)) {
      throw validationError(`An association label ${label} (${name}) exists already.`)
    }
    const made = [
      [from, to, label],
      [to, from, inverseLabel],
    ] as const
    return made.map(([source, target, text]) => {
      const typeId = firstLabelTypeId + this.#labelCount++
      const type: AssociationType = { category: 'USER_DEFINED', typeId, label: text }
      const labels = this.#labels.get(pair(source, target)) ?? []
      this.#labels.set(pair(source, target), [...labels, { name, type }])
      return type
    })
  }

  remove(from: CrmObject, id: string, to: CrmObject, otherId: string): void {
    this.#made.get(key(from, id, to))?.delete(otherId)
    this.#made.get(key(to, otherId, from))?.delete(id)
    this.#publish(from, id, to, otherId, true)
    if (!this.#primaries(from, [id], to).get(id)?.includes(otherId)) return

    const contacts = from.name === 'contacts' ? from : to
    const index = requireDefined(findRecordIndex(contacts, contacts === from ? id : otherId))
    this.#portal.leaveCompany(contacts, index)
  }

  #publish(from: CrmObject, id: string, to: CrmObject, otherId: string, removed: boolean): void {
    const [one, other] = [
      { object: from, id: Number(id) },
      { object: to, id: Number(otherId) },
    ]
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      this.#portal.publish({ ...a, to: b.object, toId: b.id, removed })
    }
  }

  #put(from: CrmObject, id: string, to: CrmObject, otherId: string, types: AssociationType[]) {
    const made = this.#made.get(key(from, id, to)) ?? new Map<string, AssociationType[]>()
    made.set(otherId, types)
    this.#made.set(key(from, id, to), made)
  }

  /** Moves the associations of one record to another. */
  move(object: CrmObject, id: string, toId: string, objects: readonly CrmObject[]): void {
    for (const other of objects) {
      for (const { toObjectId, associationTypes } of this.list(object, id, other)) {
        const otherId = String(toObjectId)
        this.remove(object, id, other, otherId)
        if (otherId !== toId) this.add(object, toId, other, otherId, associationTypes)
      }
    }
  }

  /** Returns associations that are properties of contacts, by the requested IDs. */
  #primaries(from: CrmObject, ids: readonly string[], to: CrmObject): Map<string, string[]> {
    if (from.name === 'contacts' && to.name === 'companies') {
      const employer = from.table.reader('associatedcompanyid')
      return new Map(
        ids.map((id) => {
          const index = findRecordIndex(from, id)
          const company = index === undefined ? null : employer(index)
          return [id, company === null ? [] : [String(company)]]
        }),
      )
    }
    const found = new Map<string, string[]>()
    if (from.name === 'companies' && to.name === 'contacts') {
      for (const id of ids) found.set(id, [])
      const employer = to.table.reader('associatedcompanyid')
      to.table.select((index) => {
        found.get(String(employer(index)))?.push(String(to.firstId + index))
        return false
      })
    }
    return found
  }
}

const pair = (from: CrmObject, to: CrmObject) => `${from.name} ${to.name}`

const key = (from: CrmObject, id: string, to: CrmObject) => `${from.name} ${id} ${to.name}`

const invalidId = (id: string) =>
  validationError(`${id} is not a valid ID`, {
    subCategory: 'crm.associations.INVALID_IDENTIFIER',
    context: { id: [id] },
  })
