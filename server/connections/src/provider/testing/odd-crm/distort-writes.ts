import { pickBy, type Random } from '@platform/testing/seeded'
import { isObject, listUnusable } from './distort.ts'
import type { CrmKind } from './open-crms.ts'
import type { CrmReply, Oddness } from './proxy.ts'

const json = { 'content-type': 'application/json' }
const page = { 'content-type': 'text/html' }

/** Replies to calls that were not carried out. */
const refusals: Record<CrmKind, readonly CrmReply[]> = {
  salesforce: [
    { status: 401, headers: json, body: [{ errorCode: 'INVALID_SESSION_ID', message: 'Expired' }] },
    { status: 200, headers: json, body: [{ errorCode: 'INVALID_SESSION_ID', message: 'Expired' }] },
    {
      status: 403,
      headers: json,
      body: [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'Busy' }],
    },
    { status: 403, headers: page, body: Buffer.from('<html>Blocked') },
    { status: 429, headers: page, body: Buffer.from('Slow down') },
    { status: 503, headers: json, body: [{ errorCode: 'SERVER_UNAVAILABLE', message: 'Busy' }] },
  ],
  hubspot: [
    { status: 401, headers: json, body: { status: 'error', category: 'EXPIRED_AUTHENTICATION' } },
    { status: 200, headers: json, body: { status: 'error', message: 'Busy', results: [] } },
    { status: 403, headers: page, body: Buffer.from('<html>Blocked') },
    { status: 423, headers: json, body: { status: 'error', message: 'Locked' } },
    { status: 429, headers: json, body: { status: 'error', policyName: 'SECONDLY' } },
    { status: 503, headers: page, body: Buffer.from('<html>Busy') },
  ],
}

const isWriting = (method: string, path: string) =>
  method !== 'GET' && !/\/(?:search|batch\/read)$/.test(path)

/** Makes a CRM odd for writes: it refuses them, or carries them out and answers in other ways. */
export function makeWritesOdd(
  random: Random,
  { kind, share }: { kind: CrmKind; share: number },
): Oddness {
  const pick = pickBy(random)

  /** The write has been carried out. */
  function spoil(reply: CrmReply): CrmReply | 'cut' {
    const results = isObject(reply.body) ? reply.body['results'] : reply.body
    const rows = Array.isArray(results) ? (results as unknown[]) : []
    const withRows = (list: readonly unknown[]): CrmReply => ({
      ...reply,
      body: isObject(reply.body) ? { ...reply.body, results: list } : list,
    })
    const isAlsoUsual = (one: CrmReply) => [403, 429, 503].includes(one.status)
    const [first] = rows
    return pick<() => CrmReply | 'cut'>([
      () => pick(listUnusable(random, reply).filter((one) => !isAlsoUsual(one))),
      () => 'cut',
      () => withRows(rows.slice(1)),
      () => withRows([...rows, null]),
      () => withRows(rows.map((row) => (row === first ? null : row))),
      () => withRows(rows.map((row) => (row === first ? {} : row))),
      () => withRows(rows.map((row) => (row === first ? 'ok' : row))),
      () => withRows([]),
      () => ({ ...reply, status: 202 }),
      () => ({ status: 303, headers: { location: '/' }, body: Buffer.alloc(0) }),
    ])()
  }

  return {
    random,
    aheadMs: 0,
    answerItself: ({ method, url }) =>
      isWriting(method, url.pathname) && random() < share / 2 ? pick(refusals[kind]) : undefined,
    distort: ({ method, url }, reply) => {
      const isRefusal = refusals[kind].includes(reply)
      const isDone = isWriting(method, url.pathname) && reply.status < 400 && !isRefusal
      return isDone && random() < share ? spoil(reply) : reply
    },
  }
}

const fault = (code: string) =>
  Buffer.from(
    `<?xml version="1.0"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault><faultcode>sf:${code}</faultcode><faultstring>${code}: busy</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>`,
  )

/** Makes the calls odd by which custom fields are read and written, after they were carried out. */
export function makeFieldCallsOdd(
  random: Random,
  { kind, share }: { kind: CrmKind; share: number },
): Oddness {
  const pick = pickBy(random)
  const xml = { 'content-type': 'text/xml' }

  function spoilXml(text: string): CrmReply | 'cut' {
    const send = (body: string | Buffer, status = 200): CrmReply => ({
      status,
      headers: xml,
      body: Buffer.from(body),
    })
    return pick<() => CrmReply | 'cut'>([
      () => 'cut',
      () => send(text.slice(0, text.length / 2)),
      () => send(''),
      () => ({ ...send('<html>Sign in</html>'), headers: page }),
      () => send(text.replace(/<result>[^]*<\/result>/, '')),
      () => send(text.replace(/<result>[^]*<\/result>/, '<result/>')),
      () => send(text.replaceAll(/<success>\w+<\/success>/g, '')),
      () => send(fault('SERVER_UNAVAILABLE')),
      () => send(fault('SERVER_UNAVAILABLE'), 500),
      () => send(fault('INVALID_SESSION_ID'), 500),
      () => send('<html>Bad gateway</html>', 502),
    ])()
  }

  function spoil(reply: CrmReply): CrmReply | 'cut' {
    if (Buffer.isBuffer(reply.body)) return spoilXml(reply.body.toString())
    const results = isObject(reply.body) ? reply.body['results'] : undefined
    const rows = Array.isArray(results) ? (results as unknown[]) : []
    const withRows = (list: unknown): CrmReply => ({
      ...reply,
      body: { ...(isObject(reply.body) && reply.body), results: list },
    })
    return pick<() => CrmReply | 'cut'>([
      () => pick(listUnusable(random, reply)),
      () => 'cut',
      () => withRows(null),
      () => withRows([...rows, null]),
      () => withRows(rows.map(withoutOptions)),
      () => ({ status: 200, headers: json, body: { status: 'error', message: 'Busy' } }),
      () => ({ status: 401, headers: json, body: { status: 'error', message: 'Expired' } }),
    ])()
  }

  return {
    random,
    aheadMs: 0,
    distort: (_call, reply) =>
      kind === 'salesforce' && reply.status >= 400
        ? reply
        : random() < share
          ? spoil(reply)
          : reply,
  }
}

const withoutOptions = (row: unknown): unknown =>
  isObject(row) ? { ...row, options: undefined } : row
