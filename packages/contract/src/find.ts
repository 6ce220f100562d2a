import { z } from 'zod'
import { projectParam } from './common.ts'
import { Health } from './health.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

export const Found = z
  .object({
    kind: z
      .enum([
        'group',
        'installation',
        'connection',
        'operation',
        'event',
        'delivery',
        'replay',
        'destination',
        'topic',
        'integration',
        'providerApp',
        'apiKey',
        'jwtKey',
      ])
      .describe('What the text leads to: a customer, or what has this ID.'),
    id: z.string().describe('What identifies it; the reference of a `group`.'),
    name: z.string().optional().describe('What people call it; missing where it has no name.'),
    groupRef: z.string().optional().describe('The customer whom it is about.'),
    integrationId: id('int').optional().describe('The integration of an `installation`.'),
    health: Health.optional().describe(
      'How it fares: of an `installation`, a `connection` and a `destination`; of a `group` as the worst of its installations and connections, missing where it has none.',
    ),
  })
  .meta({ id: 'Found', description: 'Something that belongs to an ID or a name.' })
export type Found = z.infer<typeof Found>

export const find = operation({
  id: 'find',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/find',
  tag: 'Projects',
  summary: 'Find what belongs to an ID, and customers, destinations and integrations by their name',
  description:
    'What has the ID in the text, which may be in quotes, among words or in capitals: of a revision its integration, of a configuration its installation, of a log line its operation, of a route its topic. Connections of the person with this reference. And the first groups whose reference or name has the text in it, whatever its case; one of exactly this reference comes first; then the first destinations and integrations whose name has it.',
  callers: projectCallers,
  permission: 'installation:read',
  params: z.object(projectParam),
  query: z.object({
    text: z
      .string()
      .min(1)
      .max(512)
      .describe(
        'An ID, the reference of a person, or part of a customer’s reference or name, or of the name of a destination or an integration.',
      ),
  }),
  success: 200,
  reply: z.array(Found),
})
