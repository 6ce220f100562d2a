import * as contract from '@platform/contract'
import { ofInstallation, operationTool } from './operation-tool.ts'
import type { ProjectTool } from './project-tool.ts'

/** Tools that show records of customers. */
export const recordTools: readonly ProjectTool[] = [
  operationTool({
    name: 'sample_records',
    title: 'Sample records',
    description: 'Returns up to three records of a customer’s account, with the given fields.',
    operation: contract.sampleRecords,
    takes: ['integrationId', 'objectName', 'groupRef', 'instance', 'fieldNames'],
  }),
  operationTool({
    name: 'search_records',
    title: 'Search records',
    description: 'Searches the records of a customer’s account by the values of fields.',
    operation: contract.searchRecords,
    takes: ['integrationId', 'groupRef', 'instance', 'objectName', 'fieldFilters'],
  }),
  operationTool({
    name: 'preview_mapping',
    title: 'Preview a mapping',
    description:
      'Returns up to five records of a customer as they are received now, and as they would be with a changed platform.yaml.',
    operation: contract.previewMapping,
    takes: [...ofInstallation, 'objectName', 'sourceYaml'],
  }),
]
