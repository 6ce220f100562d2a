import { getMembers, isMembers } from '../members.ts'
import { NotGenerable } from './document.ts'

/** A JSON file with a reply of a list, named after the object. */
export interface ReplyFile {
  name: string
  content: unknown
}

interface SavedReply {
  object: string
  url: URL | undefined
  headers: Readonly<Record<string, unknown>>
  body: unknown
}

const maxItems = 50
const maxDepth = 12
const maxNodes = 500_000
const noHost = 'https://api.example.com'

/** Marks a path that was derived from the name of a file. */
export const guessedPath = 'x-guessed-path'

/**
 * Describes replies of lists as an OpenAPI document. Values of records are only used to find their
 * types; none is part of the entry.
 */
export function toRepliesDocument(files: readonly ReplyFile[]): unknown {
  const replies = files.flatMap(toReplies)
  if (replies.length === 0) {
    throw new NotGenerable(
      'The folder contains no replies. Save the JSON reply of each list as a file named after the object, such as contacts.json.',
    )
  }
  const infer = new Inference()
  const paths: Record<string, unknown> = {}
  for (const [path, same] of Map.groupBy(replies, toPath)) {
    const { url, object } = same[0]!
    const headers = new Set(same.flatMap((one) => Object.keys(one.headers)))
    const query = new Map(same.flatMap((one) => [...(one.url?.searchParams ?? [])]))
    paths[path] = {
      get: {
        ...(url === undefined && { [guessedPath]: object }),
        parameters: [...query].map(([name, value]) => ({
          name,
          in: 'query',
          schema: infer.schema([/^\d{1,9}$/.test(value) ? Number(value) : value]),
        })),
        responses: {
          200: {
            headers: Object.fromEntries([...headers].map((name) => [name, {}])),
            content: { 'application/json': { schema: infer.schema(same.map(({ body }) => body)) } },
          },
        },
      },
    }
  }
  const origin = replies.find(({ url }) => url && url.origin !== noHost)?.url?.origin
  return {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    ...(origin !== undefined && { servers: [{ url: origin }] }),
    paths,
  }
}

/** Accepts a body, `{ url, headers, body }`, or the lines of `platform providers record`. */
function toReplies({ name, content }: ReplyFile): SavedReply[] {
  // Further pages are `contacts.2.json`.
  const object = name.replace(/\.json$/i, '').replace(/[.-]\d+$/, '')
  if (Array.isArray(content) && content.some(isRecordedReply)) {
    return content.filter(isRecordedReply).map((one) => ({
      object: String(one['object']).slice(0, 100),
      url: parseURL(one['path'], getMembers(one['query'])),
      headers: getMembers(one['headers']),
      body: one['body'],
    }))
  }
  if (isMembers(content) && typeof content['url'] === 'string' && content['body'] !== undefined) {
    const url = parseURL(content['url'], {})
    if (!url) throw new NotGenerable(`${name}: "url" is not an address.`)
    return [{ object, url, headers: getMembers(content['headers']), body: content['body'] }]
  }
  return [{ object, url: undefined, headers: {}, body: content }]
}

const isRecordedReply = (value: unknown): value is Record<string, unknown> =>
  isMembers(value) && typeof value['recording'] === 'string' && typeof value['path'] === 'string'

function parseURL(text: unknown, query: Readonly<Record<string, unknown>>): URL | undefined {
  if (typeof text !== 'string' || !URL.canParse(text, noHost)) return undefined
  const url = new URL(text, noHost)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}

/** IDs in the path become parameters: `/boards/12/cards` → `/boards/{board_id}/cards`. */
function toPath({ url, object }: SavedReply): string {
  if (!url) return `/${encodeURIComponent(object)}`
  let before = 'record'
  return url.pathname
    .split('/')
    .map((step) => {
      const isId = /^(?:\d+|[\da-f]{8}-[\da-f-]{27}|(?=.*\d)[\w-]{16,})$/i.test(step)
      if (isId) return `{${before.replace(/s$/, '')}_id}`
      before = step === '' ? before : step.replaceAll(/\W+/g, '_')
      return step
    })
    .join('/')
}

/** Derives schemas from values. */
class Inference {
  #nodes = 0

  schema(values: readonly unknown[], depth = 0): Record<string, unknown> {
    this.#nodes += values.length
    if (this.#nodes > maxNodes) {
      throw new NotGenerable('The replies are too large. Keep one or two pages of each list.')
    }
    const present = values.filter((value) => value !== null && value !== undefined)
    const [first] = present
    if (depth > maxDepth || first === undefined) return {}
    if (Array.isArray(first)) {
      const items = present.flatMap((value) =>
        Array.isArray(value) ? value.slice(0, maxItems) : [],
      )
      return { type: 'array', items: this.schema(items, depth + 1) }
    }
    if (isMembers(first)) {
      const objects = present.filter(isMembers)
      const names = new Set(objects.flatMap((one) => Object.keys(one).slice(0, 1_000)))
      return {
        type: 'object',
        properties: Object.fromEntries(
          [...names].map((name) => [
            name,
            this.schema(
              objects.flatMap((one) => (Object.hasOwn(one, name) ? [one[name]] : [])),
              depth + 1,
            ),
          ]),
        ),
      }
    }
    if (typeof first === 'number') {
      const isWhole = present.every((value) => Number.isInteger(value))
      return { type: isWhole ? 'integer' : 'number', example: first }
    }
    if (typeof first === 'boolean') return { type: 'boolean' }
    const texts = present.filter((value) => typeof value === 'string')
    const isEvery = (pattern: RegExp) => texts.every((text) => pattern.test(text))
    if (isEvery(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/)) {
      return { type: 'string', format: 'date-time' }
    }
    if (isEvery(/^\d{4}-\d\d-\d\d$/)) return { type: 'string', format: 'date' }
    if (isEvery(/^https?:\/\//)) return { type: 'string', format: 'uri' }
    return { type: 'string', example: texts[0]?.slice(0, 100) }
  }
}
