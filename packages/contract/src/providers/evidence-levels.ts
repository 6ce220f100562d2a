import { z } from 'zod'

export const Proof = z
  .enum(['stand-in', 'samples', 'spec', 'live'])
  .describe(
    '`stand-in`: not verified; tested only with a server generated from the entry. `samples`: processes sample replies of the provider correctly, most of which are shortened to one record. `spec`: agrees with the provider’s own API specification. `live`: tested with the provider.',
  )
export type Proof = z.infer<typeof Proof>

export const Proofs = z
  .object({
    read: Proof.optional(),
    write: Proof.optional(),
    delete: Proof.optional(),
    search: Proof.optional(),
    subscribe: Proof.optional(),
    customFields: Proof.optional(),
    readByPath: z
      .literal('unverified')
      .optional()
      .describe(
        'Present if any list endpoint can be used as an object by its path, such as `/v2/things`. It is read like the provider’s other lists; this has not been tested.',
      ),
  })
  .meta({
    id: 'Proofs',
    description:
      'Level of verification for each capability: the lowest of the objects that are usually installed first. Absent for unsupported ones. The level of `read` is that of the provider.',
  })
export type Proofs = z.infer<typeof Proofs>

export const SignInEvidence = z
  .object({
    source: z.string().describe('Kind of document, such as `vendor documentation`.'),
    date: z.string().describe('Day on which the document was read, such as `2026-11-28`.'),
    page: z.url().describe('Address of the document.'),
  })
  .meta({
    id: 'SignInEvidence',
    description:
      'Document of the provider with which the entry’s sign-in agrees: addresses, parameters, client authentication, refresh tokens and scopes.',
  })
export type SignInEvidence = z.infer<typeof SignInEvidence>

const Evidence = z
  .object({
    level: Proof,
    source: z.string().optional().describe('Origin of the evidence. Absent for `stand-in`.'),
    date: z.string().optional().describe('Month of the evidence, such as `2026-11`.'),
  })
  .meta({ id: 'Evidence', description: 'How one action of an object was verified.' })

export const ObjectEvidence = z
  .object({
    read: Evidence.optional().describe('Reading all records.'),
    changes: Evidence.optional().describe('Reading changes by modification time.'),
    create: Evidence.optional().describe('Creating records.'),
    update: Evidence.optional().describe('Updating records by ID.'),
    delete: Evidence.optional().describe('Deleting records by ID.'),
    search: Evidence.optional().describe('Finding records by the value of a field.'),
  })
  .meta({ id: 'ObjectEvidence', description: 'How each supported action was verified.' })
export type ObjectEvidence = z.infer<typeof ObjectEvidence>
