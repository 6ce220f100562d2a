import type { ProblemKind } from '@platform/contract'
import { logOfProviderCall, unknownId, type Case } from './cause.ts'

/** Problems of integrations, connections and installations. */
export const connectingCauses = {
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
  'integration-not-found': unknownId(
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
  'connection-not-found': unknownId(
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
    logOfProviderCall,
  ],
  // Installations
  'installation-not-found': unknownId(
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
  'accounts-not-allowed': [
    [
      'The request names an account (`instance`), and the integration does not set `multiple: true`.',
      'Set it in platform.yaml and deploy, or leave out `instance` to install for the default account.',
    ],
  ],
  'support-access-off': [
    [
      'Support access is off for the installation, which is the default.',
      'Ask the customer to open the integration in your product, choose **Manage** and allow support to view synced records. Your backend cannot turn it on with an API key.',
    ],
    [
      'The customer uninstalled the integration, which ended support access.',
      'Records of removed installations cannot be viewed. Your receivers have them.',
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
} satisfies Partial<Record<ProblemKind, Case[]>>
