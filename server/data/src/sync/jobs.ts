import type { Database } from '@platform/kernel/db/database'
import type { JobHandlers } from '@platform/kernel/jobs/worker'
import type { Services } from '@platform/kernel/services'
import { applyConfiguration, applyRevision } from './object/apply-configuration.ts'
import {
  blockReadsInto,
  blockReadsThrough,
  unblockReadsInto,
  unblockReadsThrough,
} from './object/blocked-reads.ts'
import type { Mailer } from '@platform/tenancy/sign-in/mailer'
import { mailFailingObjects, notifyOfFailingInstallations } from './mail-failing.ts'
import { compareFields, lookForLostFields } from './object/compare-fields.ts'
import { startProjectReads } from './object/due-reads.ts'
import { startAnew } from './object/start-anew.ts'

/** Jobs that schedule reads. */
export const syncJobs = (database: Database, services: Services) =>
  ({
    'installation-saved': ({ projectId, installationId }) =>
      applyConfiguration(services, database.tenant(projectId), installationId),
    'scheduled-read': ({ projectId, ...due }) =>
      startProjectReads(services, database.tenant(projectId), [due]),
    'integration-revised': ({ projectId, ...revised }) =>
      applyRevision(services, database.tenant(projectId), revised),
    'connection-works-again': ({ projectId, connectionId }) =>
      unblockReadsThrough(services, database.tenant(projectId), connectionId),
    'connection-stopped': ({ projectId, ...stopped }) =>
      blockReadsThrough(services, database.tenant(projectId), stopped),
    'destination-deleted': ({ projectId, ...deleted }) =>
      blockReadsInto(services, database.tenant(projectId), deleted),
    'destination-named': ({ projectId, ...named }) =>
      unblockReadsInto(services, database.tenant(projectId), named),
    'connection-changed-account': ({ projectId, connectionId }) =>
      startAnew(services, database.tenant(projectId), connectionId),
  }) satisfies Partial<JobHandlers>

/** Jobs that ask providers for descriptions and may wait for one that hangs. */
export const comparingJobs = (database: Database, services: Services) =>
  ({
    'look-for-lost-fields': () => lookForLostFields(database),
    'compare-fields': ({ projectId, installationId }) =>
      compareFields(services, database.tenant(projectId), installationId),
  }) satisfies Partial<JobHandlers>

/** Jobs that send mails about reads and may wait for the mail server. */
export const objectMailJobs = (database: Database, services: Services, mailer: Mailer) =>
  ({
    'look-for-failing-objects': () => notifyOfFailingInstallations(services, database),
    'mail-failing-objects': (payload) => mailFailingObjects(services, mailer, database, payload),
  }) satisfies Partial<JobHandlers>
