import type { TaskPlace } from '../task.ts'

/** Command that registers the OAuth client of the sandbox. */
export const registerClientCommand =
  'platform provider-apps set salesforce --client-id sandbox-salesforce-client --client-secret sandbox-salesforce-secret --scopes api,refresh_token'

/** Returns the prompt of a backend that issues tokens and receives contacts. */
export const describeBackend = (
  { baseUrl, project, port }: TaskPlace,
  what: string,
  {
    start = '`node --env-file=.env server.mjs`',
    installed = '',
  }: { start?: string; installed?: string } = {},
) => `${what}

- The platform runs at ${baseUrl}; its documentation begins at ${baseUrl}/llms.txt. The project is ${project}. PLATFORM_BASE_URL,
  PLATFORM_PROJECT and PLATFORM_API_KEY are set. The packages @platform/client, @platform/react and @platform/cli are installed; the command
  line is \`platform\`. ${installed}
- Integrate Salesforce: contacts with their ID, last name and email address. The OAuth client has the ID \`sandbox-salesforce-client\`, the secret
  \`sandbox-salesforce-secret\` and the scopes \`api\` and \`refresh_token\`.
- ${start} must start the backend at port ${port} of 127.0.0.1 or localhost (PORT=${port} is set), and it must go on running.
- \`GET /api/platform-token\` must return a token for the current user, \`user-1\` of the customer \`company-1\`.
- The backend must receive the records.`
