import { z } from 'zod'

/** RFC 3339; in replies always UTC. */
export const time = () =>
  z.iso.datetime({ offset: true }).refine(hasYear, 'Use a year between 0001 and 9999.')

/** Only such years can be stored. What is no time at all is refused by its format. */
function hasYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return !(year < 1 || year > 9999)
}

/** `createTime` and, once changed, `updateTime`. */
export const times = { createTime: time(), updateTime: time().optional() }

/** Query parameters of every list. The next page is named by the `Link` header, `rel="next"`. */
export const page = {
  pageSize: z.coerce.number().int().min(1).max(1000).default(200),
  pageToken: z.string().max(1000).optional(),
}
export type Page = { pageSize: number; pageToken?: string | undefined }

/** A boolean in the query: `true` or `false`. */
export const queryBoolean = () => z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })

/** The fields that a PATCH changes, as dot paths; `\.` and `\:` escape. */
export const updateMask = () => z.array(z.string().min(1)).min(1)

export const projectParam = { projectIdOrName: z.string().min(1).max(255) }

/** The builder's own reference to a group (company, team, workspace) or a consumer (end user). */
export const ref = () => z.string().min(1).max(512)

/** Query parameter of what belongs to a group; a key of scope `frontend` must name it. */
export const ofGroup = { groupRef: ref().optional() }

export const Group = z
  .object({
    groupRef: z.string(),
    groupName: z.string(),
    projectId: z.string(),
    ...times,
  })
  .meta({ id: 'Group' })
export type Group = z.infer<typeof Group>

export const Consumer = z
  .object({
    consumerRef: z.string(),
    consumerName: z.string(),
    projectId: z.string(),
    ...times,
  })
  .meta({ id: 'Consumer' })
export type Consumer = z.infer<typeof Consumer>
