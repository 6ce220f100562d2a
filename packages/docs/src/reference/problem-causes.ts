import type { ProblemKind } from '@platform/contract'

/** What brings a problem about, and what whoever meets it does then; both may have `code`, **words** and links. */
export type Case = [cause: string, remedy: string]

/** An ID that leads nowhere: it says the same whether there never was one or somebody else has it. */
const unknown = (thing: string, whereTheyAre: string, ...more: Case[]): Case[] => [
  [
    `The ${thing} was deleted, or its ID was not copied whole.`,
    `Take the ID from ${whereTheyAre}.`,
  ],
  [
    `The ${thing} is of another project than the credential, which sees nothing of others.`,
    'Use a key of that project: **API keys** in the dashboard makes one.',
  ],
  ...more,
]

/** An answer of the provider, which the reply passes on. */
const logOfCall: Case = [
  'You want to see the call itself.',
  'A read or a write is an operation, which the customer’s page in the dashboard lists: its log has the method, the URL, the status and the heads of each call.',
]

const nameTaken = (thing: string): Case[] => [
  [
    `Another ${thing} has the name, perhaps from an earlier try whose reply was lost.`,
    'List what there is and use that one, or choose another name. A request that may be repeated carries an `Idempotency-Key`: then the repetition gets the first reply.',
  ],
]

/** For each problem, the most frequent cause first. */
export const problemCauses: Record<ProblemKind, Case[]> = {
  // Every operation
  'invalid-input': [
    [
      'A value is missing, has another type or breaks a rule.',
      '`issues` has an entry for each: `in` and `name` say where it is, `detail` what it must be. All of them are told at once.',
    ],
    [
      'The body or the query names something that does not exist, such as a topic that was deleted.',
      'The `detail` quotes it. List what there is and send one of these.',
    ],
    [
      'A field is spelled otherwise, or is not known to this version.',
      'Compare with the [API reference](/docs/api/) that the same server serves: it fits its version.',
    ],
  ],
  'malformed-json': [
    [
      'A comma, quote or brace is too many or missing, or a template put a value in without quoting it.',
      'The `detail` says where reading stopped. Make the body with the JSON function of your language, or try it with `jq . body.json`.',
    ],
    ['The body is not UTF-8, or begins with a byte order mark.', 'Encode it as UTF-8 without one.'],
    ['A key is called `__proto__`, or objects lie in one another endlessly.', 'Leave these out.'],
  ],
  'malformed-request': [
    [
      'The path has a `%` that begins no escape, or a NUL.',
      'Encode each part of the path and each value of the query, such as with `encodeURIComponent`.',
    ],
    [
      'A query parameter that takes one value was given twice.',
      'The `detail` names it. Send it once.',
    ],
    [
      'The `Host` header is missing or doubled, or the body is shorter than its `Content-Length` says.',
      'A proxy or a hand-made client is the usual reason: try the same with `curl` at the server itself.',
    ],
  ],
  'credential-missing': [
    [
      'The request has neither `X-Api-Key` nor `Authorization`.',
      'Send one: an API key of the project (**API keys** in the dashboard), or a token.',
    ],
    [
      'A proxy or a redirect took the header away; most clients drop it when they are sent to another host.',
      'Call the address of `PLATFORM_PUBLIC_URL` itself, and have the proxy pass both headers on.',
    ],
  ],
  'credential-invalid': [
    [
      'The key was deleted, switched off or has expired, or it is of another server.',
      'Look under **API keys** in the dashboard. Make another and use that.',
    ],
    [
      'The token has expired: a builder’s after 15 minutes, an end user’s after ten at the most.',
      'Get another. Where it happens at once, compare the clocks of both machines.',
    ],
    [
      'A JWT of your backend does not verify: its `kid` names no active JWT key, or it was signed with another private key.',
      'Compare `kid` with **JWT keys** in the dashboard, and sign with the private key that belongs to it.',
    ],
    [
      'A JWT lacks a claim, or one does not hold.',
      'The `detail` names it. [First integration](/docs/start/first-integration/) shows one that is right.',
    ],
    [
      'Both `X-Api-Key` and `Authorization` came, or the latter does not read `Bearer <token>`.',
      'Send one of them, in this form.',
    ],
  ],
  'webhook-not-proved': [
    [
      'The signing secret of the provider app is not the one of the app at the provider, or was changed there.',
      'Copy the client secret from the provider into the provider app again.',
    ],
    [
      'A proxy changed the body, the path or the host before it came here, so that its signature no longer fits.',
      'Pass the request on as it is, and let `PLATFORM_PUBLIC_URL` be the address that the provider calls.',
    ],
    [
      'It is more than five minutes old: the clock of this server is wrong, or somebody sends an old one again.',
      'Keep the clock by NTP. The provider sends it anew by itself.',
    ],
    ['It does not come from the provider.', 'Nothing: it was refused.'],
  ],
  'bearer-required': [
    [
      'An API key called what only a person may do, such as accepting an invite.',
      'Sign in (`platform login`, or the dashboard) and send that token instead.',
    ],
  ],
  'permission-missing': [
    [
      'A key of scope `frontend` or an end user’s token called what only your backend may.',
      'Call it from your servers with a key of scope `full`. [Who reaches what](/docs/security/) says who may do what.',
    ],
    [
      'The token is for one group, and the request names another.',
      'Name the group that the token is for, or make a token for the other.',
    ],
    [
      'Your role in the organization does not allow it: a `member` reads and triggers, without keys and live records of customers; an `admin` has projects, integrations and keys.',
      'Have an owner change your role or do it for you.',
    ],
    ['The key is of another project than the one in the address.', 'Use a key of that project.'],
  ],
  'origin-not-allowed': [
    [
      'The page is served from an address that nobody added, such as a preview or another port.',
      'Add its origin, with `https://` and port and without a path, to the key under **API keys_ or under _Settings** of the project.',
    ],
    [
      'A server or an app without pages uses the credential, and so tells of no page.',
      'Give it a key of its own: of scope `full` for a server, or one that names no origins.',
    ],
  ],
  'frontend-keys-off': [
    [
      'Somebody switched the keys off that stand in pages, usually before going live, and a page still has one.',
      'Have the page get a JWT from your backend: [First integration](/docs/start/first-integration/) shows how.',
    ],
  ],
  'owner-required': [
    [
      'You are a member or an admin, and only owners change the organization: its name, its people and its domains.',
      'Ask an owner; the organization’s page in the dashboard shows who they are.',
    ],
  ],
  'email-not-verified': [
    [
      'The link in the mail has not been opened yet.',
      'Look in the spam folder, or have it sent again at the sign-in page. Without a mail server (`PLATFORM_SMTP_URL`) it stands in the log of the server.',
    ],
  ],
  'route-not-found': [
    [
      'The path is misspelled, ends with a slash, or lacks its beginning, `/v1`, `/read/v1`, `/write/v1` or `/search/v1`.',
      'Copy it from the [API reference](/docs/api/).',
    ],
    [
      'A part of the path is empty, because a variable was.',
      'Print the address that your program calls.',
    ],
    [
      'The server is older than what you read about it.',
      'Read the reference that it serves itself, below `/docs`.',
    ],
  ],
  'not-found': [
    [
      'A package or a version is asked for that this server does not keep.',
      'The `detail` names the version that fits. [Packages](/docs/packages/) tells which there are.',
    ],
    [
      '`/metrics` is asked for where `PLATFORM_METRICS_TOKEN` is not set.',
      'Set it, and [have Prometheus send it](/docs/monitoring/).',
    ],
  ],
  'method-not-allowed': [
    [
      'The path is right and the method is not, such as `POST` for a change that takes `PATCH`.',
      'The `Allow` header and the `detail` name those that are.',
    ],
    [
      'A redirect from `http` to `https` turned a `POST` into a `GET`.',
      'Call the `https` address at once.',
    ],
  ],
  'not-acceptable': [
    [
      'The `Accept` header wants something else than there is, such as XML.',
      'The `detail` names what there is. Leave the header out, or send `*/*`.',
    ],
  ],
  'request-timeout': [
    [
      'The whole request did not arrive within 30 seconds: a slow line, or a client that waits before it sends the body.',
      'Send it again. Where it happens often, send less at a time and look at the proxy in between.',
    ],
  ],
  'idempotency-key-in-use': [
    [
      'The first request with this key is still at work, and your client gave up too soon or sent it twice.',
      'Wait a few seconds and repeat it with the same key: you get the reply of the first.',
    ],
  ],
  'precondition-failed': [
    [
      'Somebody changed it since you read it: the dashboard, a deploy, or another process of yours.',
      'Get it again, make your change on what is there now, and send the `ETag` of that reply in `If-Match`.',
    ],
  ],
  'body-too-large': [
    [
      'The body is larger than an operation takes: 5 MB, or 250,000 values.',
      'Send it in parts, such as 100 records at a time.',
    ],
  ],
  'unsupported-media-type': [
    [
      'The client sends a form or plain text: `curl --data` does, unless it is told otherwise.',
      'Add `-H "Content-Type: application/json"`, or use `curl --json`.',
    ],
    ['The body is compressed.', 'Send it as it is, without `Content-Encoding`.'],
  ],
  'idempotency-key-reused': [
    [
      'The key came before with another body, address or credential: it is made once when a program starts, or from something that two requests share.',
      'Make a new key for each change, and keep it only for repetitions of that very request. Keys are forgotten after `PLATFORM_KEEP_REPLIES` (a day).',
    ],
  ],
  'too-many-requests': [
    [
      'One credential or address sends more than the server allows (`PLATFORM_RATE_LIMIT`, `PLATFORM_ANONYMOUS_RATE_LIMIT`).',
      'Wait until `retryAfter`. `RateLimit-Remaining` in every reply says how much is left. A loop without a pause is the usual reason.',
    ],
    [
      'All users seem to have one address, because the server does not know your proxy.',
      'Set `PLATFORM_TRUST_PROXY` to how many proxies there are.',
    ],
    [
      'The provider allows no more calls, or too many of yours wait for their turn.',
      'The `detail` names the provider. Wait until `retryAfter`; [limits of providers](/docs/provider-limits/) tells what they allow.',
    ],
    [
      'As many synchronous writes of the project or of one group are under way as may be (`PLATFORM_PROVIDER_CALLS`, half of them for a group).',
      'Send the same request again after `Retry-After`; nothing of it was stored. Use `mode: asynchronous` for many writes.',
    ],
  ],
  'headers-too-large': [
    [
      'The headers are larger than 16 kB together, nearly always by cookies or a token with very many claims.',
      'Leave the cookies out, the API takes none, and put less into the token.',
    ],
  ],
  internal: [
    [
      'A mistake of ours: something happened that nobody foresaw.',
      'Repeat the request once. If it stays, find the line of the server’s log that has the `requestId`: its `err` says what it was. Report it with that line.',
    ],
    [
      'The disk of the database is full, or it refuses to write.',
      'The same line says so. Make room, or mend the database.',
    ],
  ],
  unavailable: [
    [
      'The database does not answer: it restarts, fails over to its standby, or has no connections left.',
      'Look whether PostgreSQL runs and is reached at `DATABASE_URL`, and whether `max_connections` [suffices](/docs/postgresql/). The server goes on by itself when it is back.',
    ],
    [
      'This process is starting or shutting down.',
      'Repeat the request after `retryAfter`. Have your load balancer ask `/readyz`.',
    ],
    ['Two changes waited for each other, and one was ended.', 'Repeat the request.'],
    [
      'More events of a provider wait than a connection may have.',
      'The provider repeats them. Look why they are not sent on: the destination may be down.',
    ],
  ],
  // Organizations
  'org-not-found': [
    [
      'You are not a member of the organization, which then looks as if there were none.',
      '`GET /v1/my-info` lists yours. Have an owner invite you.',
    ],
    ['The ID was not copied whole.', 'It begins with `org_`.'],
  ],
  'builder-not-found': [
    [
      'The person has no account yet, or has deleted it.',
      'Invite them by their address instead: they are a member when they accept.',
    ],
    [
      'The ID was not copied whole.',
      'It begins with `bld_`; `GET /v1/orgs/{orgId}/builders` has those of an organization.',
    ],
  ],
  'membership-exists': [
    [
      'The person was added before, or joined by the domain of their address.',
      'Nothing is to be done. To change their role, update the membership.',
    ],
  ],
  'membership-not-found': [
    [
      'The person left or was removed, or is a member of another organization.',
      '`GET /v1/orgs/{orgId}/memberships` lists who there is.',
    ],
  ],
  'last-owner': [
    [
      'The only owner would leave or get another role, and nobody could manage the organization any more.',
      'Make somebody else an owner, then repeat it.',
    ],
  ],
  'invite-not-found': [
    [
      'It was revoked, or a newer one took its place.',
      'Ask for another invite and use the link of the latest mail.',
    ],
    [
      'It is for another address than that of your account.',
      'Sign in with the invited address, or have your own invited.',
    ],
  ],
  'invite-exists': [
    [
      'The person has an invite that waits to be accepted.',
      'Have them look for the mail. To send another, revoke the first on the organization’s page in the dashboard.',
    ],
  ],
  'invite-not-pending': [
    [
      'It was accepted or revoked, or has expired; the `detail` says which.',
      'Whoever accepted is a member already. Otherwise invite them anew.',
    ],
  ],
  'domain-not-found': [
    ['Nobody claims the domain, or it was released.', 'Claim it, or invite people one by one.'],
  ],
  'domain-claimed': [
    [
      'Another organization on this server has proved that the domain is theirs; colleagues of yours may have made it.',
      'Ask them to invite you, or to release the domain. Whoever runs the server can tell who they are.',
    ],
  ],
  'domain-not-proven': [
    [
      'The TXT record is not there yet: it takes minutes to hours until DNS tells everybody.',
      'Look with `dig +short TXT <domain>`, and repeat when it shows what `detail` names.',
    ],
    [
      'Your own address is of another domain, or not confirmed.',
      'Confirm it, or use the TXT record.',
    ],
  ],
  // Projects
  'in-use': [
    [
      'Somebody or something would notice the removal: `causes` names the first of them, `context.userCount` says how many there are.',
      'Have them use something else first. To remove it all the same, repeat with `force=true`: [Removing things](/docs/removing/) tells what then happens.',
    ],
  ],
  'limit-reached': [
    [
      'Something makes more than it needs, such as a test that makes a project each time and deletes none.',
      'Delete what is left over.',
    ],
    [
      'You need more than the server was set up for.',
      'Raise the [setting](/docs/settings/) that `detail` names and restart the server.',
    ],
    [
      'As many replays run as may (`PLATFORM_LIMIT_REPLAYS`).',
      'Wait until one has ended, or cancel one that nobody needs any more.',
    ],
    [
      'A customer began to connect again and again without finishing (`PLATFORM_LIMIT_CONNECT_SESSIONS`).',
      'Wait ten minutes: unfinished ones end then.',
    ],
    [
      'A front-end key named ever new groups, of which it may fill half of what a project may have (`PLATFORM_LIMIT_GROUPS`).',
      'Somebody may have read it in your page: narrow it, or switch such keys off ([who reaches what](/docs/security/)), and erase the groups that are none of yours.',
    ],
  ],
  'project-not-found': [
    [
      'The address names a project that is not there, by a misspelled name or an ID that was not copied whole.',
      '`platform status` or the dashboard’s first page lists them. Names count capitals.',
    ],
    [
      'You are not a member of its organization, or the key is of another project.',
      'Use a key of the project, or have an owner invite you.',
    ],
  ],
  'project-name-taken': nameTaken('project of the organization'),
  'project-in-use': [
    [
      'Customers have installed its integrations, and their data would stop.',
      'Delete their installations first. `force=true` removes everything with the project, for ever.',
    ],
  ],
  'api-key-not-found': unknown('key', '**API keys** in the dashboard'),
  'jwt-key-not-found': unknown('JWT key', '**JWT keys** in the dashboard'),
  'provider-app-not-found': unknown(
    'provider app',
    '**Provider apps** in the dashboard, or `GET /v1/projects/{projectIdOrName}/provider-apps`',
  ),
  'provider-app-exists': [
    [
      'The project has an app of this provider already, with the same `externalRef` or also without one.',
      'Update that one. If both are needed, such as one for each region, give the second an `externalRef`.',
    ],
  ],
  // Integrations
  'manifest-invalid': [
    [
      'The file breaks a rule of [platform.yaml](/docs/manifest/).',
      '`platform validate` tells each with line, column and rule, before you deploy.',
    ],
    [
      'The provider of an integration would change, though customers have it installed.',
      'Give the one for the other provider another name: they can stand side by side.',
    ],
    [
      'The file fits a newer version than this server.',
      'Upgrade the server, or leave out what is new.',
    ],
  ],
  'integration-not-found': unknown(
    'integration',
    '`platform status` or **Integrations** in the dashboard; its name, as in platform.yaml, does in most places',
    ['It was never deployed to this project.', 'Deploy it: `platform deploy`.'],
  ),
  'integration-name-taken': [
    [
      'The project has an integration of this name.',
      '`platform deploy` updates it and keeps its installations. Only creating it a second time is refused.',
    ],
  ],
  'revision-not-found': [
    [
      'The revision is of another integration, or was removed a year after another took its place (`PLATFORM_KEEP_REVISIONS`).',
      '`platform revisions <integration>` lists those that there are.',
    ],
  ],
  'provider-not-found': [
    [
      'The provider’s name is spelled otherwise: `hubspot`, not `HubSpot`.',
      'Look it up in the [catalogue](/docs/catalogue/providers/).',
    ],
    [
      'It is one of your own, and this process was started without it.',
      'Set `PLATFORM_PROVIDERS` for every process, and try `platform providers check`: [Providers of your own](/docs/own-providers/).',
    ],
  ],
  'provider-not-supported': [
    [
      'The provider is known, but this way of connecting to it, or this operation, is not for it.',
      'The `detail` says what it lacks, the `remedy` what to call instead. Its page in the [catalogue](/docs/catalogue/providers/) tells what it can do.',
    ],
  ],
  // Connections
  'connection-not-found': unknown(
    'connection',
    '**Customers** in the dashboard, or `GET /v1/projects/{projectIdOrName}/connections`',
    [
      'The group has not connected this provider yet.',
      'Have the customer connect; the connect card in your product offers it.',
    ],
  ),
  'connection-missing': [
    [
      'The customer has not connected the provider, or has disconnected it.',
      'Have them connect, then repeat the request.',
    ],
    [
      'They connected under another `groupRef`, such as another spelling.',
      'Compare with **Customers** in the dashboard: references count capitals and spaces.',
    ],
  ],
  'group-not-found': [
    [
      'Nobody of this group has connected anything yet: a group is made when its first user connects.',
      'Have them connect, or check the `groupRef`: capitals and spaces count.',
    ],
  ],
  'consumer-not-found': [
    [
      'This user has not connected anything yet, or their data was erased.',
      'Check the `consumerRef`: capitals and spaces count.',
    ],
  ],
  'connection-in-use': [
    [
      'An installation reads or writes through the connection.',
      'Uninstall it first. If the customer only needs to sign in again, let them connect once more instead: the connection stays.',
    ],
  ],
  'provider-app-missing': [
    [
      'The project has no OAuth client for the provider.',
      'Register one there and add it under **Provider apps**: [how that goes](/docs/provider-apps/), for each provider.',
    ],
    [
      'The request names a provider app that was deleted.',
      'Name another, or none to take the project’s only one.',
    ],
  ],
  'connect-session-not-found': [
    [
      'It was never begun here, or by another project or group.',
      'Begin anew, and keep the ID that comes back.',
    ],
  ],
  'connect-session-open': [
    [
      'The window at the provider is still open, or was closed without an answer.',
      'Wait for the end user. Ten minutes after it was begun it ends by itself.',
    ],
  ],
  'connect-session-failed': [
    [
      'The end user refused, or the provider did.',
      'The `detail` passes on what the provider said. Let them try again.',
    ],
    ['Nobody came back within ten minutes.', 'Begin anew.'],
  ],
  'oauth-state-invalid': [
    [
      'More than ten minutes passed at the provider, the page was loaded again, or the browser’s **Back** was pressed.',
      'Begin again in your product: the link works once.',
    ],
    [
      'It was begun in one browser and finished in another, such as a link that was sent to a colleague, or an app that opens another browser.',
      'Begin and finish in the same browser. A link to sign in again can be opened by whoever is to sign in.',
    ],
    [
      'The browser takes no cookies from the platform’s address, or `PLATFORM_PUBLIC_URL` is another address than the one that was opened.',
      'Open the platform by the address in that setting, and have `https` there.',
    ],
  ],
  'authorization-refused': [
    [
      'The end user pressed **Deny**, or may not allow apps there.',
      'Let them try again, or have an administrator of theirs allow the app.',
    ],
    [
      'The provider does not know the redirect address, the client or a scope.',
      'The `detail` has the provider’s words. Compare redirect URI and scopes with [the provider app](/docs/provider-apps/).',
    ],
  ],
  'credentials-refused': [
    [
      'What was typed in is not right: a key with a space, of another account, or of a test environment.',
      'Copy it again from the provider. Nothing was saved.',
    ],
    [
      'The provider no longer takes what it once gave: the customer revoked the app, changed a password, or an administrator did.',
      'Have the customer sign in again. [Refused credentials](/docs/refused-credentials/) tells how the platform notices.',
    ],
    logOfCall,
  ],
  // Installations
  'installation-not-found': unknown(
    'installation',
    '**Installations** in the dashboard, or `GET /v1/projects/{projectIdOrName}/installations`',
    [
      'The group of the request has not installed the integration.',
      'Have the customer install it, or check the `groupRef`.',
    ],
  ),
  'installation-exists': [
    [
      'The group has the integration already: two tabs, or a request that was repeated.',
      'The `detail` names it. Update its configuration instead.',
    ],
  ],
  'sample-read-failed': [
    [
      'The connected user may not see one of the fields, or it was deleted or renamed at the provider.',
      '`issues` names them. Leave them out, or have an administrator of the customer make them visible.',
    ],
    [
      'The user lacks the permission for the object, or for the API as a whole.',
      'The `detail` names it. Have it granted at the provider, or connect with another user.',
    ],
  ],
  // Reading
  'operation-not-found': unknown('operation', '**Operations** in the dashboard', [
    'It ended more than 30 days ago (`PLATFORM_KEEP_OPERATIONS`).',
    'It is gone. What it delivered is with the receiver.',
  ]),
  'backfill-not-found': [
    [
      'The object has not begun its first read, or platform.yaml wants none for it.',
      'Look for `backfill` of the object in [platform.yaml](/docs/manifest/). A read of your own begins with `platform trigger`.',
    ],
  ],
  'object-not-installed': [
    [
      'The customer did not choose the object, or the request spells it otherwise than platform.yaml.',
      'Spell it as there (`mapToName` where there is one), or add it to the installation’s configuration.',
    ],
  ],
  'object-paused': [
    [
      'Its reads failed in a way that time does not mend, or somebody paused it.',
      'The `detail` says which. Mend the reason, then resume it at the installation in the dashboard.',
    ],
    [
      'The connection’s credentials no longer hold.',
      'Send the customer the link to sign in again. It resumes by itself when they have.',
    ],
    [
      'The integration no longer declares the object, or its destination was deleted.',
      'Deploy it with the object, or create a destination of that name: it resumes by itself.',
    ],
  ],
  'operation-ended': [
    [
      'It was done before your request came.',
      'Nothing is left to cancel. To read once more, trigger it anew.',
    ],
  ],
  'object-not-found': [
    [
      'The provider calls it otherwise: the API name counts, such as `Invoice__c`, not the label.',
      'List what the account has: `GET /v1/projects/{projectIdOrName}/providers/{provider}/object-metadata`.',
    ],
    [
      'The connected user may not see it at the provider.',
      'Have an administrator of the customer grant it, or connect with another user.',
    ],
  ],
  'deletion-not-enabled': [
    [
      'The customer has not allowed your product to delete records of this object, which is so until somebody says otherwise.',
      'Offer the switch in your product, or set `deletionSettings.enabled` in the configuration: [Writing](/docs/writing/).',
    ],
  ],
  'write-refused': [
    [
      'A rule of the customer’s account was broken: a required field, a value that is no choice, a duplicate, a validation of theirs.',
      '`errors` has the provider’s words for each record. Correct it and send it again.',
    ],
    [
      'The connected user may not write the field or the object.',
      'Have it granted at the provider.',
    ],
    logOfCall,
  ],
  'write-outcome-unknown': [
    [
      'The line broke, or the provider failed, after the record was sent, and the provider was asked in vain whether it created it.',
      'Send the same request with its `Idempotency-Key`, which asks the provider again, or search for the record by a value that only it has. Give writes an external ID where the object has one ([Writing](/docs/writing/)): then sending twice makes one record.',
    ],
  ],
  'fields-refused': [
    [
      'A definition is not to the provider’s taste: a name that is taken or reserved, a type or length that it lacks.',
      '`causes` has its words. Correct the definition; what was made stays, and sending all again is safe.',
    ],
  ],
  'sign-in-again': [
    [
      'The customer revoked the app, changed a password, or an administrator ended the session.',
      'Send them the link to sign in again: the connection in the dashboard has it. Reads go on by themselves after it.',
    ],
  ],
  'provider-permission-missing': [
    [
      'The connected user is not an administrator at the provider, and only those may change fields there.',
      'Have the right granted that `causes` names, or connect with a user who has it.',
    ],
    [
      'The app was not given the scope when the customer connected.',
      'Add the scope to the provider app and have them connect again.',
    ],
  ],
  // Providers
  'provider-refused': [
    [
      'The provider does not accept your OAuth client: its secret has expired or was changed, or the app was blocked.',
      'The `detail` says so. Correct the provider app: repeating does not help.',
    ],
    [
      'The provider does not take what was asked: a filter, a field or an ID that it does not know.',
      '`causes` has its words. Correct the request.',
    ],
    [
      'The connected user, or the edition that the customer pays for, may not do it.',
      'Have an administrator of the customer look at it.',
    ],
    [
      'The provider is connected, but cannot be read or described from here.',
      'Its page in the [catalogue](/docs/catalogue/providers/) tells what it can do; the [proxy](/docs/proxy/) reaches the rest.',
    ],
    logOfCall,
  ],
  'proxy-not-enabled': [
    [
      'platform.yaml does not allow it, which is so until it says otherwise.',
      'Set `proxy.enabled: true` for the integration and deploy it: [Calling the provider](/docs/proxy/).',
    ],
    [
      'The installation has it switched off in its own configuration.',
      'Set `config.content.proxy.enabled` of the installation to `true`, if the customer agrees.',
    ],
  ],
  'provider-unavailable': [
    [
      'The provider is down, slow (more than `PLATFORM_PROVIDER_TIMEOUT_MS`) or unreachable from your network.',
      'Look at its status page, then try `curl` to it from the machine of the server. Reads in the background go on by themselves when it is back.',
    ],
    ['The provider lies in a private network.', 'Name the network in `PLATFORM_ALLOW_CIDR`.'],
    logOfCall,
  ],
  'download-not-found': [
    [
      'More than 15 minutes passed since the last attempt to deliver its message.',
      'Send the message again (`platform deliveries retry <delivery>`): the address then works anew. Fetch it before you answer, or soon after.',
    ],
    [
      'The address was cut off, often by a log or a chat.',
      'Use the whole of it, with everything after `?`.',
    ],
  ],
  // Notifications
  'destination-not-found': unknown(
    'destination',
    '**Destinations** in the dashboard; its name does as well',
    [
      'platform.yaml names it, and this project has none of that name, such as production beside a test project.',
      'Create it under the same name in each project.',
    ],
  ),
  'destination-name-taken': nameTaken('destination of the project'),
  'destination-unreachable': [
    [
      'Your receiver answered with something else than 2xx, or not within 15 seconds.',
      'The `detail` has the status. Look into its log: the test message is of the type that the [events](/docs/events/) show.',
    ],
    [
      'The address is private, or its name leads to one.',
      'Name the network in `PLATFORM_ALLOW_CIDR`, or use a public address. On your own machine, `platform listen` needs none.',
    ],
    [
      'Its certificate is not one that is trusted, or does not fit the name.',
      'Mend the certificate; `NODE_EXTRA_CA_CERTS` of the server adds an authority of your own.',
    ],
    [
      'A stream or bucket refuses the keys, or does not exist in this region.',
      'The `detail` has its words. Check name, region and rights.',
    ],
  ],
  'deliveries-pending': [
    [
      'Messages wait to be sent to the destination, often because it is down.',
      'Wait until they are, or mend the receiver. `force=true` gives them up.',
    ],
  ],
  'topic-not-found': unknown('topic', '`GET /v1/projects/{projectIdOrName}/topics`'),
  'topic-name-taken': nameTaken('topic of the project'),
  'route-exists': [
    [
      'The event leads to the topic, or the topic to the destination, already.',
      'Nothing is to be done: it is as you want it.',
    ],
  ],
  'notification-route-not-found': unknown(
    'route',
    'the lists of `notification-event-topic-routes` and `topic-destination-routes`, which have IDs of their own',
  ),
  'event-not-found': unknown('event', '**Deliveries** in the dashboard', [
    'It is more than 30 days old (`PLATFORM_KEEP_MESSAGES`).',
    'It is gone. Read the records again: `platform trigger`.',
  ]),
  'delivery-not-found': unknown('delivery', '**Deliveries** in the dashboard', [
    'It is more than 30 days old (`PLATFORM_KEEP_MESSAGES`).',
    'It is gone. Read the records again: `platform trigger`.',
  ]),
  'delivery-in-progress': [
    [
      'An attempt is under way this moment.',
      'Wait for its outcome, 15 seconds at the most, and send it again only if it failed.',
    ],
  ],
  'replay-not-found': unknown('replay', '`GET /v1/projects/{projectIdOrName}/replays`'),
}
