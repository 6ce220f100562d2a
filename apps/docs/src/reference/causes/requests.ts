import type { ProblemKind } from '@platform/contract'
import { type Case } from './cause.ts'

/** Problems of every operation. */
export const requestCauses = {
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
      'The body exceeds the limit of the operation or of the caller: 5 MB, 25,000 values (50,000 in written records) or 5,000 members of an object; for end users 100 kB or 10,000 values.',
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
} satisfies Partial<Record<ProblemKind, Case[]>>
