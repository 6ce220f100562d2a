import type { ObjectMetadata, OperationDefinition } from '@platform/contract'
import { didYouMean } from '@platform/manifest'
import type { AdmittedProject, Caller } from '@platform/kernel/access'
import type { Api } from '@platform/kernel/http'
import type { LastingAccess } from '@platform/kernel/http/lasting-access'
import { issueDetail } from '@platform/kernel/http/to-problem'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import type { Secrets } from '@platform/kernel/secrets'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { PlannedTool } from './plan-tools.ts'
import { listToolFields } from './tool-schema.ts'

/** Caller of a tool, with the request and the project. */
export interface ToolCaller {
  caller: Caller
  callerId: string
  project: AdmittedProject
  access: LastingAccess
  groupRef: string
  request: FastifyRequest
  reply: FastifyReply
  db: Db
}

export interface ToolDependencies {
  api: Api
  services: Services
  secrets: Secrets
  now: () => Date
}

/** What is sent to an operation of the contract. */
export interface SentCall {
  query?: Record<string, string>
  body?: unknown
  key?: string | undefined
}

/** A call of a tool, before its input is validated. */
export interface AskedCall {
  tool: PlannedTool
  /** The fields of the account; undefined if the provider has not described them. */
  metadata: ObjectMetadata | undefined
  input: unknown
  /** Carries out an operation of the contract for the caller. */
  perform(operation: OperationDefinition, sent: SentCall): Promise<unknown>
}

/** Validates the input of a tool. */
export function parseToolInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input ?? {}, { error: issueDetail })
  if (success) return data
  throw invalidInput(
    ...error.issues.slice(0, 20).map(({ path, message }) => ({
      in: 'body' as const,
      name: path.join('.'),
      detail: message,
    })),
  )
}

/** Rejects fields that the schema of the tool does not show, with the name that was probably meant. */
export function mustBeKnownFields(
  named: readonly string[],
  { tool, metadata, field }: Pick<AskedCall, 'tool' | 'metadata'> & { field: string },
): void {
  const known = [...listToolFields(tool, metadata).keys()]
  if (!metadata && !tool.isLimitedToNames) return
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw invalidInput(
    ...unknown.slice(0, 20).map((name) => ({
      in: 'body' as const,
      name: `${field}.${name.slice(0, 100)}`,
      detail: [
        'The tool has no such field.',
        didYouMean(name, known) ?? 'The schema of the tool lists its fields.',
      ].join(' '),
    })),
  )
}
