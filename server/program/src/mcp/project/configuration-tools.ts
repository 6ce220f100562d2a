import * as contract from '@platform/contract'
import { z } from 'zod'
import { pageOfResults } from '../tool-outcome.ts'
import { plainLabel } from '../tool-schema.ts'
import {
  briefInstallation,
  briefIntegration,
  explainInstallation,
  statusOfProject,
} from './explain.ts'
import { ofInstallation, operationTool } from './operation-tool.ts'
import {
  composeTool,
  makeJsonSchema,
  mustBeKnownArguments,
  PageCursor,
  type ProjectTool,
} from './project-tool.ts'

/** Tools that show the integrations and installations, and explain their health. */
export const configurationTools: readonly ProjectTool[] = [
  composeTool({
    name: 'get_status',
    title: 'Project status',
    description:
      'Returns the integrations, the installations and destinations that are not healthy, and failed deliveries of the last day. Start here.',
    capabilities: ['read', 'observe'],
    input: z.strictObject({}),
    run: (perform) => statusOfProject(perform),
  }),
  composeTool({
    name: 'explain_installation',
    title: 'Explain an installation',
    description:
      'Explains the health of an installation: reasons and remedies, per object, and the errors in its log of what is unhealthy now.',
    capabilities: ['read', 'observe'],
    input: z.strictObject({
      installationId: z.string().max(255).describe('ID of the installation (inst_…).'),
    }),
    run: (perform, { installationId = '' }) => explainInstallation(perform, installationId),
  }),
  operationTool({
    name: 'find',
    title: 'Find by ID or name',
    description:
      'Finds customers, installations, connections, operations, deliveries and other resources by an ID, a reference or a part of a name.',
    operation: contract.find,
    takes: ['text'],
  }),
  operationTool({
    name: 'list_integrations',
    title: 'List integrations',
    description: 'Lists the integrations of the project. `get_integration` returns a definition.',
    operation: contract.listIntegrations,
    fixed: { query: { brief: 'true' } },
    show: briefIntegration,
  }),
  operationTool({
    name: 'get_integration',
    title: 'Get an integration',
    description: 'Returns an integration with its definition in platform.yaml, as JSON.',
    operation: contract.getIntegration,
    takes: ['integrationIdOrName'],
  }),
  operationTool({
    name: 'list_revisions',
    title: 'List revisions',
    description: 'Lists the deployed revisions of an integration, newest first.',
    operation: contract.listRevisions,
    takes: ['integrationId'],
    show: ({ id, specVersion, createTime }: contract.Revision) => ({ id, specVersion, createTime }),
  }),
  operationTool({
    name: 'compare_revisions',
    title: 'Compare revisions',
    description: 'Returns the differences between a revision and another or the latest.',
    operation: contract.compareRevisions,
    takes: ['integrationId', 'revisionId', 'with'],
  }),
  operationTool({
    name: 'list_installations',
    title: 'List installations',
    description: 'Lists installations with their customer and health.',
    operation: contract.listInstallationsForProject,
    takes: ['groupRef', 'instance', 'health'],
    show: briefInstallation,
  }),
  operationTool({
    name: 'get_installation',
    title: 'Get an installation',
    description: 'Returns an installation with its configuration and the state of its objects.',
    operation: contract.getInstallation,
    takes: ofInstallation,
  }),
  {
    ...operationTool({
      name: 'describe_object',
      title: 'Describe an object',
      description:
        'Lists the fields that an object has in the account of a customer, with labels and types. No records.',
      operation: contract.getObjectMetadataForInstallation,
      takes: ['integrationId', 'objectName', 'groupRef', 'instance'],
    }),
    ...describeObject(),
  },
]

/** Lists fields page by page: accounts have hundreds. */
function describeObject(): Pick<ProjectTool, 'call' | 'inputSchema'> {
  const schema = z.strictObject({
    integrationId: z.string().describe('ID or name of the integration.'),
    objectName: z
      .string()
      .describe('Name of the object at the provider, such as `Contact`, or in your product.'),
    groupRef: z.string().describe('Your reference for the customer.'),
    instance: z
      .string()
      .optional()
      .describe('Name of the customer’s account. Defaults to the default account.'),
    cursor: PageCursor,
  })
  return {
    inputSchema: makeJsonSchema(schema),
    async call(perform, input) {
      mustBeKnownArguments(input, schema)
      const { integrationId = '', objectName = '', groupRef = '', instance, cursor = '0' } = input
      const metadata = contract.ObjectMetadata.parse(
        await perform(contract.getObjectMetadataForInstallation, {
          params: { integrationId: String(integrationId), objectName: String(objectName) },
          query: {
            groupRef: String(groupRef),
            ...(instance !== undefined && { instance: String(instance) }),
          },
        }),
      )
      const fields = Object.entries(metadata.fields).map(([name, field]) => ({
        name,
        label: plainLabel(field.displayName),
        type: field.valueType ?? 'other',
        ...(field.isRequired && { isRequired: true }),
        ...(field.readOnly && { isReadOnly: true }),
      }))
      const from = /^\d{1,6}$/.test(String(cursor)) ? Number(cursor) : 0
      return pageOfResults('fields', fields, { limit: 100, from })
    },
  }
}
