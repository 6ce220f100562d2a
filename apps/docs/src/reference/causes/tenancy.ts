import type { ProblemKind } from '@platform/contract'
import { unknownId, explainUsedName, type Case } from './cause.ts'

/** Problems of organizations and projects. */
export const tenancyCauses = {
  // Organizations
  'org-not-found': [
    [
      'You are not a member of the organization. Organizations of others are reported as not found.',
      'List your organizations with `GET /v1/my-info`, or ask an owner to invite you.',
    ],
    ['The ID is incomplete.', 'Copy the whole ID. It begins with `org_`.'],
  ],
  'builder-not-found': [
    [
      'The person has no account yet, or has deleted it.',
      'Invite them by email. They become a member on acceptance.',
    ],
    [
      'The ID is incomplete.',
      'Copy the whole ID. It begins with `bld_`; `GET /v1/orgs/{orgId}/builders` lists those of an organization.',
    ],
  ],
  'membership-exists': [
    [
      'The person was added earlier, or joined through the domain of their email address.',
      'No action is needed. To change the role, update the membership.',
    ],
  ],
  'membership-not-found': [
    [
      'The person left or was removed, or is a member of another organization.',
      'List the members with `GET /v1/orgs/{orgId}/memberships`.',
    ],
  ],
  'last-owner': [
    [
      'The only owner would leave or change role. An organization needs at least one owner.',
      'Make another member an owner first, then repeat the request.',
    ],
  ],
  'invite-not-found': [
    [
      'The invite was revoked, or replaced by a newer one.',
      'Use the link in the latest mail, or ask for another invite.',
    ],
    [
      'The invite is for a different address than that of your account.',
      'Sign in with the invited address, or ask for an invite to your own.',
    ],
  ],
  'invite-exists': [
    [
      'The person has a pending invite.',
      'Ask them to check their mail. To send another invite, revoke the first on the organization’s page in the dashboard.',
    ],
  ],
  'invite-not-pending': [
    [
      'The invite was accepted or revoked, or has expired. `detail` contains its status.',
      'If it was accepted, the person is already a member. Otherwise, send a new invite.',
    ],
  ],
  'domain-not-found': [
    [
      'The domain is not claimed, or its claim was released.',
      'Claim the domain, or invite people individually.',
    ],
  ],
  'domain-claimed': [
    [
      'Another organization on this server has verified ownership of the domain. It may belong to your colleagues.',
      'Ask them for an invite, or to release the domain. The operator of the server can identify them.',
    ],
  ],
  'domain-not-proven': [
    [
      'The TXT record is not visible yet. DNS propagation takes minutes to hours.',
      'Check with `dig +short TXT <domain>`, and repeat the request once the record named in `detail` is returned.',
    ],
    [
      'Your email address is in another domain, or not verified.',
      'Verify the address, or use the TXT record.',
    ],
  ],
  // Projects
  'in-use': [
    [
      'Other resources or customers depend on the resource. `causes` lists the first of them, and `context.userCount` contains their number.',
      'Remove the dependencies first. To delete the resource anyway, repeat the request with `force=true`; see [Delete resources](/docs/removing/).',
    ],
  ],
  'deploy-breaks-installations': [
    [
      'A field in the manifest is misspelled.',
      'Correct it: `causes` names each field, and `platform deploy --dry-run` shows its line and the nearest name.',
    ],
    [
      'Some customers do not have the field, or the connected user cannot see it.',
      'Declare the field under `optionalFields`, so that only customers who have it choose it, or let the customers map a field of their own.',
    ],
    [
      'The customers get the field soon.',
      'Deploy with `force=true` (`platform deploy --force`). Reads of these installations fail until the field exists.',
    ],
  ],
  'limit-reached': [
    [
      'Resources are created but not deleted, for example by a test that creates a project on each run.',
      'Delete unused resources.',
    ],
    [
      'More resources are required than the server allows.',
      'Raise the [setting](/docs/settings/) named in `detail` and restart the server.',
    ],
    [
      'The maximum number of concurrent replays is reached (`PLATFORM_LIMIT_REPLAYS`).',
      'Wait until a replay ends, or cancel one.',
    ],
    [
      'A customer started to connect repeatedly without finishing (`PLATFORM_LIMIT_CONNECT_SESSIONS`).',
      'Wait ten minutes until the unfinished sessions expire.',
    ],
    [
      'A frontend key created too many groups. Frontend keys can create at most half of a project’s groups (`PLATFORM_LIMIT_GROUPS`).',
      'The key may have been copied from your page. Restrict its origins or disable frontend keys ([Security](/docs/security/)), and erase unknown groups.',
    ],
  ],
  'project-not-found': [
    [
      'The URL contains a misspelled project name or an incomplete ID.',
      'List projects with `platform status` or on the home page of the dashboard. Names are case-sensitive.',
    ],
    [
      'You are not a member of the project’s organization, or the key belongs to another project.',
      'Use a key of the project, or ask an owner to invite you.',
    ],
  ],
  'project-name-taken': explainUsedName('project of the organization'),
  'project-in-use': [
    [
      'Customers have installed integrations of the project. Deleting it would stop their data.',
      'Delete the installations first. `force=true` permanently deletes the project with all its data.',
    ],
  ],
  'api-key-not-found': unknownId('key', '**API keys** in the dashboard'),
  'agent-not-found': unknownId('agent', '**Agents** in the dashboard'),
  'connect-link-not-found': [
    [
      'The link has expired or was revoked.',
      'Create another one: with `platform links create`, in the dashboard or by API.',
    ],
    ['The ID belongs to a link of another project.', 'Use a key of the project of the link.'],
  ],
  'jwt-key-not-found': unknownId('JWT key', '**JWT keys** in the dashboard'),
  'provider-app-not-found': unknownId(
    'provider app',
    '**Provider apps** in the dashboard, or `GET /v1/projects/{projectIdOrName}/provider-apps`',
  ),
  'provider-app-exists': [
    [
      'The project already has an app for this provider with the same `externalRef`, or without one.',
      'Update the existing app. To use several apps, for example one per region, set an `externalRef`.',
    ],
  ],
} satisfies Partial<Record<ProblemKind, Case[]>>
