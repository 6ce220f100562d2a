import type { SchemaMigration } from '../migrate.ts'
import * as organizations from './0001-organizations.ts'
import * as notifications from './0002-notifications.ts'
import * as integrations from './0003-integrations.ts'
import * as setupLinks from './0004-setup-links.ts'
import * as passkeys from './0005-passkeys.ts'
import * as callersIdempotencyKeys from './0006-callers-idempotency-keys.ts'
import * as rateLimits from './0007-rate-limits.ts'
import * as auditLogByOrganization from './0008-audit-log-by-organization.ts'
import * as concludedReplies from './0010-concluded-replies.ts'
import * as publishedPackages from './0070-published-packages.ts'
import * as pauseCauses from './0020-pause-causes.ts'
import * as customFields from './0060-custom-fields.ts'
import * as readTurns from './0050-read-turns.ts'
import * as connectSessionsOfABrowser from './0040-connect-sessions-of-a-browser.ts'
import * as provenTenants from './0030-proven-tenants.ts'
import * as writes from './0061-writes.ts'
import * as refreshLeases from './0011-refresh-leases.ts'
import * as heldResults from './0051-held-results.ts'
import * as endedSessions from './0031-ended-sessions.ts'
import * as passwordGuesses from './0095-password-guesses.ts'
import * as sealedPartsOfMetadata from './0080-sealed-parts-of-metadata.ts'
import * as expiringAuditLog from './0100-expiring-audit-log.ts'
import * as storedBytes from './0101-stored-bytes.ts'
import * as storedBytesAsChanges from './0120-stored-bytes-as-changes.ts'
import * as isolatedReplies from './0090-isolated-replies.ts'
import * as subscriptions from './0140-subscriptions.ts'
import * as watchedSchemas from './0141-watched-schemas.ts'
import * as boundFrontEndKeys from './0150-bound-front-end-keys.ts'
import * as uses from './0175-uses.ts'
import * as orderedDeliveries from './0176-ordered-deliveries.ts'
import * as foundByCustomer from './0230-found-by-customer.ts'
import * as downloadsOfEvents from './0250-downloads-of-events.ts'
import * as downloadsInParts from './0251-downloads-in-parts.ts'
import * as failingDestinations from './0305-told-of-destinations.ts'
import * as recoveredDestinations from './0325-told-of-what-fails.ts'
import * as roomForUsage from './0310-room-for-usage.ts'
import * as rareOperations from './0320-rare-operations.ts'
import * as connectionsOfPeople from './0321-connections-of-people.ts'
import * as changesByKind from './0322-changes-by-kind.ts'
import * as fieldBytes from './0285-bytes-of-fields.ts'
import * as triesOfChanges from './0286-tries-of-changes.ts'
import * as traces from './0270-traces.ts'
import * as refusedCredentials from './0165-refused-credentials.ts'
import * as providerBudgets from './0170-provider-budgets.ts'
import * as firstReads from './0200-first-reads.ts'
import * as recordsLeftOut from './0201-records-left-out.ts'
import * as heldBytes from './0202-held-bytes.ts'
import * as customConnectSessions from './0160-custom-connect-sessions.ts'
import * as snapshots from './0220-snapshots.ts'
import * as health from './0225-health.ts'
import * as refreshes from './0226-refreshes.ts'
import * as ownWebhooks from './0260-own-webhooks.ts'
import * as unconfirmedCredentials from './0255-unconfirmed-credentials.ts'
import * as originsOfProjects from './0256-origins-of-projects.ts'
import * as pausedBy from './0257-paused-by.ts'
import * as bytesOfWrites from './0258-bytes-of-writes.ts'
import * as foundFast from './0295-found-fast.ts'
import * as pauses from './0296-pauses.ts'
import * as invitesOfOrganizations from './0340-invites-of-organizations.ts'
import * as byWhom from './0360-by-whom.ts'
import * as changesByWhom from './0365-changes-by-whom.ts'
import * as troubledConnections from './0375-troubled-connections.ts'
import * as countingLines from './0380-counting-lines.ts'
import * as replaysOfMany from './0370-replays-of-many.ts'
import * as changesOfThings from './0371-changes-of-things.ts'
import * as countingOfReplays from './0445-counting-of-replays.ts'
import * as restoredRevisions from './0425-restored-revisions.ts'
import * as waitingSessions from './0446-waiting-sessions.ts'
import * as eventsSetAside from './0447-events-set-aside.ts'
import * as limitedReads from './0448-limited-reads.ts'
import * as usage from './0265-usage.ts'
import * as linksForTypedCredentials from './0315-links-for-typed-credentials.ts'
import * as isolatedPeople from './0455-isolated-people.ts'
import * as beatsOfProcesses from './0460-beats-of-processes.ts'
import * as sentWrites from './0470-sent-writes.ts'
import * as canceled from './0470-canceled.ts'
import * as incompleteReads from './0480-incomplete-reads.ts'
import * as proofInThePlan from './0481-proof-in-the-plan.ts'
import * as failingObjects from './0482-failing-objects.ts'
import * as upserts from './0483-upserts.ts'
import * as lostFields from './0492-lost-fields.ts'
import * as knownFields from './0484-known-fields.ts'
import * as reportedObjects from './0486-reported-objects.ts'
import * as reportedSubscriptions from './0487-reported-subscriptions.ts'
import * as notifiedTimes from './0490-notified-times.ts'
import * as endedProcesses from './0491-ended-processes.ts'
import * as limitedKeys from './0493-limited-keys.ts'
import * as projectRoles from './0494-project-roles.ts'
import * as dueObjects from './0495-due-objects.ts'

/** In the order in which they run. A released migration never changes. */
export const migrations: Record<string, SchemaMigration> = {
  '0001-organizations': organizations,
  '0002-notifications': notifications,
  '0003-integrations': integrations,
  '0004-setup-links': setupLinks,
  '0005-passkeys': passkeys,
  '0006-callers-idempotency-keys': callersIdempotencyKeys,
  '0007-rate-limits': rateLimits,
  '0008-audit-log-by-organization': auditLogByOrganization,
  '0010-concluded-replies': concludedReplies,
  '0070-published-packages': publishedPackages,
  '0020-pause-causes': pauseCauses,
  '0060-custom-fields': customFields,
  '0050-read-turns': readTurns,
  '0040-connect-sessions-of-a-browser': connectSessionsOfABrowser,
  '0030-proven-tenants': provenTenants,
  '0061-writes': writes,
  '0011-refresh-leases': refreshLeases,
  '0051-held-results': heldResults,
  '0031-ended-sessions': endedSessions,
  '0080-sealed-parts-of-metadata': sealedPartsOfMetadata,
  '0100-expiring-audit-log': expiringAuditLog,
  '0101-stored-bytes': storedBytes,
  '0120-stored-bytes-as-changes': storedBytesAsChanges,
  '0095-password-guesses': passwordGuesses,
  '0090-isolated-replies': isolatedReplies,
  '0140-subscriptions': subscriptions,
  '0141-watched-schemas': watchedSchemas,
  '0150-bound-front-end-keys': boundFrontEndKeys,
  '0175-uses': uses,
  '0176-ordered-deliveries': orderedDeliveries,
  '0230-found-by-customer': foundByCustomer,
  '0165-refused-credentials': refusedCredentials,
  '0170-provider-budgets': providerBudgets,
  '0160-custom-connect-sessions': customConnectSessions,
  '0220-snapshots': snapshots,
  '0200-first-reads': firstReads,
  '0225-health': health,
  '0201-records-left-out': recordsLeftOut,
  '0202-held-bytes': heldBytes,
  '0226-refreshes': refreshes,
  '0250-downloads-of-events': downloadsOfEvents,
  '0260-own-webhooks': ownWebhooks,
  '0255-unconfirmed-credentials': unconfirmedCredentials,
  '0256-origins-of-projects': originsOfProjects,
  '0257-paused-by': pausedBy,
  '0258-bytes-of-writes': bytesOfWrites,
  '0251-downloads-in-parts': downloadsInParts,
  '0265-usage': usage,
  '0270-traces': traces,
  '0295-found-fast': foundFast,
  '0320-rare-operations': rareOperations,
  '0321-connections-of-people': connectionsOfPeople,
  '0322-changes-by-kind': changesByKind,
  '0305-told-of-destinations': failingDestinations,
  '0310-room-for-usage': roomForUsage,
  '0296-pauses': pauses,
  '0285-bytes-of-fields': fieldBytes,
  '0286-tries-of-changes': triesOfChanges,
  '0325-told-of-what-fails': recoveredDestinations,
  '0315-links-for-typed-credentials': linksForTypedCredentials,
  '0340-invites-of-organizations': invitesOfOrganizations,
  '0360-by-whom': byWhom,
  '0365-changes-by-whom': changesByWhom,
  '0375-troubled-connections': troubledConnections,
  '0380-counting-lines': countingLines,
  '0370-replays-of-many': replaysOfMany,
  '0371-changes-of-things': changesOfThings,
  '0445-counting-of-replays': countingOfReplays,
  '0425-restored-revisions': restoredRevisions,
  '0446-waiting-sessions': waitingSessions,
  '0447-events-set-aside': eventsSetAside,
  '0448-limited-reads': limitedReads,
  '0455-isolated-people': isolatedPeople,
  '0460-beats-of-processes': beatsOfProcesses,
  '0470-sent-writes': sentWrites,
  '0470-canceled': canceled,
  '0480-incomplete-reads': incompleteReads,
  '0481-proof-in-the-plan': proofInThePlan,
  '0482-failing-objects': failingObjects,
  '0483-upserts': upserts,
  '0484-known-fields': knownFields,
  '0486-reported-objects': reportedObjects,
  '0487-reported-subscriptions': reportedSubscriptions,
  '0490-notified-times': notifiedTimes,
  '0491-ended-processes': endedProcesses,
  '0492-lost-fields': lostFields,
  '0493-limited-keys': limitedKeys,
  '0494-project-roles': projectRoles,
  '0495-due-objects': dueObjects,
}
