import { findRecordIndex, type CrmObject } from '../portal/crm-object.ts'
import { validationError } from '../portal/errors.ts'
import type { Portal } from '../portal/portal.ts'

export interface WrittenAssociation {
  to: { id: string }
  types?: { associationCategory: string; associationTypeId: number }[]
}

/**
 * Associates a new record as requested by its body. The type of an association determines the other
 * object.
 */
export function associateRecords(
  portal: Portal,
  object: CrmObject,
  index: number,
  associations: readonly WrittenAssociation[] = [],
): void {
  for (const { to, types = [] } of associations) {
    const target = portal
      .objects()
      .find((candidate) => findRecordIndex(candidate, to.id) !== undefined)
    if (!target) throw validationError(`${to.id} is not a valid ID`)
    const written = types.map(({ associationCategory, associationTypeId }) => ({
      category: associationCategory,
      typeId: associationTypeId,
      label: null,
    }))
    portal.associations.add(object, String(object.firstId + index), target, to.id, written)
  }
}
