/** What the operations of each tag are about. */
export const tags = {
  'API keys':
    'Keys for your servers (scope `full`) and for the UI library (scope `frontend`). A key is shown once, when it is created.',
  'Claimed domains':
    'Domains of email addresses that an organization has proven to be its own. Whoever signs up with a verified address there may join it.',
  Connections:
    'Credentials of your customers at providers: made by OAuth in the browser or from credentials that you have, kept fresh, encrypted.',
  Deliveries:
    'Every event, its way to each destination, and each attempt with request and response. Send again one, or all that match.',
  Installations: 'Integrations that a customer has switched on, with what they chose.',
  Integrations:
    'What you offer for a provider, as declared in `platform.yaml`. Each deploy makes a revision.',
  Invites: 'Invitations to join an organization, by email.',
  'JWT keys':
    'Public keys of yours. With the private one your backend signs tokens for end users, who then reach only their own group.',
  Notifications:
    'Where messages go: an event reaches a destination when a route leads its type to a topic, and another the topic to the destination.',
  'Object metadata': 'Objects and fields at the provider, as a customer’s account has them.',
  Operations: 'Runs of reads: how they went, and what they logged.',
  Organizations: 'Your company, its members, and the log of every change.',
  'Personal data': 'Who is known, and one call that erases all that is stored of them.',
  Projects: 'A project is one product of yours: its keys, integrations and destinations.',
  'Provider apps': 'Your own OAuth clients at providers.',
  Providers: 'The catalogue of SaaS tools that can be connected.',
  Proxy: 'Calls that are passed through to a provider as they are.',
  Reading: 'Reads beside the scheduled ones.',
  Searching: 'Records at the provider, found by what their fields hold.',
  Writing: 'Records that are created, updated and deleted at the provider.',
}

export type Tag = keyof typeof tags
