import { requireDefined } from '../require-defined.ts'
import { fraction, hash, pick } from './chance.ts'
import type { SeedCounts } from './counts.ts'
import {
  cities,
  companyHeads,
  companyMiddles,
  companyTails,
  departments,
  firstNames,
  jobLevels,
  lastNames,
  streetKinds,
  streets,
  type City,
} from './words.ts'

const dayMs = 86_400_000
const twoYearsMs = 730 * dayMs

const toSeconds = (ms: number) => Math.floor(ms / 1000) * 1000

/** Random values of one kind of record, deterministic by index. */
export interface Draw {
  pick<T>(list: readonly T[], about: number): (index: number) => T
  number(min: number, max: number, about: number): (index: number) => number
  chance(share: number, about: number): (index: number) => boolean
  /** Epoch milliseconds, whole seconds, within the two years before the seed time. */
  createdAt(index: number): number
  /** At or after `createdAt`, never after the seed time. */
  modifiedAt(index: number): number
}

export interface SeedWorld {
  at: number
  counts: SeedCounts
  draw(kind: string): Draw
}

/** Generated values of people and companies, identical in each run. */
export function createWorld(options: { at: number; counts: SeedCounts; salt: number }): SeedWorld {
  const { at, counts } = options

  const draw = (kind: string): Draw => {
    let kindSalt = options.salt
    for (const char of kind)
      kindSalt = Math.imul(kindSalt ^ requireDefined(char.codePointAt(0)), 0x01000193) >>> 0
    const salt = (about: number) => (kindSalt + Math.imul(about, 0x2545f491)) >>> 0

    const createdSalt = salt(901)
    const modifiedSalt = salt(902)
    const getCreationAge = (index: number) => fraction(createdSalt, index) * twoYearsMs + 60_000
    return {
      pick: (list, about) => {
        const s = salt(about)
        return (index) => pick(list, s, index)
      },
      number: (min, max, about) => {
        const s = salt(about)
        return (index) => min + (hash(s, index) % (max - min + 1))
      },
      chance: (share, about) => {
        const s = salt(about)
        return (index) => fraction(s, index) < share
      },
      createdAt: (index) => toSeconds(at - getCreationAge(index)),
      modifiedAt: (index) =>
        toSeconds(at - getCreationAge(index) * (1 - fraction(modifiedSalt, index))),
    }
  }

  return { at, counts, draw }
}

export interface Company {
  name(index: number): string
  domain(index: number): string
}

/** Names that do not repeat before every combination was used. */
export const companies: Company = {
  name(index) {
    const [head, middle, tail] = companyParts(index)
    return `${head}${middle.toLowerCase()} ${tail}`
  },
  domain(index) {
    const [head, middle, tail] = companyParts(index)
    const again = Math.floor(index / combinations)
    return (
      `${head}${middle}-${tail}`.toLowerCase() + (again > 0 ? `-${again + 1}` : '') + '.example'
    )
  },
}

const combinations = companyHeads.length * companyMiddles.length * companyTails.length

function companyParts(index: number): [string, string, string] {
  // A step coprime to the number of combinations visits each of them once.
  const n = (index * 7919 + 13) % combinations
  const head = requireDefined(companyHeads[n % companyHeads.length])
  const rest = Math.floor(n / companyHeads.length)
  const middle = requireDefined(companyMiddles[rest % companyMiddles.length])
  return [head, middle, requireDefined(companyTails[Math.floor(rest / companyMiddles.length)])]
}

export interface Person {
  firstName(index: number): string
  lastName(index: number): string
  /** The local part of an email address, unique per person. */
  mailbox(index: number): string
  title(index: number): string
  department(index: number): string
}

export function people(draw: Draw): Person {
  const firstName = draw.pick(firstNames, 1)
  const lastName = draw.pick(lastNames, 2)
  const level = draw.pick(jobLevels, 3)
  const department = draw.pick(departments, 4)
  return {
    firstName,
    lastName,
    mailbox: (index) => `${firstName(index)}.${lastName(index)}.${index + 1}`.toLowerCase(),
    title: (index) => `${level(index)}, ${department(index)}`,
    department,
  }
}

export interface SeedAddress {
  street(index: number): string
  city(index: number): string
  state(index: number): string | null
  postalCode(index: number): string
  country(index: number): string
  phone(index: number): string
}

export function places(draw: Draw, about = 20): SeedAddress {
  const place: (index: number) => City = draw.pick(cities, about)
  const number = draw.number(1, 240, about + 1)
  const street = draw.pick(streets, about + 2)
  const kind = draw.pick(streetKinds, about + 3)
  const line = draw.number(0, 99, about + 4)
  return {
    street: (index) => `${number(index)} ${street(index)} ${kind(index)}`,
    city: (index) => place(index).city,
    state: (index) => place(index).state || null,
    postalCode: (index) => place(index).postalCode,
    country: (index) => place(index).country,
    phone: (index) => place(index).dialPrefix + String(line(index)).padStart(2, '0'),
  }
}

/** Returns the calendar date of a time, in UTC. */
export const calendarDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
