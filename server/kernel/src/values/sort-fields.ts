import type { FieldMetadata } from '@platform/contract'

/** Names of fields that people look for first, without separators and suffixes of custom fields. */
const recommended =
  /^((first|last|full|display|company|deal|account)?name|title|jobtitle|subject|(work|primary)?email(address)?|(mobile|work)?phone(number)?|mobile|company|domain|website|owner(id)?|hubspotownerid|status|hsleadstatus|lifecyclestage|(deal)?stage(name)?|pipeline|amount|priority|industry|type|closedate|city|country)$/

/** Names of fields that the provider maintains for itself. */
const internal =
  /^(id|recordid|hsobjectid|(is)?(deleted|archived)|systemmodstamp|(created|updated|modified|lastmodified)(by|byid|date|at|time|on)?|createdate|createtime|updatetime|hs(createdate|lastmodifieddate|.*(userid|allowners.*|mergedobjectids|uniquecreationkey|uniqueid|updatedbyuserid|createdbyuserid).*)|last(referenced|viewed|activity)date|masterrecordid|photourl|jigsaw.*|etag|selflink)$/

/** Types of fields that are recommended under any name. */
const recommendedTypes = new Set(['email', 'phone', 'currency'])

/**
 * Sorts the fields of an account for people who choose among them: those that `used` names first, in
 * its order, then those that are useful to most, then others by label, and fields that the provider
 * maintains for itself last, marked as `isSystem`.
 */
export function sortFields(
  fields: Readonly<Record<string, FieldMetadata>>,
  used: readonly string[] = [],
): Record<string, FieldMetadata> {
  const places = new Map(used.map((name, index) => [name, index]))
  const ranked = Object.entries(fields).map(([name, field]) => {
    const rank = getRank(field)
    return {
      entry: [name, rank === systemRank ? { ...field, isSystem: true } : field] as const,
      place: places.get(name) ?? used.length,
      rank,
    }
  })
  const { compare } = new Intl.Collator('en', { numeric: true })
  const sorted = ranked.toSorted(
    (one, other) =>
      one.place - other.place ||
      one.rank - other.rank ||
      compare(one.entry[1].displayName, other.entry[1].displayName),
  )
  return Object.fromEntries(sorted.map(({ entry }) => entry))
}

const systemRank = 2

function getRank({ fieldName, providerType, isCustom }: FieldMetadata): number {
  const name = fieldName
    .replace(/__c$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (internal.test(name)) return systemRank
  if (isCustom) return 1
  return recommended.test(name) || recommendedTypes.has(providerType ?? '') ? 0 : 1
}
