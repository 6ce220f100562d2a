import type { ProblemKind } from '@platform/contract'

/** A cause of a problem and its remedy. Both can contain `code`, **words** and links. */
export type Case = [cause: string, remedy: string]

/** Returns the causes of an unknown ID. IDs of other tenants are reported as not found. */
const unknown = (thing: string, whereTheyAre: string, ...more: Case[]): Case[] => [
  [`The ${thing} was deleted, or its ID is incomplete.`, `Take the ID from ${whereTheyAre}.`],
  [
    `The ${thing} belongs to a different project than the credential.`,
    'Use a key of that project. Create one under **API keys** in the dashboard.',
  ],
  ...more,
]

/** Explains where to find the call behind an error of the provider. */
const logOfCall: Case = [
  'The details of the call to the provider are required.',
  'Open the operation on the customer’s page in the dashboard. Its log contains the method, URL, status and headers of each call.',
]

const nameTaken = (thing: string): Case[] => [
  [
    `Another ${thing} uses the name, perhaps created by an earlier request whose reply was lost.`,
    'Use the existing one, or choose another name. To retry requests safely, send an `Idempotency-Key`: a repeated request then returns the first reply.',
  ],
]

/** Causes and remedies of each problem, most frequent first. */
export const problemCauses: Record<ProblemKind, Case[]> = {
  // Every operation
  'invalid-input': [
    [
      'A value is missing, has the wrong type or violates a constraint.',
      'Fix the values listed in `issues`. `in` and `name` locate each value, and `detail` describes what is accepted. All invalid values are listed.',
    ],
    [
      'The body or the query refers to a resource that does not exist, such as a deleted topic.',
      '`detail` quotes the reference. Use the ID or name of an existing resource.',
    ],
    [
      'A field is misspelled or unknown to this version.',
      'Compare with the [API reference](/docs/api/) served by your server. It matches the server’s version.',
    ],
  ],
  'malformed-json': [
    [
      'A comma, quote or brace is missing or superfluous, or a template inserted an unquoted value.',
      '`detail` contains the position of the error. Create the body with a JSON library, or check it with `jq . body.json`.',
    ],
    [
      'The body is not UTF-8, or begins with a byte order mark.',
      'Encode it as UTF-8 without a byte order mark.',
    ],
    [
      'A key is named `__proto__`, or objects are nested too deeply.',
      'Remove the key, or reduce the nesting.',
    ],
  ],
  'malformed-request': [
    [
      'The path contains an invalid percent escape or a NUL character.',
      'Encode each path segment and query value, for example with `encodeURIComponent`.',
    ],
    [
      'A query parameter that accepts one value was sent twice.',
      'Send the parameter named in `detail` once.',
    ],
    [
      'The `Host` header is missing or duplicated, or the body is shorter than its `Content-Length`.',
      'Usually caused by a proxy or a custom HTTP client. Send the same request directly to the server with `curl`.',
    ],
  ],
  'credential-missing': [
    [
      'The request has neither an `X-Api-Key` nor an `Authorization` header.',
      'Send one: an API key of the project (**API keys** in the dashboard), or a token.',
    ],
    [
      'A proxy or a redirect removed the header. Most clients drop it on redirects to another host.',
      'Send requests to the address in `PLATFORM_PUBLIC_URL`, and configure the proxy to forward both headers.',
    ],
  ],
  'credential-invalid': [
    [
      'The key was deleted, deactivated or has expired, or belongs to another server.',
      'Check **API keys** in the dashboard, and create a new key if needed.',
    ],
    [
      'The token has expired. Tokens of builders are valid for 15 minutes, those of end users for at most ten.',
      'Request a new token. If new tokens fail too, compare the clocks of both machines.',
    ],
    [
      'A JWT signed by your backend cannot be verified: its `kid` matches no active JWT key, or it was signed with a different private key.',
      'Compare `kid` with **JWT keys** in the dashboard, and sign with the matching private key.',
    ],
    [
      'A claim of the JWT is missing or invalid.',
      'Fix the claim named in `detail`. [First integration](/docs/start/first-integration/) contains a valid example.',
    ],
    [
      'Both `X-Api-Key` and `Authorization` were sent, or `Authorization` does not have the form `Bearer <token>`.',
      'Send exactly one of the headers, in the documented form.',
    ],
  ],
  'webhook-not-proved': [
    [
      'The signing secret of the provider app differs from the secret at the provider, or was changed there.',
      'Copy the client secret from the provider into the provider app.',
    ],
    [
      'A proxy changed the body, path or host, so that the signature does not match.',
      'Forward requests unmodified, and set `PLATFORM_PUBLIC_URL` to the address that the provider calls.',
    ],
    [
      'The webhook is more than five minutes old: the clock of this server is wrong, or an old webhook was replayed.',
      'Synchronize the clock with NTP. The provider retries the webhook automatically.',
    ],
    ['The webhook was not sent by the provider.', 'No action is needed. The webhook was rejected.'],
  ],
  'bearer-required': [
    [
      'An API key was used for an operation that requires a person, such as accepting an invite.',
      'Sign in with `platform login` or in the dashboard, and send the resulting token.',
    ],
  ],
  'permission-missing': [
    [
      'A key of scope `frontend` or an end user’s token was used for an operation that is reserved for your backend.',
      'Call the operation from your servers with a key that has the capability. [Security](/docs/security/) lists the permissions of each credential.',
    ],
    [
      'The API key lacks the capability that `detail` names, or is limited to integrations and the request concerns others or the project as a whole.',
      'Add the scope to the key under **API keys**, or use another key. [Security](/docs/security/) lists the capabilities.',
    ],
    [
      'The token is for one group, and the request names another.',
      'Use the group that the token is for, or create a token for the other group.',
    ],
    [
      'Your role in the organization does not include the permission. A `member` can read and trigger, but cannot see keys or customers’ live records. An `admin` can manage projects, integrations and keys.',
      'Ask an owner to change your role or to perform the action.',
    ],
    [
      'The key belongs to a different project than the one in the URL.',
      'Use a key of that project.',
    ],
  ],
  'origin-not-allowed': [
    [
      'The page is served from an origin that is not on the list, such as a preview deployment or another port.',
      'Add the origin, with `https://` and port but without a path, to the key under **API keys** or to the project under **Settings**.',
    ],
    [
      'A server or native app uses the credential, and sends no `Origin` header.',
      'Create a separate key: of scope `full` for a server, or without `allowedOrigins` for an app.',
    ],
  ],
  'network-not-allowed': [
    [
      'The key lists `allowedNetworks`, and the request comes from an address outside of them.',
      'Add the address to the key under **API keys**, such as `192.0.2.10/32`.',
    ],
    [
      'The server is behind a proxy and sees the address of the proxy.',
      'Set `PLATFORM_TRUST_PROXY`, so that the address of the caller is read from `X-Forwarded-For`.',
    ],
  ],
  'frontend-keys-off': [
    [
      'Frontend keys are disabled for the project, usually before going live, and a page still uses one.',
      'Fetch a JWT from your backend, as shown in [First integration](/docs/start/first-integration/).',
    ],
  ],
  'owner-required': [
    [
      'You are a member or an admin. Only owners can change an organization’s name, members and domains.',
      'Ask an owner. The organization’s page in the dashboard lists them.',
    ],
  ],
  'email-not-verified': [
    [
      'The link in the verification mail has not been opened.',
      'Check the spam folder, or request a new mail on the sign-in page. Without a mail server (`PLATFORM_SMTP_URL`), the link is in the server’s log.',
    ],
  ],
  'route-not-found': [
    [
      'The path is misspelled, ends with a slash, or lacks its prefix: `/v1`, `/read/v1`, `/write/v1` or `/search/v1`.',
      'Copy the path from the [API reference](/docs/api/).',
    ],
    [
      'A path segment is empty because a variable was empty.',
      'Log the URL that your program calls.',
    ],
    [
      'The server is older than the documentation you used.',
      'Use the reference served by your server under `/docs`.',
    ],
  ],
  'not-found': [
    [
      'The server does not have the requested package or version.',
      'Use the version named in `detail`. [Packages](/docs/packages/) lists the available packages.',
    ],
    [
      '`/metrics` was requested, and `PLATFORM_METRICS_TOKEN` is not set.',
      'Set the token, and [configure Prometheus to send it](/docs/monitoring/).',
    ],
  ],
  'method-not-allowed': [
    [
      'The path does not support the method, such as `POST` for an update that uses `PATCH`.',
      'Use one of the methods in the `Allow` header.',
    ],
    [
      'A redirect from `http` to `https` changed a `POST` to a `GET`.',
      'Send requests to the `https` URL.',
    ],
  ],
  'not-acceptable': [
    [
      'The `Accept` header requests an unavailable media type, such as XML.',
      'Use a media type named in `detail`, omit the header, or send `*/*`.',
    ],
  ],
  'request-timeout': [
    [
      'The request did not arrive completely within 30 seconds, because of a slow connection or a client that delays the body.',
      'Send the request again. If the problem recurs, send smaller requests and check the proxy.',
    ],
  ],
  'idempotency-key-in-use': [
    [
      'The first request with this key is still being processed. The client timed out too early or sent it twice.',
      'Wait a few seconds and repeat the request with the same key. It returns the first reply.',
    ],
  ],
  'precondition-failed': [
    [
      'The resource was changed after you read it: in the dashboard, by a deploy, or by another process.',
      'Fetch the resource again, reapply your change, and send the new `ETag` in `If-Match`.',
    ],
  ],
  'body-too-large': [
    [
      'The body exceeds the limit of the operation: 5 MB, or 250,000 values.',
      'Split the request, for example into batches of 100 records.',
    ],
  ],
  'unsupported-media-type': [
    [
      'The client sends a form or plain text, as `curl --data` does by default.',
      'Add `-H "Content-Type: application/json"`, or use `curl --json`.',
    ],
    ['The body is compressed.', 'Send it uncompressed, without `Content-Encoding`.'],
  ],
  'idempotency-key-reused': [
    [
      'The key was used with another body, URL or credential, for example because it is generated once at program start.',
      'Generate a new key for each change, and reuse it only for retries of the same request. Keys are stored for `PLATFORM_KEEP_REPLIES` (one day by default).',
    ],
  ],
  'too-many-requests': [
    [
      'A credential or address exceeds the server’s rate limit (`PLATFORM_RATE_LIMIT`, `PLATFORM_ANONYMOUS_RATE_LIMIT`).',
      'Wait for `retryAfter`. `RateLimit-Remaining` in every reply contains the remaining requests. Check for a loop without a pause.',
    ],
    [
      'All users appear to have the same address because the server is behind an unknown proxy.',
      'Set `PLATFORM_TRUST_PROXY` to the number of proxies.',
    ],
    [
      'The provider’s rate limit is reached, or too many of your calls are queued.',
      '`detail` names the provider. Wait for `retryAfter`. See [Provider rate limits](/docs/provider-limits/).',
    ],
    [
      'The maximum number of concurrent synchronous writes of the project or group is reached (`PLATFORM_PROVIDER_CALLS`; half of it for a group).',
      'Send the request again after `Retry-After`. Nothing was stored. For large numbers of writes, use `mode: asynchronous`.',
    ],
  ],
  'headers-too-large': [
    [
      'The headers exceed 16 kB in total, usually because of cookies or a token with many claims.',
      'Do not send cookies; the API ignores them. Reduce the claims of the token.',
    ],
  ],
  internal: [
    [
      'An unexpected error occurred in the server.',
      'Repeat the request once. If it fails again, find the entry with the `requestId` in the server’s log and report it with its `err`.',
    ],
    [
      'The disk of the database is full, or the database is read-only.',
      'The same log entry contains the error. Free disk space or repair the database.',
    ],
  ],
  unavailable: [
    [
      'The database does not respond: it is restarting, failing over, or has no free connections.',
      'Check that PostgreSQL is running and reachable at `DATABASE_URL`, and that `max_connections` [is sufficient](/docs/postgresql/). The server recovers automatically.',
    ],
    [
      'The process is starting or shutting down.',
      'Repeat the request after `retryAfter`. Configure your load balancer to check `/readyz`.',
    ],
    ['Two changes deadlocked, and one was aborted.', 'Repeat the request.'],
    [
      'The queue of provider events for the connection is full.',
      'The provider retries the events. Check why they are not delivered; the destination may be down.',
    ],
  ],
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
      'The only owner would leave or change role, and nobody could manage the organization.',
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
  'project-name-taken': nameTaken('project of the organization'),
  'project-in-use': [
    [
      'Customers have installed integrations of the project. Deleting it would stop their data.',
      'Delete the installations first. `force=true` permanently deletes the project with all its data.',
    ],
  ],
  'api-key-not-found': unknown('key', '**API keys** in the dashboard'),
  'agent-not-found': unknown('agent', '**Agents** in the dashboard'),
  'jwt-key-not-found': unknown('JWT key', '**JWT keys** in the dashboard'),
  'provider-app-not-found': unknown(
    'provider app',
    '**Provider apps** in the dashboard, or `GET /v1/projects/{projectIdOrName}/provider-apps`',
  ),
  'provider-app-exists': [
    [
      'The project already has an app for this provider with the same `externalRef`, or without one.',
      'Update the existing app. To use several apps, for example one per region, set an `externalRef`.',
    ],
  ],
  // Integrations
  'manifest-invalid': [
    [
      'The file violates a rule of [platform.yaml](/docs/manifest/).',
      'Run `platform validate` before deploying. It lists every error with line, column and rule.',
    ],
    [
      'The provider of an installed integration would change.',
      'Add a second integration with another name for the other provider.',
    ],
    [
      'The file requires a newer server version.',
      'Upgrade the server, or remove the newer settings.',
    ],
  ],
  'integration-not-found': unknown(
    'integration',
    '`platform status` or **Integrations** in the dashboard. Most operations also accept its name in platform.yaml',
    ['The integration was never deployed to this project.', 'Deploy it with `platform deploy`.'],
  ),
  'integration-name-taken': [
    [
      'The project has an integration with this name.',
      'Update it with `platform deploy`, which keeps its installations.',
    ],
  ],
  'revision-not-found': [
    [
      'The revision belongs to another integration, or was deleted one year after it was replaced (`PLATFORM_KEEP_REVISIONS`).',
      'List the available revisions with `platform revisions <integration>`.',
    ],
  ],
  'provider-not-found': [
    [
      'The provider’s name is misspelled: `hubspot`, not `HubSpot`.',
      'Look it up in the [catalogue](/docs/catalogue/providers/).',
    ],
    [
      'The provider is one of your own, and this process was started without its entry.',
      'Set `PLATFORM_PROVIDERS` for every process, and run `platform providers check`. See [Add your own provider](/docs/own-providers/).',
    ],
  ],
  'provider-not-supported': [
    [
      'The provider does not support the operation or authentication scheme.',
      '`detail` names the missing feature, and `remedy` the operation to use instead. The provider’s page in the [catalogue](/docs/catalogue/providers/) lists its features.',
    ],
  ],
  // Connections
  'connection-not-found': unknown(
    'connection',
    '**Customers** in the dashboard, or `GET /v1/projects/{projectIdOrName}/connections`',
    [
      'The group has not connected this provider yet.',
      'Ask the customer to connect, for example in the connect card of your product.',
    ],
  ),
  'connection-missing': [
    [
      'The customer has not connected the provider, or has disconnected it.',
      'Ask the customer to connect, then repeat the request.',
    ],
    [
      'The customer connected with a different `groupRef`, such as another spelling.',
      'Compare with **Customers** in the dashboard. References are case-sensitive, and spaces count.',
    ],
  ],
  'group-not-found': [
    [
      'No user of the group has connected yet. A group is created when its first user connects.',
      'Ask the customer to connect, or check the `groupRef`. It is case-sensitive, and spaces count.',
    ],
  ],
  'consumer-not-found': [
    [
      'The user has not connected yet, or their data was erased.',
      'Check the `consumerRef`. It is case-sensitive, and spaces count.',
    ],
  ],
  'connection-in-use': [
    [
      'An installation reads or writes through the connection.',
      'Uninstall it first. If the customer only needs to sign in again, reauthenticate the connection instead.',
    ],
  ],
  'provider-app-missing': [
    [
      'The project has no OAuth client for the provider.',
      'Register an OAuth client with the provider and add it under **Provider apps**. See [Provider apps](/docs/provider-apps/).',
    ],
    [
      'The request names a deleted provider app.',
      'Name another provider app, or omit it to use the default.',
    ],
  ],
  'connect-session-not-found': [
    [
      'The session does not exist, or belongs to another project or group.',
      'Start a new session and store the returned ID.',
    ],
  ],
  'connect-session-open': [
    [
      'The provider’s window is still open, or was closed without a decision.',
      'Wait for the end user. The session expires ten minutes after its start.',
    ],
  ],
  'connect-session-failed': [
    [
      'The end user declined, or the provider rejected the authorization.',
      '`detail` contains the provider’s message. Ask the end user to try again.',
    ],
    ['The end user did not return within ten minutes.', 'Start a new session.'],
  ],
  'oauth-state-invalid': [
    [
      'More than ten minutes passed at the provider, the page was reloaded, or the browser’s **Back** button was used.',
      'Start again in your product. Each link works once.',
    ],
    [
      'The flow was started in one browser and finished in another, for example because a link was forwarded or an app opened a different browser.',
      'Start and finish in the same browser. Reauthentication links can be opened by the person who needs to sign in.',
    ],
    [
      'The browser blocks cookies from the platform’s address, or `PLATFORM_PUBLIC_URL` differs from the address that was opened.',
      'Open the platform at the address in `PLATFORM_PUBLIC_URL`, with `https`.',
    ],
  ],
  'authorization-refused': [
    [
      'The end user selected **Deny**, or is not permitted to authorize apps.',
      'Ask the end user to try again, or to have an administrator approve the app.',
    ],
    [
      'The provider rejects the redirect URI, the client or a scope.',
      '`detail` contains the provider’s message. Compare redirect URI and scopes with [the provider app](/docs/provider-apps/).',
    ],
  ],
  'credentials-refused': [
    [
      'The entered credentials are wrong: a key with a space, of another account, or of a test environment.',
      'Copy them again from the provider. Nothing was saved.',
    ],
    [
      'The provider revoked the credentials: the customer removed the app or changed a password, or an administrator did.',
      'Ask the customer to sign in again. [Credential errors](/docs/refused-credentials/) describes how they are detected.',
    ],
    logOfCall,
  ],
  // Installations
  'installation-not-found': unknown(
    'installation',
    '**Installations** in the dashboard, or `GET /v1/projects/{projectIdOrName}/installations`',
    [
      'The group in the request has not installed the integration.',
      'Ask the customer to install it, or check the `groupRef`.',
    ],
  ),
  'installation-exists': [
    [
      'The group has already installed the integration, for example in a second tab or by a repeated request.',
      'Update the installation named in `detail`.',
    ],
  ],
  'sample-read-failed': [
    [
      'The connected user cannot see one of the fields, or it was deleted or renamed at the provider.',
      'Remove the fields listed in `issues`, or ask the customer’s administrator to grant access.',
    ],
    [
      'The user lacks the permission for the object or for the API.',
      'Grant the permission named in `detail` at the provider, or connect as another user.',
    ],
  ],
  // Reading
  'operation-not-found': unknown('operation', '**Operations** in the dashboard', [
    'The operation ended more than 30 days ago (`PLATFORM_KEEP_OPERATIONS`).',
    'The operation is no longer available. The records it delivered are at the receiver.',
  ]),
  'backfill-not-found': [
    [
      'The installation does not read this object, so there is no backfill of it.',
      'Name an object in `read.objects` of the installation.',
    ],
  ],
  'object-not-installed': [
    [
      'The customer did not select the object, or its name differs from platform.yaml.',
      'Use the name in platform.yaml (`mapToName` if set), or add the object to the installation’s configuration.',
    ],
  ],
  'object-paused': [
    [
      'Reads of the object failed permanently, or were paused manually.',
      '`detail` contains the reason. Resolve it, then resume the object on the installation’s page in the dashboard.',
    ],
    [
      'The connection’s credentials are no longer valid.',
      'Send the customer a reauthentication link. Reads resume automatically afterwards.',
    ],
    [
      'The integration no longer declares the object, or its destination was deleted.',
      'Deploy the integration with the object, or create a destination of that name. Reads resume automatically.',
    ],
  ],
  'operation-ended': [
    [
      'The operation ended before the request arrived.',
      'No action is needed. To read again, trigger a new read.',
    ],
  ],
  'object-not-found': [
    [
      'The provider uses another name. The API name is required, such as `Invoice__c`, not the label.',
      'List the objects of the account with `GET /v1/projects/{projectIdOrName}/providers/{provider}/object-metadata`.',
    ],
    [
      'The connected user cannot see the object at the provider.',
      'Ask the customer’s administrator to grant access, or connect as another user.',
    ],
  ],
  'deletion-not-enabled': [
    [
      'The customer has not permitted your product to delete records of this object. Deletion is off by default.',
      'Offer the option in your product, or set `deletionSettings.enabled` in the configuration. See [Write and search records](/docs/writing/).',
    ],
  ],
  'write-refused': [
    [
      'A rule of the customer’s account was violated: a required field, an invalid choice, a duplicate or a custom validation.',
      '`errors` contains the provider’s message for each record. Correct the records and send them again.',
    ],
    [
      'The connected user cannot write the field or the object.',
      'Grant the permission at the provider.',
    ],
    logOfCall,
  ],
  'write-outcome-unknown': [
    [
      'The connection broke, or the provider failed, after the record was sent, and the provider could not confirm whether the record was created.',
      'Send the same request with its `Idempotency-Key` to check with the provider again, or search for the record by a unique value. To make writes repeatable, use an external ID where the object supports one ([Write and search records](/docs/writing/)).',
    ],
  ],
  'fields-refused': [
    [
      'The provider rejected a definition: the name is taken or reserved, or the type or length is not supported.',
      '`causes` contains the provider’s message. Correct the definition and send all definitions again; existing fields are kept.',
    ],
  ],
  'sign-in-again': [
    [
      'The customer removed the app or changed a password, or an administrator ended the session.',
      'Send the customer the reauthentication link from the connection’s page in the dashboard. Reads resume automatically afterwards.',
    ],
  ],
  'provider-permission-missing': [
    [
      'The connected user is not an administrator at the provider, and only administrators can change fields.',
      'Grant the permission named in `causes`, or connect as a user who has it.',
    ],
    [
      'The app did not have the scope when the customer connected.',
      'Add the scope to the provider app and ask the customer to connect again.',
    ],
  ],
  // Providers
  'provider-refused': [
    [
      'The provider rejects your OAuth client: its secret has expired or changed, or the app was blocked.',
      'Correct the provider app. Repeating the request does not help.',
    ],
    [
      'The provider rejects a filter, a field or an ID in the request.',
      '`causes` contains the provider’s message. Correct the request.',
    ],
    [
      'The connected user, or the customer’s edition, does not permit the action.',
      'Ask the customer’s administrator.',
    ],
    [
      'The provider can be connected, but its data cannot be read or described.',
      'The provider’s page in the [catalogue](/docs/catalogue/providers/) lists its features. Use the [proxy](/docs/proxy/) for others.',
    ],
    logOfCall,
  ],
  'proxy-not-enabled': [
    [
      'platform.yaml does not allow proxy calls. They are off by default.',
      'Set `proxy.enabled: true` for the integration and deploy it. See [Call the provider API](/docs/proxy/).',
    ],
    [
      'Proxy calls are disabled in the installation’s configuration.',
      'Set `config.content.proxy.enabled` of the installation to `true`, if the customer agrees.',
    ],
  ],
  'provider-unavailable': [
    [
      'The provider is down, slow (more than `PLATFORM_PROVIDER_TIMEOUT_MS`) or unreachable from your network.',
      'Check the provider’s status page, then call it with `curl` from the server’s machine. Background reads resume automatically.',
    ],
    ['The provider is in a private network.', 'Add the network to `PLATFORM_ALLOW_CIDR`.'],
    logOfCall,
  ],
  'download-not-found': [
    [
      'More than 15 minutes passed since the last delivery attempt of the message.',
      'Resend the message with `platform deliveries retry <delivery>`, which renews the URL. Download the file before or soon after answering the webhook.',
    ],
    [
      'The URL was truncated, often by a log or a chat.',
      'Use the complete URL, including everything after `?`.',
    ],
  ],
  // Notifications
  'destination-not-found': unknown(
    'destination',
    '**Destinations** in the dashboard. Its name is accepted as well',
    [
      'platform.yaml refers to a destination that this project does not have, for example in production but not in a test project.',
      'Create it under the same name in each project.',
    ],
  ),
  'destination-name-taken': nameTaken('destination of the project'),
  'destination-unreachable': [
    [
      'Your receiver answered with a status other than 2xx, or not within 15 seconds.',
      '`detail` contains the status. Check the receiver’s log. [Events](/docs/events/) documents the test message.',
    ],
    [
      'The address is private, or its host name resolves to a private address.',
      'Add the network to `PLATFORM_ALLOW_CIDR`, or use a public address. `platform listen` works on your own machine without either.',
    ],
    [
      'The TLS certificate is not trusted, or does not match the host name.',
      'Fix the certificate. To trust your own certificate authority, set `NODE_EXTRA_CA_CERTS` for the server.',
    ],
    [
      'The stream or bucket rejects the credentials, or does not exist in this region.',
      '`detail` contains the service’s message. Check name, region and permissions.',
    ],
  ],
  'deliveries-pending': [
    [
      'Messages to the destination are pending, often because it is down.',
      'Wait until they are delivered, or fix the receiver. `force=true` cancels them.',
    ],
  ],
  'topic-not-found': unknown('topic', '`GET /v1/projects/{projectIdOrName}/topics`'),
  'topic-name-taken': nameTaken('topic of the project'),
  'route-exists': [
    [
      'The route from the event type to the topic, or from the topic to the destination, exists.',
      'No action is needed.',
    ],
  ],
  'notification-route-not-found': unknown(
    'route',
    'the lists of `notification-event-topic-routes` and `topic-destination-routes`, which have separate IDs',
  ),
  'event-not-found': unknown('event', '**Deliveries** in the dashboard', [
    'The event is more than 30 days old (`PLATFORM_KEEP_MESSAGES`).',
    'The event is no longer available. Read the records again with `platform trigger`.',
  ]),
  'delivery-not-found': unknown('delivery', '**Deliveries** in the dashboard', [
    'The delivery is more than 30 days old (`PLATFORM_KEEP_MESSAGES`).',
    'The delivery is no longer available. Read the records again with `platform trigger`.',
  ]),
  'delivery-in-progress': [
    [
      'An attempt is in progress.',
      'Wait for its outcome, at most 15 seconds, and resend the message only if it failed.',
    ],
  ],
  'replay-not-found': unknown('replay', '`GET /v1/projects/{projectIdOrName}/replays`'),
}
