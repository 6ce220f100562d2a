export type Provider = 'salesforce' | 'hubspot'
