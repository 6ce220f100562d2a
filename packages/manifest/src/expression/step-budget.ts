import { ExpressionError } from './expression-error.ts'

/** Maximum number of steps for all expressions of a record. */
const maxSteps = 10_000
/** Maximum length of a text that an expression makes. */
const maxMadeLength = 65_536
/** Maximum number of values that a list or an object of an expression contains. */
const maxMadeValues = 1_000

/** Steps that the expressions of one record may take together. */
export class StepBudget {
  #left = maxSteps
  /** Listing the members of an object takes time for each: once is enough. */
  #counted = new WeakMap<object, number>()

  /** @throws ExpressionError if no step is left */
  spend(steps = 1): void {
    this.#left -= steps
    if (this.#left < 0)
      throw new ExpressionError(
        `more than ${maxSteps} steps are needed: a list or a text of the record is too long`,
      )
  }

  /** Counts the steps for going through a text once; `by` is the number of characters per step. */
  spendText(text: string, by = 256): void {
    this.spend(1 + Math.floor(text.length / by))
  }

  /** Returns the number of elements or members. */
  countMembers(value: object): number {
    if (Array.isArray(value)) return value.length
    const known = this.#counted.get(value)
    if (known !== undefined) return known
    const count = Object.keys(value).length
    this.#counted.set(value, count)
    return count
  }

  /** Joins texts. @throws ExpressionError if the result is too long */
  join(parts: readonly string[], separator = ''): string {
    let length = separator.length * Math.max(0, parts.length - 1)
    for (const part of parts) length += part.length
    if (length > maxMadeLength) throw tooLong()
    const text = parts.join(separator)
    this.spendText(text)
    return text
  }

  /** Adds an element to a list. @throws ExpressionError if the list is too long */
  push(list: unknown[], value: unknown): void {
    if (list.length >= maxMadeValues)
      throw new ExpressionError(`a list has more than ${maxMadeValues} elements`)
    list.push(value)
  }

  /** Returns the value if a message can contain it. @throws ExpressionError if it is too large */
  admit(value: unknown): unknown {
    let length = 0
    let values = 0
    const visit = (inner: unknown, depth: number): void => {
      if (++values > maxMadeValues) throw tooManyValues()
      if (depth > 20) throw new ExpressionError('the result is nested deeper than 20 levels')
      if (typeof inner === 'string') length += inner.length
      if (length > maxMadeLength) throw tooLong()
      if (typeof inner !== 'object' || inner === null) return
      // Before they are listed.
      if (values + this.countMembers(inner) > maxMadeValues) throw tooManyValues()
      for (const [key, member] of Object.entries(inner)) {
        length += Array.isArray(inner) ? 0 : key.length
        visit(member, depth + 1)
      }
    }
    visit(value, 0)
    this.spend(Math.min(values, maxMadeValues))
    return value
  }
}

const tooManyValues = () =>
  new ExpressionError(`the result contains more than ${maxMadeValues} values`)

const tooLong = () =>
  new ExpressionError(`the text is longer than ${maxMadeLength.toLocaleString('en')} characters`)
