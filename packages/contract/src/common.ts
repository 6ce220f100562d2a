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
export const times = {
  createTime: time().describe('When it was created.'),
  updateTime: time().optional().describe('When it was last changed; missing until then.'),
}

/** Query parameters of every list. The next page is named by the `Link` header, `rel="next"`. */
export const page = {
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(200)
    .describe('How many items a page has at most; the last one has fewer.'),
  pageToken: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Where the page begins: opaque, from the `Link` header of the page before. The first page without it.',
    ),
}
export type Page = { pageSize: number; pageToken?: string | undefined }

/** A boolean in the query: `true` or `false`. */
export const queryBoolean = () => z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })

/**
 * What a PATCH changes. Where few fields can be named they are told, but not checked here: every
 * update refuses another one alike.
 */
export const updateMask = (names?: string[]) =>
  z
    .array(names ? z.string().min(1).meta({ enum: names }) : z.string().min(1))
    .min(1)
    .describe(
      'The fields to change, as dot paths; `\\.` and `\\:` escape. Others that are sent are ignored.',
    )

/** Query parameter of what removes something that others may use: it is refused then, without this. */
export const force = (consequence: string) => ({
  force: queryBoolean()
    .default(false)
    .describe(
      `Whether to delete it although it is in use: ${consequence} Refused otherwise, with who uses it.`,
    ),
})

export const projectParam = {
  projectIdOrName: z.string().min(1).max(255).describe('The project, by its ID or its name.'),
}

/** The builder's own reference to a group (company, team, workspace) or a consumer (end user). */
export const ref = () => z.string().min(1).max(512)

/** Query parameter of what belongs to a group; a key of scope `frontend` must name it. */
export const ofGroup = {
  groupRef: ref()
    .optional()
    .describe('Only what belongs to this customer; a key of scope `frontend` must name it.'),
}

export const Group = z
  .object({
    groupRef: z
      .string()
      .describe('The reference under which your product first named the customer.'),
    groupName: z.string().describe('What people read; the reference where no name was given.'),
    projectId: z.string().describe('The project that it belongs to, by its ID.'),
    ...times,
  })
  .meta({ id: 'Group', description: 'A customer of yours: a company, team or workspace.' })
export type Group = z.infer<typeof Group>

export const Consumer = z
  .object({
    consumerRef: z
      .string()
      .describe('The reference under which your product first named the end user.'),
    consumerName: z.string().describe('What people read; the reference where no name was given.'),
    projectId: z.string().describe('The project that it belongs to, by its ID.'),
    ...times,
  })
  .meta({
    id: 'Consumer',
    description: 'An end user of yours, who connects providers for a group.',
  })
export type Consumer = z.infer<typeof Consumer>
