/** Initial number of records of each account. Up to a million of each is fine. */
export interface SeedCounts {
  /** Accounts at Salesforce, companies at HubSpot. */
  accounts: number
  contacts: number
  leads: number
  /** Opportunities at Salesforce, deals at HubSpot. */
  opportunities: number
  /** Cases at Salesforce, tickets at HubSpot. */
  cases: number
  tasks: number
  /** Records of the custom object. */
  subscriptions: number
  /** People who own records. */
  users: number
}

export const defaultSeedCounts: SeedCounts = {
  accounts: 800,
  contacts: 3200,
  leads: 900,
  opportunities: 1200,
  cases: 400,
  tasks: 600,
  subscriptions: 300,
  users: 8,
}
