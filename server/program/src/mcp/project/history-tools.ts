import * as contract from '@platform/contract'
import { z } from 'zod'
import { entryWithoutHeaders } from './explain.ts'
import { operationTool } from './operation-tool.ts'
import type { ProjectTool } from './project-tool.ts'

const ofHistory = ['groupRef', 'installationId', 'from', 'to'] as const

/** Tools that show what has run: logs, operations and deliveries. */
export const historyTools: readonly ProjectTool[] = [
  operationTool({
    name: 'search_logs',
    title: 'Search logs',
    description: 'Returns log entries of operations, newest first.',
    operation: contract.listLogs,
    takes: [...ofHistory, 'operationId', 'severity'],
    options: {
      headers: z
        .boolean()
        .optional()
        .describe('Whether to include the headers of calls to the provider.'),
    },
    show: (line: contract.OperationLog, { headers }) =>
      headers === true ? line : entryWithoutHeaders(line),
  }),
  operationTool({
    name: 'list_operations',
    title: 'List operations',
    description: 'Lists reads and writes with their status, newest first.',
    operation: contract.listOperationsForProject,
    takes: [...ofHistory, 'actionType', 'status'],
  }),
  operationTool({
    name: 'get_operation',
    title: 'Get an operation',
    description: 'Returns a read or write with its status and progress.',
    operation: contract.getOperation,
    takes: ['operationId'],
  }),
  operationTool({
    name: 'list_destinations',
    title: 'List destinations',
    description: 'Lists destinations with their type and health.',
    operation: contract.listDestinations,
    show: ({ id, name, type, status, health, lastDay }: contract.Destination) => ({
      ...{ id, name, type, status, health, lastDay },
    }),
  }),
  operationTool({
    name: 'list_deliveries',
    title: 'List deliveries',
    description: 'Lists deliveries of messages with their status and last error, newest first.',
    operation: contract.listDeliveries,
    takes: ['status', 'destinationId', 'groupRef', 'installationId', 'operationId', 'from', 'to'],
  }),
  operationTool({
    name: 'list_attempts',
    title: 'List attempts of a delivery',
    description: 'Lists the attempts of a delivery with the responses of the receiver.',
    operation: contract.listAttempts,
    takes: ['deliveryId'],
  }),
]
