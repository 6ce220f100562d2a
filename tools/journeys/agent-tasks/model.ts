import type { CodingAgent } from './task.ts'
import type { ShellResult } from './shell.ts'

/** A model behind an endpoint that is compatible with OpenAI's or Anthropic's. */
export interface ModelSettings {
  api: 'openai' | 'anthropic'
  /** Base URL up to and including the version, such as `https://api.openai.com/v1`. */
  url: string
  key: string
  model: string
  /** Commands it may run in a task. */
  maxSteps: number
  /** Time that a reply may take. */
  maxReplyMs: number
}

/** Returns the model that the environment names; undefined if it names none. */
export function readModelSettings(env: NodeJS.Dict<string>): ModelSettings | undefined {
  const model = env['AGENT_MODEL']
  if (!model) return undefined
  const api = env['AGENT_API'] ?? 'openai'
  if (api !== 'openai' && api !== 'anthropic')
    throw new Error('AGENT_API must be openai or anthropic.')
  const { AGENT_URL: url, AGENT_KEY: key = '' } = env
  if (!url) throw new Error('AGENT_URL is required: the base URL of the API, with its version.')
  const maxSteps = Number(env['AGENT_MAX_STEPS'] ?? 40)
  if (!(maxSteps > 0)) throw new Error('AGENT_MAX_STEPS must be a number above 0.')
  return { api, url: url.replace(/\/$/, ''), key, model, maxSteps, maxReplyMs: 300_000 }
}

const system = `You work in a Linux shell, in the folder of one task. Nobody answers questions: decide yourself. Each call of \
the tool runs one command with bash, in the folder; its processes end with it. When the task is done, reply without a call.`

const tool = {
  name: 'shell',
  description: 'Runs a command with bash in the folder of the task. Returns exit code and output.',
  parameters: {
    type: 'object',
    properties: { command: { type: 'string' } },
    required: ['command'],
    additionalProperties: false,
  },
}

interface Call {
  id: string
  command: unknown
}

/** A conversation in the format of one API. */
interface Conversation {
  /** Sends the results of the last calls, and returns the next calls; none if the model is done. */
  next(results: readonly { id: string; text: string }[]): Promise<Call[]>
}

/** Lets a model work until it calls no more commands, or has run `maxSteps`. */
export function createModelAgent(settings: ModelSettings): CodingAgent {
  return {
    async work(task, place) {
      const begin = settings.api === 'openai' ? beginOfOpenAi : beginOfAnthropic
      const conversation = begin(settings, task.prompt(place))
      let steps = 0
      let calls = await conversation.next([])
      while (calls.length > 0) {
        const results = []
        for (const { id, command } of calls) {
          if (steps === settings.maxSteps) return { steps, end: `stopped after ${steps} steps` }
          steps++
          const text =
            typeof command === 'string'
              ? formatResult(await place.shell.run(command))
              : 'The argument `command` must be a string.'
          results.push({ id, text })
        }
        calls = await conversation.next(results)
      }
      return { steps, end: 'done' }
    },
  }
}

const formatResult = ({ exitCode, output }: ShellResult) =>
  `${exitCode === null ? 'Ended: it took too long.' : `Exit code ${exitCode}.`}\n${output}`

async function post<Reply>(
  { url, maxReplyMs }: ModelSettings,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: object },
): Promise<Reply> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(maxReplyMs),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as Reply
}

interface OpenAiReply {
  choices: {
    message: {
      role: string
      content?: string | null
      tool_calls?: { id: string; function: { arguments: string } }[]
    }
  }[]
}

// https://platform.openai.com/docs/api-reference/chat
function beginOfOpenAi(settings: ModelSettings, prompt: string): Conversation {
  const messages: object[] = [
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ]
  return {
    async next(results) {
      messages.push(
        ...results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
      )
      const { choices } = await post<OpenAiReply>(settings, '/chat/completions', {
        headers: { authorization: `Bearer ${settings.key}` },
        body: { model: settings.model, messages, tools: [{ type: 'function', function: tool }] },
      })
      const message = choices[0]?.message
      if (!message) throw new Error('The model answered without a choice.')
      messages.push(message)
      return (message.tool_calls ?? []).map(({ id, function: { arguments: given } }) => ({
        id,
        command: readCommand(given),
      }))
    },
  }
}

/** Arguments are a text that the model wrote, so they may be no JSON. */
function readCommand(given: string): unknown {
  try {
    return (JSON.parse(given) as { command?: unknown }).command
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

interface AnthropicReply {
  content: { type: string; id?: string; input?: { command?: unknown } }[]
}

// https://docs.anthropic.com/en/api/messages
function beginOfAnthropic(settings: ModelSettings, prompt: string): Conversation {
  const { name, description, parameters } = tool
  const messages: object[] = [{ role: 'user', content: prompt }]
  return {
    async next(results) {
      if (results.length > 0) {
        const content = results.map(({ id, text }) => ({
          ...{ type: 'tool_result', tool_use_id: id, content: text },
        }))
        messages.push({ role: 'user', content })
      }
      const { content } = await post<AnthropicReply>(settings, '/messages', {
        headers: { 'x-api-key': settings.key, 'anthropic-version': '2023-06-01' },
        body: {
          ...{ model: settings.model, max_tokens: 8_000, system, messages },
          tools: [{ name, description, input_schema: parameters }],
        },
      })
      messages.push({ role: 'assistant', content })
      return content.flatMap(({ type, id, input }) =>
        type === 'tool_use' && id !== undefined ? [{ id, command: input?.command }] : [],
      )
    },
  }
}
