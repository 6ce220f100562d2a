import { z } from 'zod'

/** RFC 3339; in replies always UTC. */
export const time = () =>
  z.iso.datetime({ offset: true }).refine(hasYear, 'Use a year between 0001 and 9999.')

/** Only these years can be stored. Invalid times are rejected by the format. */
function hasYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return !(year < 1 || year > 9999)
}

/** `createTime` and, once changed, `updateTime`. */
export const times = {
  createTime: time().describe('Time of creation.'),
  updateTime: time().optional().describe('Time of the last change; absent if unchanged.'),
}

/** Query parameters of every list. The next page is in the `Link` header, `rel="next"`. */
export const page = {
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(200)
    .describe('Maximum number of items per page. The last page can have fewer.'),
  pageToken: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Opaque token of the page, from the `Link` header of the previous page. If unset, returns the first page.',
    ),
}
export type PageParameters = { pageSize: number; pageToken?: string | undefined }

/** Description of the query parameter `sort`. */
export const sortMeaning =
  'Order of the list: a field, or `-` and a field for descending order. A page token is valid only with the order that it was returned for.'

/** A boolean in the query: `true` or `false`. */
export const queryBoolean = () => z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })

/**
 * Fields that a PATCH changes. If there are few, they are documented but not validated here,
 * because every update rejects unknown ones in the same way.
 */
export const updateMask = (names?: string[]) =>
  z
    .array(names ? z.string().min(1).meta({ enum: names }) : z.string().min(1))
    .min(1)
    .max(1000)
    .describe(
      'Fields to change, as dot-separated paths. Escape dots and colons as `\\.` and `\\:`. Other fields in the body are ignored.',
    )

/** Query parameter of deletions that are rejected while the resource is in use. */
export const force = (consequence: string) => ({
  force: queryBoolean()
    .default(false)
    .describe(
      `Whether to delete the resource while it is in use. If set, ${consequence} Otherwise, the request is rejected with a list of what uses it.`,
    ),
})

export const projectParam = {
  projectIdOrName: z.string().min(1).max(255).describe('ID or name of the project.'),
}

/** The builder's own reference of a group (company, team, workspace) or a consumer (end user). */
export const ref = () => z.string().min(1).max(512)

/** Query parameter of resources that belong to a group; required for a key of scope `frontend`. */
export const ofGroup = {
  groupRef: ref()
    .optional()
    .describe('Returns only items of this customer. Required with a key of scope `frontend`.'),
}

export const Group = z
  .object({
    groupRef: z.string().describe('Your reference for the customer.'),
    groupName: z.string().describe('Name of the customer, for display. Defaults to the reference.'),
    projectId: z.string().describe('ID of the project that owns the group.'),
    ...times,
  })
  .meta({ id: 'Group', description: 'One of your customers: a company, team or workspace.' })
export type Group = z.infer<typeof Group>

export const Consumer = z
  .object({
    consumerRef: z.string().describe('Your reference for the end user.'),
    consumerName: z
      .string()
      .describe('Name of the end user, for display. Defaults to the reference.'),
    projectId: z.string().describe('ID of the project that owns the consumer.'),
    ...times,
  })
  .meta({
    id: 'Consumer',
    description: 'One of your end users, who connects providers for a group.',
  })
export type Consumer = z.infer<typeof Consumer>
