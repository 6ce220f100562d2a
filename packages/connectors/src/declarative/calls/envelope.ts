import { isMembers } from '../../members.ts'
import { getAtDotPath } from './dot-path.ts'

const containers =
  /^(?:_?meta|metadata|_?pagination|paging|_?paging|pages?|page_?info|info|_?links|links|result_?info|response_?metadata|cursors?|result|results|data|response|responseData|additional_data|status|response_?status|header|head)$/i

/** Returns the members of a reply besides its list, including those of envelopes, by path. */
export function membersNear(body: Record<string, unknown>, records: string): [string, unknown][] {
  const isList = (place: string) => place === records
  return Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    if (isList(name)) return []
    const isEnvelope = isMembers(value) && (containers.test(name) || records.startsWith(`${name}.`))
    const inner = isEnvelope
      ? Object.entries(value).flatMap(([member, one]): [string, unknown][] => {
          const place = `${name}.${member}`
          if (isList(place)) return []
          const isLower =
            isMembers(one) && (containers.test(member) || records.startsWith(`${place}.`))
          return [
            [place, one],
            ...(isLower
              ? Object.entries(one)
                  .map(([last, lowest]): [string, unknown] => [`${place}.${last}`, lowest])
                  .filter(([lowest]) => !isList(lowest))
              : []),
          ]
        })
      : []
    return [[name, value], ...inner]
  })
}

/** Returns the name of the member at a place. */
export const nameAt = (place: string) => place.slice(place.lastIndexOf('.') + 1)

/** Reports whether the member at a place is one of a record, whose list may be in it. */
export function isOfRecord(body: Record<string, unknown>, place: string): boolean {
  const name = nameAt(place)
  const owner = place === name ? body : getAtDotPath(body, place.slice(0, -name.length - 1))
  return isMembers(owner) && Object.hasOwn(owner, 'id')
}
