import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { getPort } from '../../../server/kernel/src/values/net.ts'
import { createModelAgent, readModelSettings, type ModelSettings } from './model.ts'
import type { AgentTask, TaskPlace } from './task.ts'

interface Asked {
  path: string
  headers: IncomingHttpHeaders
  body: { messages: { role: string; content: unknown }[]; tools: unknown[] }
}

/** Starts a model that answers by this function; `hang` answers nothing. */
async function givenModel(answer: (count: number) => { status?: number; body: object } | 'hang') {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { url: path = '', headers } = request
    asked.push({ path, headers, body: JSON.parse(text) as Asked['body'] })
    const answered = answer(asked.length)
    if (answered === 'hang') return
    const { status = 200, body } = answered
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${getPort(server)}/v1`, asked }
}

const ofOpenAi = (...commands: unknown[]) => ({
  body: {
    choices: [
      {
        message: {
          ...{ role: 'assistant', content: null },
          tool_calls: commands.map((command, at) => ({
            ...{ id: `call_${at}`, type: 'function' },
            function: { name: 'shell', arguments: typeof command === 'string' ? command : '' },
          })),
        },
      },
    ],
  },
})

const ofAnthropic = (...commands: string[]) => ({
  body: {
    content: [
      { type: 'text', text: 'Looking.' },
      ...commands.map((command, at) => ({
        ...{ type: 'tool_use', id: `toolu_${at}`, name: 'shell', input: { command } },
      })),
    ],
  },
})

const command = (text: string) => JSON.stringify({ command: text })

/** Lets the model do a task. Returns the commands that the shell got. */
async function work(settings: Partial<ModelSettings> & Pick<ModelSettings, 'api' | 'url'>) {
  const ran: string[] = []
  const shell = {
    run: async (given: string) => {
      ran.push(given)
      return { exitCode: 0, output: `output of ${given}` }
    },
  }
  const agent = createModelAgent({
    ...{ key: 'key-of-model', model: 'small', maxSteps: 10, maxReplyMs: 60_000 },
    ...settings,
  })
  const task = { prompt: () => 'Do it.' } as unknown as AgentTask
  const ended = await agent.work(task, { shell } as unknown as TaskPlace)
  return { ended, ran }
}

it('runs the commands of a model with the API of OpenAI', async () => {
  const { url, asked } = await givenModel((count) =>
    count === 1 ? ofOpenAi(command('ls'), command('pwd')) : ofOpenAi(),
  )

  const { ended, ran } = await work({ api: 'openai', url })

  expect([ended, ran]).toEqual([{ steps: 2, end: 'done' }, ['ls', 'pwd']])
  expect(asked).toMatchObject([
    {
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer key-of-model' },
      body: {
        messages: [{ role: 'system' }, { role: 'user', content: 'Do it.' }],
        tools: [{ type: 'function', function: { name: 'shell' } }],
      },
    },
    {
      body: {
        messages: [
          {},
          {},
          { role: 'assistant' },
          { role: 'tool', tool_call_id: 'call_0', content: 'Exit code 0.\noutput of ls' },
          { role: 'tool', tool_call_id: 'call_1', content: 'Exit code 0.\noutput of pwd' },
        ],
      },
    },
  ])
})

it('runs the commands of a model with the API of Anthropic', async () => {
  const { url, asked } = await givenModel((count) =>
    count === 1 ? ofAnthropic('ls') : ofAnthropic(),
  )

  const { ended, ran } = await work({ api: 'anthropic', url })

  expect([ended, ran]).toEqual([{ steps: 1, end: 'done' }, ['ls']])
  expect(asked).toMatchObject([
    {
      path: '/v1/messages',
      headers: { 'x-api-key': 'key-of-model', 'anthropic-version': '2023-06-01' },
      body: { tools: [{ name: 'shell', input_schema: { type: 'object' } }] },
    },
    {
      body: {
        messages: [
          { role: 'user', content: 'Do it.' },
          { role: 'assistant', content: [{ type: 'text' }, { type: 'tool_use' }] },
          {
            role: 'user',
            content: [
              {
                ...{ type: 'tool_result', tool_use_id: 'toolu_0' },
                content: 'Exit code 0.\noutput of ls',
              },
            ],
          },
        ],
      },
    },
  ])
})

it('ends a model that never stops, after its steps', async () => {
  const { url } = await givenModel(() => ofOpenAi(command('true'), command('true')))

  const { ended, ran } = await work({ api: 'openai', url, maxSteps: 3 })

  expect(ended).toEqual({ steps: 3, end: 'stopped after 3 steps' })
  expect(ran).toHaveLength(3)
})

it('answers a call without a command', async () => {
  const { url, asked } = await givenModel((count) =>
    count === 1 ? ofOpenAi('{"command": ', '{"command": 1}', '{}') : ofOpenAi(),
  )

  const { ended, ran } = await work({ api: 'openai', url })

  expect([ended.steps, ran]).toEqual([3, []])
  const reply = { role: 'tool', content: 'The argument `command` must be a string.' }
  expect(asked[1]?.body.messages.slice(-3)).toMatchObject([reply, reply, reply])
})

it('fails if the model rejects, answers nonsense or does not answer', async () => {
  const rejecting = await givenModel(() => ({ status: 429, body: { error: 'Too many tokens' } }))
  const empty = await givenModel(() => ({ body: { choices: [] } }))
  const hanging = await givenModel(() => 'hang')

  await expect(work({ api: 'openai', ...rejecting })).rejects.toThrow(
    'The model answered 429: {"error":"Too many tokens"}',
  )
  await expect(work({ api: 'openai', ...empty })).rejects.toThrow('without a choice')
  await expect(work({ api: 'anthropic', ...hanging, maxReplyMs: 50 })).rejects.toThrow('timeout')
})

it('reads the model from the environment, and names what is wrong', () => {
  const url = 'https://model.example/v1/'

  expect(readModelSettings({})).toBeUndefined()
  expect(readModelSettings({ AGENT_MODEL: 'small', AGENT_URL: url, AGENT_KEY: 'k' })).toMatchObject(
    {
      ...{ api: 'openai', url: 'https://model.example/v1', key: 'k', maxSteps: 40 },
    },
  )
  const readWith = (env: Record<string, string>) => () =>
    readModelSettings({ AGENT_MODEL: 'small', AGENT_URL: url, ...env })
  expect(readWith({ AGENT_URL: '' })).toThrow('AGENT_URL is required')
  expect(readWith({ AGENT_API: 'own' })).toThrow('AGENT_API must be openai or anthropic')
  expect(readWith({ AGENT_MAX_STEPS: 'many' })).toThrow('AGENT_MAX_STEPS must be')
})
