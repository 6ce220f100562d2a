import { getMembers } from '../../members.ts'
import { requireValue } from '../../require-value.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import type { ChangeFilter } from '../schema/read-rules.ts'
import type { Reading } from '../calls/resolve.ts'
import { readTime, type TimeFormat } from '../calls/times.ts'
import type { StandInRequest } from './exchange.ts'

/** Parameters of a request, from any location. */
export class RequestParameters {
  readonly request: StandInRequest
  readonly body: unknown

  constructor(request: StandInRequest) {
    this.request = request
    this.body = request.body === '' ? undefined : JSON.parse(request.body)
  }

  get graphql(): string | undefined {
    const { query } = getMembers(this.body)
    return typeof query === 'string' ? query : undefined
  }

  value(where: 'query' | 'body' | 'header' | 'argument', name: string): unknown {
    if (where === 'query') return this.request.query.get(name) ?? undefined
    if (where === 'header') return this.request.headers[name.toLowerCase()]
    if (where === 'body') return getAtDotPath(this.body, name)
    return argumentIn(this.graphql ?? '', name)
  }

  number(
    size: { param: string; in?: 'query' | 'body' | 'argument' | undefined } | undefined,
  ): number | undefined {
    if (!size) return undefined
    const template = /MAXRESULTS (\d+)/.exec(this.request.query.get('query') ?? '')
    const value = template?.[1] ?? this.value(size.in ?? 'query', size.param)
    return value === undefined ? undefined : Number(value)
  }

  /** Returns the requested record IDs; undefined if all are requested. */
  ids({ byId }: Reading): readonly string[] | undefined {
    if (byId?.style !== 'list') return undefined
    const { in: where, name, join } = byId
    const given =
      where === 'query'
        ? this.request.query.getAll(name)
        : [getAtDotPath(this.body, name) ?? []].flat()
    const texts = given.map(String)
    if (texts.length === 0) return undefined
    return join === undefined ? texts : texts.flatMap((text) => text.split(join))
  }

  /**
   * Reports whether the records are in the requested piece: of the first value, and of a range up
   * to now.
   */
  isMainPiece({ variants, window }: Reading): boolean {
    const value = variants && this.value(variants.in ?? 'query', variants.name)
    if (variants && !String(value).startsWith(variants.values[0] ?? '')) return false
    if (!window) return true
    const { fromMs = 0, toMs = Infinity } = this.#times(window)
    const dayMs = 86_400_000
    const today = Math.floor(Date.now() / dayMs) * dayMs
    return fromMs < Date.now() - 60_000 && toMs >= today
  }

  /** Returns the requested range; undefined if an end is open. */
  range({ window }: Reading): { fromMs: number; toMs: number } | undefined {
    const { fromMs, toMs } = window ? this.#times(window) : {}
    return fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs }
  }

  #times({ from, to, in: where = 'query', format }: NonNullable<Reading['window']>) {
    const timeAt = (name: string | undefined) => {
      const text = name === undefined ? undefined : this.value(where, name)
      return text === undefined ? undefined : parseTime(String(text), format)
    }
    return { fromMs: timeAt(from), toMs: timeAt(to) }
  }

  /** Returns the query in the body. */
  #statement({ sql }: Pick<Reading, 'sql'>): string {
    return sql ? String(getAtDotPath(this.body, sql.in) ?? '') : ''
  }

  /** Returns the ID after which the query continues. */
  findLastId(
    reading: Reading,
    { param, template = '{name} > {last}' }: { param: string; template?: string | undefined },
  ): string | undefined {
    const [before = ''] = template.replaceAll('{name}', () => param).split('{last}')
    const statement = this.#statement(reading)
    const place = statement.indexOf(before)
    if (place < 0) return undefined
    return /^[^' )]+/.exec(statement.slice(place + before.length))?.[0]
  }

  #conditionTime({ name, template, format }: ChangeFilter, which: 'since' | 'until') {
    const usual = which === 'since' ? "{name} >= '{since}'" : "{name} < '{until}'"
    const [before = ''] = (template ?? usual).replaceAll('{name}', () => name).split(`{${which}}`)
    const text = JSON.stringify(this.body)
    const place = text.indexOf(JSON.stringify(before).slice(1, -1))
    if (place < 0) return undefined
    const value = /^[^'"]+/.exec(text.slice(place + JSON.stringify(before).length - 2))?.[0]
    return value === undefined ? undefined : parseTime(value, format)
  }

  /** Returns the time of the filter: the value in place of `{since}` or `{until}`. */
  time(filter: ChangeFilter | undefined, which: 'since' | 'until'): number | undefined {
    if (!filter) return undefined
    if (filter.in === 'sql') return this.#conditionTime(filter, which)
    const value = this.value(filter.in, filter.name)
    if (value === undefined) return undefined
    const text = String(value)
    if (filter.template === undefined) return parseTime(text, filter.format)
    const [before = '', after = ''] = filter.template.split(`{${which}}`, 2)
    const start = text.indexOf(before.replaceAll(/\{(?:since|until)\}.*$/g, ''))
    if (start < 0) return undefined
    const rest = text.slice(start + before.length)
    const end =
      after === ''
        ? / AND | \^|\^| STARTPOSITION/.exec(rest)?.index
        : rest.indexOf(after.split('{')[0] ?? '')
    return parseTime(end === undefined || end < 0 ? rest : rest.slice(0, end), filter.format)
  }
}

/** Returns the argument of a GraphQL field: `first`, or `filter.updatedAt.after` within objects. */
function argumentIn(query: string, name: string): unknown {
  const steps = name.split('.')
  const last = requireValue(steps.pop())
  let text = query
  for (const step of steps) {
    const place = text.indexOf(`${step}: {`)
    if (place < 0) return undefined
    text = text.slice(place + step.length)
  }
  // Ignores values within objects of other arguments.
  if (steps.length === 0) text = text.replaceAll(/: \{(?:[^{}]|\{[^{}]*\})*\}/g, '')
  const [, value] = new RegExp(String.raw`\b${last}: ("(?:[^"\\]|\\.)*"|\d+)`).exec(text) ?? []
  return value === undefined ? undefined : JSON.parse(value)
}

const parseTime = (text: string, format: TimeFormat): number | undefined =>
  format === 'minutes-ago'
    ? Date.now() - Number(text) * 60_000
    : readTime(/^\d+$/.test(text) ? Number(text) : text, format)
