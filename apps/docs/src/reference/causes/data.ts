import type { ProblemKind } from '@platform/contract'
import { logOfProviderCall, unknownId, explainUsedName, type Case } from './cause.ts'

/** Problems of reading, providers and notifications. */
export const dataCauses = {
  // Reading
  'operation-not-found': unknownId('operation', '**Operations** in the dashboard', [
    'The operation ended more than 30 days ago (`PLATFORM_KEEP_OPERATIONS`).',
    'The operation is no longer available. The records it delivered are at the receiver.',
  ]),
  'backfill-not-found': [
    [
      'The installation does not read this object, so there is no backfill of it.',
      'Name an object in `read.objects` of the installation.',
    ],
  ],
  'records-not-kept': [
    [
      'The manifest does not set `keepRecords` for the object, or does since the last deploy only.',
      'Set `keepRecords: true` for the object in `platform.yaml`, deploy it, and trigger a read to list existing records.',
    ],
  ],
  'object-not-installed': [
    [
      'The customer did not select the object for reads, or for writes if the request writes, or its name differs from platform.yaml.',
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
    logOfProviderCall,
  ],
  'write-conflict': [
    [
      'Somebody changed the record after you read it, so that it no longer has the `expected` values, or was modified after `ifUnmodifiedSince`.',
      '`results` contains each field with the expected and the actual value. Read the record, merge the changes and write it again. See [Two-way sync](/docs/two-way/).',
    ],
  ],
  'approval-not-found': [
    [
      'The approval belongs to another customer or project, or the integration was uninstalled.',
      'Use a credential of the customer. `platform approvals list` lists those that wait.',
    ],
  ],
  'approval-decided': [
    [
      'Somebody has decided already, also with another link or in another window. Each approval is used once.',
      '`detail` contains who decided and when. Ask for the write again if it is still wanted.',
    ],
    [
      'The time to decide (`approvalHours`) has ended.',
      'Ask for the write again. See [Approval by a person](/docs/approvals/).',
    ],
  ],
  'approval-outdated': [
    [
      'The record was changed at the provider between the display and the approval.',
      'Get the approval again and show the changes: `<ApprovalCard/>` does so by itself.',
    ],
  ],
  'write-outcome-unknown': [
    [
      'The connection broke, or the provider failed, after the record was sent, and the provider could not confirm whether the record was created.',
      'Send the same request with its `Idempotency-Key` to check with the provider again, or search for the record by a unique value. To make writes repeatable, use an external ID where the object supports one ([Write and search records](/docs/writing/)).',
    ],
    [
      'The reply to an update or deletion was lost, and the request was not repeated, or its repetition was rejected.',
      'Read the record to see whether the first request was carried out, or send the same request again: this has no further effect if it was.',
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
    logOfProviderCall,
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
    logOfProviderCall,
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
  'destination-not-found': unknownId(
    'destination',
    '**Destinations** in the dashboard. Its name is accepted as well',
    [
      'platform.yaml refers to a destination that this project does not have, for example in production but not in a test project.',
      'Create it under the same name in each project.',
    ],
  ),
  'destination-name-taken': explainUsedName('destination of the project'),
  'destination-not-pulled': [
    [
      'The destination is a webhook, a stream of another service or a bucket: its messages are sent there.',
      'Create a destination with `"type": "pull"`, and use its name in `platform.yaml` or route topics to it.',
    ],
  ],
  'pull-consumer-not-found': [
    [
      'The consumer was not created at this destination, or was deleted.',
      'Create it with `POST …/destinations/{destination}/consumers`. Its list shows which exist.',
    ],
  ],
  'pull-consumer-name-taken': explainUsedName('consumer of the destination'),
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
  'event-type-not-found': unknownId(
    'event type',
    '`GET /v1/projects/{projectIdOrName}/event-types`',
  ),
  'event-type-exists': explainUsedName('event type of the project'),
  'topic-not-found': unknownId('topic', '`GET /v1/projects/{projectIdOrName}/topics`'),
  'topic-name-taken': explainUsedName('topic of the project'),
  'route-exists': [
    [
      'The route from the event type to the topic, or from the topic to the destination, exists.',
      'No action is needed.',
    ],
  ],
  'notification-route-not-found': unknownId(
    'route',
    'the lists of `notification-event-topic-routes` and `topic-destination-routes`, which have separate IDs',
  ),
  'event-not-found': unknownId('event', '**Deliveries** in the dashboard', [
    'The event is more than 30 days old (`PLATFORM_KEEP_MESSAGES`).',
    'The event is no longer available. Read the records again with `platform trigger`.',
  ]),
  'delivery-not-found': unknownId('delivery', '**Deliveries** in the dashboard', [
    'The delivery is more than 30 days old (`PLATFORM_KEEP_MESSAGES`).',
    'The delivery is no longer available. Read the records again with `platform trigger`.',
  ]),
  'delivery-in-progress': [
    [
      'An attempt is in progress.',
      'Wait for its outcome, at most 15 seconds, and resend the message only if it failed.',
    ],
  ],
  'replay-not-found': unknownId('replay', '`GET /v1/projects/{projectIdOrName}/replays`'),
} satisfies Partial<Record<ProblemKind, Case[]>>
