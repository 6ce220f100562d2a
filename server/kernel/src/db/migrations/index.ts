import type { SchemaMigration } from '../schema/migrate.ts'
import * as agents from './0496-agents.ts'
import * as endedSenders from './0497-ended-senders.ts'
import * as supportAccess from './0498-support-access.ts'
import * as groupsByName from './0499-groups-by-name.ts'
import * as oneRegistry from './0500-one-registry.ts'
import * as connectLinks from './0501-connect-links.ts'
import * as messageLog from './0502-message-log.ts'
import * as unfinishedReads from './0503-unfinished-reads.ts'
import * as messagePages from './0504-message-pages.ts'
import * as rights from './0520-rights.ts'
import * as streamClaims from './0521-stream-claims.ts'
import * as recordVersions from './0540-record-versions.ts'
import * as fieldLeases from './0541-field-leases.ts'
import * as missingMappings from './0554-missing-mappings.ts'
import * as reportedChanges from './0568-reported-changes.ts'
import * as calculatedFields from './0576-calculated-fields.ts'
import * as setupReports from './0577-setup-reports.ts'
import * as accountFieldLeases from './0580-account-field-leases.ts'
import * as foreignClaims from './0584-foreign-claims.ts'
import * as connectProblems from './0585-connect-problems.ts'
import * as pagesByFunction from './0586-pages-by-function.ts'
import * as pullStreams from './0590-pull-streams.ts'
import * as sessionsOfLinks from './0591-sessions-of-links.ts'
import * as appWebhooks from './0600-app-webhooks.ts'
import * as writtenRecords from './0610-written-records.ts'
import * as keysOfSessions from './0620-keys-of-sessions.ts'
import * as writesInProgress from './0630-writes-in-progress.ts'
import * as announcedChanges from './0650-announced-changes.ts'
import * as namesOfObjects from './0651-names-of-objects.ts'
import * as webhookTokens from './0660-webhook-tokens.ts'
import * as receiveKeys from './0670-receive-keys.ts'
import * as membersOfSessions from './0680-members-of-sessions.ts'
import * as pullLeases from './0690-pull-leases.ts'
import * as approvals from './0710-approvals.ts'
import * as accounts from './0740-accounts.ts'
import * as makersOfLinks from './0790-makers-of-links.ts'
import * as marksOfKeys from './0791-marks-of-keys.ts'
import * as sendingLeases from './0795-sending-leases.ts'
import * as eventTypes from './0796-event-types.ts'
import * as keptRecords from './0830-kept-records.ts'
import * as customerDestinations from './0840-customer-destinations.ts'
import * as heldDeletions from './0850-held-deletions.ts'
import * as deletionChecks from './0860-deletion-checks.ts'
import * as accountsOfApprovals from './0870-accounts-of-approvals.ts'
import * as laggingConsumers from './0910-lagging-consumers.ts'
import * as accountsOfLinks from './0930-accounts-of-links.ts'
import * as knownLabels from './0931-known-labels.ts'
import * as failuresByCause from './0963-failures-by-cause.ts'
import * as orderedGroups from './0950-ordered-groups.ts'

/**
 * The migrations after the baseline, by name, in the order in which a new database applies them.
 * Numbers start at 0496.
 */
export const migrations: Record<string, SchemaMigration> = {
  '0496-agents': agents,
  '0497-ended-senders': endedSenders,
  '0498-support-access': supportAccess,
  '0499-groups-by-name': groupsByName,
  '0500-one-registry': oneRegistry,
  '0501-connect-links': connectLinks,
  '0502-message-log': messageLog,
  '0503-unfinished-reads': unfinishedReads,
  '0504-message-pages': messagePages,
  '0520-rights': rights,
  '0521-stream-claims': streamClaims,
  '0540-record-versions': recordVersions,
  '0541-field-leases': fieldLeases,
  '0554-missing-mappings': missingMappings,
  '0568-reported-changes': reportedChanges,
  '0576-calculated-fields': calculatedFields,
  '0577-setup-reports': setupReports,
  '0580-account-field-leases': accountFieldLeases,
  '0584-foreign-claims': foreignClaims,
  '0585-connect-problems': connectProblems,
  '0586-pages-by-function': pagesByFunction,
  '0590-pull-streams': pullStreams,
  '0591-sessions-of-links': sessionsOfLinks,
  '0600-app-webhooks': appWebhooks,
  '0610-written-records': writtenRecords,
  '0620-keys-of-sessions': keysOfSessions,
  '0630-writes-in-progress': writesInProgress,
  '0650-announced-changes': announcedChanges,
  '0651-names-of-objects': namesOfObjects,
  '0660-webhook-tokens': webhookTokens,
  '0670-receive-keys': receiveKeys,
  '0680-members-of-sessions': membersOfSessions,
  '0690-pull-leases': pullLeases,
  '0710-approvals': approvals,
  '0740-accounts': accounts,
  '0790-makers-of-links': makersOfLinks,
  '0791-marks-of-keys': marksOfKeys,
  '0795-sending-leases': sendingLeases,
  '0796-event-types': eventTypes,
  '0830-kept-records': keptRecords,
  '0840-customer-destinations': customerDestinations,
  '0850-held-deletions': heldDeletions,
  '0860-deletion-checks': deletionChecks,
  '0870-accounts-of-approvals': accountsOfApprovals,
  '0910-lagging-consumers': laggingConsumers,
  '0930-accounts-of-links': accountsOfLinks,
  '0931-known-labels': knownLabels,
  '0950-ordered-groups': orderedGroups,
  '0963-failures-by-cause': failuresByCause,
}
