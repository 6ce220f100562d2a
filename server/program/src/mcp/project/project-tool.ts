import type { Capability, OperationDefinition } from '@platform/contract'
import { invalidInput } from '@platform/kernel/problems/problem'
import { z } from 'zod'
import type { ListedTool } from '../protocol.ts'
import { maxResultChars, shortenValue, type ToolOutcome } from '../tool-outcome.ts'
import type { ToolSchema } from '../tool-schema.ts'

/** Carries out an operation of the project. */
export type Perform = (
  operation: OperationDefinition,
  sent?: {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: unknown
  },
) => Promise<unknown>

/** A tool for builders' agents: an operation of the contract, or several. */
export interface ProjectTool {
  name: string
  title: string
  description: string
  /** What the caller needs. */
  capabilities: readonly Capability[]
  inputSchema: ToolSchema
  changes: boolean
  isDestructive: boolean
  call(perform: Perform, input: Record<string, unknown>): Promise<ToolOutcome>
}

/** A tool of several operations. */
export function composeTool(
  tool: Omit<ProjectTool, 'inputSchema' | 'changes' | 'isDestructive' | 'call'> & {
    input: z.ZodObject
    run: (perform: Perform, input: Record<string, string>) => Promise<Record<string, unknown>>
  },
): ProjectTool {
  const { input: schema, run, ...about } = tool
  return {
    ...about,
    inputSchema: makeJsonSchema(schema),
    changes: false,
    isDestructive: false,
    async call(perform, input) {
      mustBeKnownArguments(input, schema)
      const { data, error } = schema.safeParse(input)
      if (!data) {
        throw invalidInput(
          ...error.issues.map(({ path, message }) => ({
            in: 'body' as const,
            name: path.join('.'),
            detail: message,
          })),
        )
      }
      return shortenOutcome(await run(perform, data as Record<string, string>))
    },
  }
}

export const toListedProjectTool = (tool: ProjectTool): ListedTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  annotations: {
    readOnlyHint: !tool.changes,
    destructiveHint: tool.isDestructive,
    idempotentHint: !tool.changes,
    openWorldHint: true,
  },
})

/** The argument of tools with pages. */
export const PageCursor = z
  .string()
  .max(1000)
  .optional()
  .describe('`nextCursor` of the previous result, for the next page.')

/** Returns the schema as clients of the protocol expect it. */
export function makeJsonSchema(schema: z.ZodObject): ToolSchema {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return rest as ToolSchema
}

/** Rejects arguments that the tool does not have. */
export function mustBeKnownArguments(input: Record<string, unknown>, { shape }: z.ZodObject): void {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(shape, name))
  if (unknown.length === 0) return
  throw invalidInput(
    ...unknown.slice(0, 20).map((name) => ({
      in: 'body' as const,
      name: name.slice(0, 100),
      detail: `The tool has no such argument. Its arguments are: ${Object.keys(shape).join(', ') || 'none'}.`,
    })),
  )
}

/** Shortens long values, and drops items that do not fit into the context of a model. */
export function shortenOutcome(data: Record<string, unknown>): ToolOutcome {
  const short = JSON.parse(JSON.stringify(data), shortenValue) as Record<string, unknown>
  const text = JSON.stringify(short)
  if (text.length <= maxResultChars) return { data: short, isError: false }
  const items = short['items']
  if (!Array.isArray(items) || items.length < 2) {
    const start = text.slice(0, maxResultChars)
    return { data: { truncated: true, startOfJson: start }, isError: false }
  }
  const half = items.slice(0, Math.ceil(items.length / 2))
  const remedy = 'Not all results fit. Narrow them down by the arguments.'
  return shortenOutcome({ ...short, items: half, truncated: true, remedy })
}
