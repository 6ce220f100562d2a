import { z } from 'zod'
import { LiteralText, ParameterName } from '../calls/places.ts'

const GraphQLName = z.string().regex(/^[A-Za-z_]\w{0,99}$/)

export const GraphQL = z
  .strictObject({
    field: z
      .string()
      .regex(/^[A-Za-z_]\w{0,99}$/)
      .describe('Field of the query that returns the list.'),
    nodes: z
      .literal('nodes')
      .optional()
      .describe('Whether the field is a Relay connection, with records below `nodes`.'),
    fields: z
      .array(z.string().regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,4}$/))
      .min(1)
      .max(500)
      .describe('Fields to request of each record; dots select members of objects.'),
    arguments: z.record(ParameterName, LiteralText).optional(),
    within: z
      .strictObject({ field: GraphQLName, cursor: GraphQLName, list: GraphQLName })
      .optional()
      .describe(
        'Field of the result that has the pages, with the names of its cursor and its list. It takes the arguments of the paging.',
      ),
  })
  .describe('GraphQL query of the list.')
export type GraphQL = z.infer<typeof GraphQL>

const GraphQLType = z
  .string()
  .regex(/^[A-Za-z_]\w{0,99}!?$/)
  .describe('Type of the argument, such as `CustomerInput!`.')

export const GraphqlMutation = z
  .strictObject({
    mutation: GraphQLName.describe('Field of the mutation.'),
    input: z
      .strictObject({ argument: GraphQLName, type: GraphQLType })
      .optional()
      .describe('Argument for the fields.'),
    arguments: z
      .record(GraphQLName, GraphQLType)
      .optional()
      .describe(
        'Fields that are arguments of their own, with their types. Records with other fields are rejected.',
      ),
    id: z
      .union([
        z.literal('input').describe('Whether the ID is sent as `id` of the input.'),
        z.strictObject({
          argument: z.string().regex(/^[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99})?$/),
          type: GraphQLType,
        }),
      ])
      .optional()
      .describe('Argument for the ID, or a member of it.'),
    errors: GraphQLName.optional().describe(
      'Path in the reply of a list of errors, each with a `message`.',
    ),
  })
  .refine(
    ({ input, arguments: own, id }) =>
      !own || (!input && id !== 'input' && !Object.hasOwn(own, 'id')),
    'cannot combine `arguments` with `input`, or with an argument named id',
  )
  .describe('GraphQL mutation that writes the record.')
export type GraphqlMutation = z.infer<typeof GraphqlMutation>
