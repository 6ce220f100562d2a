import { generateEntry, type GeneratedEntry, type GenerateOptions } from './generate-entry.ts'
import { toRepliesDocument, type ReplyFile } from './replies-document.ts'

export { NotGenerable } from './document.ts'
export type { GeneratedEntry, GenerateOptions, ReplyFile }

/** Proposes an entry from an OpenAPI document or from replies of lists. */
export const generateProvider = ({
  document,
  replies,
  ...options
}: GenerateOptions & { document?: unknown; replies?: readonly ReplyFile[] }): GeneratedEntry =>
  generateEntry(replies ? toRepliesDocument(replies) : document, options)
