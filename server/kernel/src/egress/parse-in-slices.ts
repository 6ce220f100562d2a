import { loopTurn, maxJsonDepth, parseExactly, TooDeepError } from '@platform/connector'
import { BodyTooLargeError } from './decode-body.ts'

/** Length that is parsed at once, in about a millisecond even if it is full of members. */
const usualSliceLength = 16 * 1024

/** Slices of a text whose depth is already known. */
const measured = { maxDepth: Infinity }

/** Maximum number of members, more than any page has: they take more memory than their text. */
const maxMembers = 500_000
/** Maximum number of lists and objects, which need no more than two characters each. */
const maxContainers = 500_000
/** Memory of a member, and of a list or object, even of an empty one. */
const bytesPerMember = 24
const bytesPerContainer = 56

const quote = 34
const comma = 44
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** An array or object whose end has not been reached. */
interface Open {
  isArray: boolean
  start: number
  /** The part parsed so far; undefined while it is a part of its parent's text. */
  value: unknown[] | Record<string, unknown> | undefined
  /** Start of the text that has not been parsed. */
  textStart: number
  /** Start of the current member. */
  memberStart: number
  /** Whether only white space may follow before the next comma or the end. */
  isAfterChild: boolean
}

/**
 * Parses JSON like `parseExactly` without blocking the event loop. A short text is parsed at once.
 * Long texts are parsed natively in pieces of neighbouring members, which are then assembled.
 * (Copying the result from a worker would block the process as long as parsing.)
 * Awaits `grow` with the bytes that the value occupies so far.
 * @throws SyntaxError for invalid JSON
 * @throws TooDeepError for more than 64 levels
 * @throws BodyTooLargeError for too many members
 */
export async function parseInSlices(
  text: string,
  {
    sliceLength = usualSliceLength,
    grow,
  }: { sliceLength?: number; grow?: (bytes: number) => Promise<void> } = {},
): Promise<unknown> {
  if (text.length <= sliceLength) return parseExactly(text)

  const turn = loopTurn()
  const stack: Open[] = []
  let root: Open | undefined
  let end = 0
  let slicedAt = 0
  let lookedAt = 0
  let members = 0
  let containers = 0

  for (let at = 0; at < text.length && end === 0; at++) {
    if (at - lookedAt > sliceLength) {
      lookedAt = at
      await grow?.(members * bytesPerMember + containers * bytesPerContainer)
      if (turn.mustPause()) await turn.pause()
    }
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBrace || code === openBracket) {
      if (stack.length >= maxJsonDepth) throw new TooDeepError()
      if (++containers > maxContainers) {
        throw new BodyTooLargeError(`The reply has more than ${maxContainers} lists and objects.`)
      }
      if (stack.at(-1)?.isAfterChild) throw makeUnexpectedError(text[at]!)
      stack.push({
        isArray: code === openBracket,
        start: at,
        value: undefined,
        textStart: at + 1,
        memberStart: at + 1,
        isAfterChild: false,
      })
      root ??= stack[0]
      if (stack.length === 1) mustBeBlank(text.slice(0, at))
    } else if (code === comma) {
      if (++members > maxMembers) {
        throw new BodyTooLargeError(`The reply has more than ${maxMembers} members.`)
      }
      const open = stack.at(-1)
      if (!open) throw makeUnexpectedError(',')
      if (open.isAfterChild) {
        mustBeBlank(text.slice(open.textStart, at))
        open.isAfterChild = false
        open.textStart = at + 1
      }
      open.memberStart = at + 1
      if (at - slicedAt > sliceLength) {
        slicedAt = at
        takeIn(stack, text)
        if (turn.mustPause()) await turn.pause()
      }
    } else if (code === closeBrace || code === closeBracket) {
      const open = stack.pop()
      if (!open || open.isArray !== (code === closeBracket)) throw makeUnexpectedError(text[at]!)
      if (open.value) {
        const rest = text.slice(open.textStart, at)
        if (open.isAfterChild) mustBeBlank(rest)
        else append(open, rest)
        const parent = stack.at(-1)
        if (parent) {
          parent.textStart = at + 1
          parent.isAfterChild = true
        }
      }
      if (stack.length === 0) end = at + 1
    }
  }
  // A single long string or number, or too short to be sliced.
  if (!root?.value) return parseExactly(text)
  if (end === 0) throw new SyntaxError('The reply is truncated.')
  mustBeBlank(text.slice(end))
  return root.value
}

/** Returns the index of the closing quote of the string that starts here. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const at = text.indexOf('"', from)
    if (at < 0) throw new SyntaxError('A string is not terminated.')
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return at
    from = at + 1
  }
}

/** Parses the complete members of each open container, from the outermost in. */
function takeIn(stack: readonly Open[], text: string): void {
  stack.forEach((open, level) => {
    open.value ??= open.isArray ? [] : {}
    if (open.memberStart > open.textStart) {
      append(open, text.slice(open.textStart, open.memberStart - 1))
      open.textStart = open.memberStart
    }
    const child = stack[level + 1]
    if (!child || child.value) return
    child.value = child.isArray ? [] : {}
    attach(open, text.slice(open.memberStart, child.start), child.value)
  })
}

/** Parses one or more neighbouring members. */
function append({ value, isArray }: Open, members: string): void {
  if (isArray) {
    const items = parseExactly(`[${members}]`, measured) as unknown[]
    if (items.length === 0) throw makeUnexpectedError(']')
    for (const item of items) (value as unknown[]).push(item)
    return
  }
  const parsed = parseExactly(`{${members}}`, measured) as Record<string, unknown>
  const keys = Object.keys(parsed)
  if (keys.length === 0) throw makeUnexpectedError('}')
  for (const key of keys) add(value!, key, parsed[key])
}

/** Attaches a container before its members are known; `key` is the text before it. */
function attach({ value, isArray }: Open, key: string, child: object): void {
  // The text before it cannot be continued by `null`, as a number could be by a digit.
  const one = JSON.parse(isArray ? `[${key}null]` : `{${key}null}`) as object
  const [[name] = []] = Object.entries(one)
  add(value!, name!, child)
}

function add(target: object, key: string, member: unknown): void {
  if (Array.isArray(target)) target.push(member)
  // An assignment would change the prototype.
  else if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value: member,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  } else (target as Record<string, unknown>)[key] = member
}

function mustBeBlank(text: string): void {
  if (!/^[ \t\n\r]*$/.test(text)) throw makeUnexpectedError(text.trim()[0]!)
}

const makeUnexpectedError = (what: string) => new SyntaxError(`${what} is unexpected.`)
