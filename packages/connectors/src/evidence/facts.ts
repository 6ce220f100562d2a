import { existsSync, readFileSync } from 'node:fs'
import type { RecordedReply } from '@platform/contract'

/** Facts about a call in a vendor's specification, as far as the engine uses them. */
export interface SpecOperation {
  /** Path of the list in the reply: `''` if the reply is the list, null if not specified. */
  list?: string | null
  itemWrap?: string
  itemId?: string
  /** Members of a record that may be its ID. */
  ids?: string[]
  /** Members of a record that may be its time of change. */
  times?: string[]
  /** Members of the reply, and headers, for paging. */
  next?: string[]
  /** Paging, if a verified source is more precise than the specification. */
  paging?: {
    style: 'none' | 'cursor' | 'next-url' | 'link-header' | 'offset' | 'page' | 'last-id'
    param?: string
    start?: number
    from?: string
    more?: string
    /** `more` means that there are none. */
    moreMeans?: 1
    total?: string
    last?: string
    size?: { param: string; max?: number }
    /** The address of the next page is refused with any other parameter. */
    alone?: 1
    /** By this value of the last record in place of its ID. */
    by?: string
    /** By the last ID: pages contain the newest records before it, in the order of the list. */
    newest?: 1
  }
  params?: SpecParameter[]
  body?: SpecBody
  /** The reply is one record. */
  single?: true
  /** Parameter without which older records are left out. */
  recent?: string
  /** The list contains only IDs. */
  brief?: true
  /** Path of the record in the reply of a call that returns one. */
  item?: string
  /** Query parameter of a call for several records. */
  some?: string
  /** IDs are numbers. */
  numbers?: true
  /** The list answers a query in the body, which continues after a value of this column. */
  sql?: { in: string; column: string }
  /**
   * The list answers a statement in this parameter, under the name of its entity. Inactive records of
   * some entities are only returned if the statement asks for them.
   */
  statement?: { in: string; active: string[]; names?: Record<string, string> }
  /**
   * Part of a job: its start, with where the ID is; its status, with the successive ones; or the
   * file.
   */
  job?: { at?: string; statuses?: string[]; file?: 'csv' }
  /** What a field of a GraphQL schema takes and returns; `operations` has it by `QUERY` or `MUTATION` and name. */
  graphql?: {
    /** Arguments, and members of those that filter, as `filter.updatedAt`. */
    arguments: string[]
    required?: string[]
    /** Types of the arguments of a mutation. */
    types?: Record<string, string>
    /** What can be selected, with dots between names. */
    fields: string[]
    /** A field of the records with pages of another list. */
    within?: { field: string; list: string; paging: NonNullable<SpecOperation['paging']> }
    /** An argument without which some records are left out. */
    shows?: string
  }
  /** Where the reply has the ID of a written record; `header:…` for a header. */
  replyId?: string
}

export interface SpecParameter {
  name: string
  /** The query if absent. */
  in?: string
  required?: boolean
  max?: number
  default?: unknown
  /** Accepted values of a sort parameter; a direction may follow after a space. */
  values?: string[]
}

export interface SpecBody {
  contentType?: string
  wrap?: string
  required?: string[]
  keys: string[]
  array?: boolean
  /** Required values of a write besides the record, by path. */
  constants?: Record<string, unknown>
  /** Path at which an update repeats the ID. */
  id?: string
}

export interface Spec {
  sources: string[]
  version: string
  /** Month in which the specification was retrieved. */
  retrieved: string
  /** By method and path; `{}` stands for a value. */
  operations: Record<string, SpecOperation>
}

/** A page that a provider returned, with the records reduced to what identifies them. */
export interface RecordedPage {
  object: string
  since?: true
  headers?: Record<string, string>
  expected?: { records?: number; next?: boolean }
  body: unknown
  /** Replies for single records of the page, by ID. */
  contents?: Record<string, unknown>
}

const folder = new URL('../../evidence/', import.meta.url)

function readFacts<T>(path: string): T | undefined {
  const file = new URL(path, folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}

export const readSpec = (provider: string) => readFacts<Spec>(`spec/${provider}.json`)

/** Samples of single pages, and whole recordings. */
export interface RecordedFacts {
  pages: RecordedPage[]
  replies: RecordedReply[]
}

export function readRecordings(provider: string): RecordedFacts {
  const all = readFacts<(RecordedPage | RecordedReply)[]>(`samples/${provider}.json`) ?? []
  return {
    pages: all.filter((one): one is RecordedPage => !('recording' in one)),
    replies: all.filter((one): one is RecordedReply => 'recording' in one),
  }
}
