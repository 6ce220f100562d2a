import * as contract from '@platform/contract'
import { briefIntegration } from './explain.ts'
import { ofInstallation, operationTool } from './operation-tool.ts'
import type { ProjectTool } from './project-tool.ts'

/** Tools that deploy, start and pause reads, and repeat deliveries. */
export const changeTools: readonly ProjectTool[] = [
  operationTool({
    name: 'dry_run_manifest',
    title: 'Dry-run platform.yaml',
    description:
      'Validates a platform.yaml and returns what its deployment would change, and for which customers. Changes nothing.',
    operation: contract.batchUpsertIntegrations,
    takes: ['sourceYaml'],
    fixed: { query: { validateOnly: 'true' } },
  }),
  operationTool({
    name: 'deploy_manifest',
    title: 'Deploy platform.yaml',
    description:
      'Deploys a platform.yaml for all customers. Integrations that are not in it stay unchanged. Call `dry_run_manifest` first.',
    operation: contract.batchUpsertIntegrations,
    takes: ['sourceYaml'],
    isDestructive: true,
    show: ({ id, name, change, latestRevision }) => ({
      ...{ id, name, change },
      latestRevisionId: latestRevision.id,
    }),
  }),
  operationTool({
    name: 'roll_back_integration',
    title: 'Roll back an integration',
    description: 'Deploys an earlier revision of an integration again.',
    operation: contract.rollBackRevision,
    takes: ['integrationId', 'revisionId'],
    isDestructive: true,
    show: briefIntegration,
  }),
  operationTool({
    name: 'start_read',
    title: 'Start a read',
    description:
      'Starts a read of an object for a customer. Without `sinceTimestamp`, reads all records.',
    operation: contract.triggerRead,
    takes: ['integrationId', 'objectName', 'groupRef', 'instance', 'sinceTimestamp'],
  }),
  operationTool({
    name: 'pause_installation',
    title: 'Pause an installation',
    description: 'Pauses the reads of all objects of an installation, or of the listed ones.',
    operation: contract.pauseInstallation,
    takes: [...ofInstallation, 'objects', 'note'],
    isDestructive: true,
  }),
  operationTool({
    name: 'resume_installation',
    title: 'Resume an installation',
    description: 'Resumes paused reads and reads the missed changes.',
    operation: contract.unpauseInstallation,
    takes: [...ofInstallation, 'objects', 'note'],
  }),
  operationTool({
    name: 'retry_delivery',
    title: 'Retry a delivery',
    description: 'Sends a failed delivery again.',
    operation: contract.retryDelivery,
    takes: ['deliveryId'],
  }),
]
