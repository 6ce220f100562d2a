// Generated from the contract by `npm run gen`.

/** What an API key may do, by its scope; `full` is all of it. */
export const capabilityWords = {
  read: 'view integrations, installations, connections, customers and settings, without secrets',
  observe: 'view operations, logs, deliveries and usage, without messages',
  'read:records': 'search and preview records of customers’ accounts; view delivered records',
  'read:messages': 'view sent messages; keys receive them with their records',
  'read:secrets': 'read credentials of connections and signing keys of destinations',
  'write:records': 'write records to customers’ accounts, and define custom fields there',
  trigger: 'start reads, deliver results, and send events of your own',
  proxy: 'call providers’ APIs with the credentials of installations',
  'manage:installations': 'create, change, pause and delete installations',
  'manage:connections': 'create, change and delete connections',
  'manage:notifications':
    'disable and delete destinations, change topics and routes, replay deliveries; with read:messages, also choose where messages and records are sent',
  deploy: 'deploy and delete integrations',
  'manage:project': 'change project settings and provider apps',
  'manage:keys': 'manage API keys that allow no more than the caller',
  'manage:jwt-keys': 'manage JWT keys, and so act as any end user',
  erase: 'erase the data of customers and their users',
} as const
