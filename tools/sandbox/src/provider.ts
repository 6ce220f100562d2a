export type SandboxProvider = 'salesforce' | 'hubspot'
