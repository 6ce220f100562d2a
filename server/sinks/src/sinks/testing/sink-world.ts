import { once } from 'node:events'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { DestinationCredentials, DestinationMetadata } from '@platform/contract'
import { newId } from '@platform/kernel/db/new-id'
import { createEgress } from '@platform/kernel/egress'
import { getPort } from '@platform/kernel/values'
import { noAwsRole } from '../aws/role.ts'
import type { SinkEvent } from '../event.ts'
import type { SinkContext, StreamWriter } from '../sink.ts'

/** A received message, independent of the type of destination. */
interface Arrived {
  id: string
  type: string
  data: unknown
}

/** A receiver of one type, and the settings of a destination that sends to it. */
export interface SinkWorld {
  metadata: DestinationMetadata
  credentials: DestinationCredentials
  /** Where the sink stores messages, if it stores them itself. */
  streams?: StreamWriter
  arrived(): Promise<Arrived[]>
}

export const givenEvents = (
  count: number,
  data: object = { text: 'Grüße 🌍 "quoted" \\ \n line' },
): SinkEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: newId('evt'),
    projectId: 'proj_1' as const,
    type: 'connection.deleted' as const,
    body: JSON.stringify({ ...data, index }),
  }))

/** Starts a server that always sends the same reply. */
export async function givenHttp(
  status = 200,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
) {
  const requests: { headers: Record<string, unknown>; body: any }[] = []
  const server = createServer((request, reply) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const isOther = /urlencoded|multipart/.test(request.headers['content-type'] ?? '')
      requests.push({
        headers: request.headers,
        body: isOther || text === '' ? text : JSON.parse(text),
      })
      reply.writeHead(status, headers).end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${getPort(server)}/`, requests }
}

export function givenContext({
  allowCidrs = ['127.0.0.0/8'],
  timeoutMs = 60_000,
  awsRoleProjects = [] as string[],
  awsRole = noAwsRole,
} = {}): SinkContext {
  const egress = createEgress({ allowCidrs })
  onTestFinished(() => egress.close())
  return {
    egress,
    log: pino({ level: 'silent' }),
    timeoutMs,
    isDevelopment: true,
    hasServerLog: true,
    sendsTraceparent: false,
    awsRoleProjects,
    awsRole,
    streams: {
      append() {
        throw new Error('This destination stores no messages itself.')
      },
    },
  }
}
