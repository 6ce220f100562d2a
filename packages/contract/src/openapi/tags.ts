/** Descriptions of the tags. */
export const tags = {
  Agents:
    'AI agents that builders have connected to a project by OAuth. They use the tools of its MCP server.',
  'API keys':
    'Keys for your servers (scope `full`) and for the UI library (scope `frontend`). The secret key is shown once, on creation.',
  Approvals: 'Writes that wait for the decision of a person, who sees what will change.',
  'Claimed domains':
    'Email domains with verified ownership. People who sign up with a verified address in a claimed domain can join the organization.',
  'Connect links':
    'Links to a hosted page on which a customer installs and manages one integration, without a page of your product.',
  Connections:
    'Credentials of your customers at providers, created by OAuth in the browser or from existing credentials. They are stored encrypted and refreshed automatically.',
  'Customer destinations':
    'Destinations that your customers add themselves. They receive what concerns their own group, as far as you allow it.',
  Deliveries:
    'Events, their deliveries to destinations, and every attempt with request and response. Replay one delivery or many.',
  Installations: 'Integrations installed for customers, with their configuration.',
  Integrations:
    'What you offer for each provider, as declared in `platform.yaml`. Each deploy creates a revision.',
  Invites: 'Invitations to join an organization by email.',
  'JWT keys':
    'Your public keys. Your backend signs tokens for end users with the private key; each token is limited to the end user’s group.',
  Notifications:
    'Routing of messages. A route sends an event type to a topic, and another sends the topic to a destination.',
  'Object metadata': 'Objects and fields in a customer’s account at a provider.',
  Operations: 'Runs of reads and writes, with their status and logs.',
  Organizations: 'Your company, its members and its audit log.',
  'Personal data': 'Groups and consumers with stored data, and their erasure.',
  Projects: 'A project is one of your products, with its own keys, integrations and destinations.',
  'Provider apps': 'Your OAuth clients at providers.',
  Providers: 'Catalogue of providers that can be connected.',
  Proxy: 'Calls passed through to a provider’s API.',
  Reading: 'Reads in addition to the scheduled ones.',
  Searching: 'Search of a provider’s records by field values.',
  Writing: 'Creation, update and deletion of records at a provider.',
}

export type Tag = keyof typeof tags
