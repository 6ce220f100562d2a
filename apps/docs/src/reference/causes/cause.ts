/** A cause of a problem and its remedy. Both can contain `code`, **words** and links. */
export type Case = [cause: string, remedy: string]

/** Returns the causes of an unknown ID. IDs of other tenants are reported as not found. */
export const unknownId = (thing: string, whereTheyAre: string, ...more: Case[]): Case[] => [
  [`The ${thing} was deleted, or its ID is incomplete.`, `Take the ID from ${whereTheyAre}.`],
  [
    `The ${thing} belongs to a different project than the credential.`,
    'Use a key of that project. Create one under **API keys** in the dashboard.',
  ],
  ...more,
]

/** Explains where to find the call behind an error of the provider. */
export const logOfProviderCall: Case = [
  'The details of the call to the provider are required.',
  'Open the operation on the customer’s page in the dashboard. Its log contains the method, URL, status and headers of each call.',
]

/** Explains that a name is used. */
export const explainUsedName = (thing: string): Case[] => [
  [
    `Another ${thing} uses the name, perhaps created by an earlier request whose reply was lost.`,
    'Use the existing one, or choose another name. To retry requests safely, send an `Idempotency-Key`: a repeated request then returns the first reply.',
  ],
]
