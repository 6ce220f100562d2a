import type * as Library from '@platformatic/kafka'

/** Requests, replies and sign-in of the protocol. */
export type KafkaProtocol = typeof Library

let loaded: Promise<KafkaProtocol> | undefined

/** Loads the library, which takes half a second and 60 MB, with the first Kafka destination. */
export const loadProtocol = (): Promise<KafkaProtocol> => (loaded ??= import('@platformatic/kafka'))

/** What a broker speaks, by API: the lowest and highest version. */
export type SpokenVersions = ReadonlyMap<number, { min: number; max: number }>

interface Versioned {
  api: { key: number; version: number }
}

/** Returns the first version that the broker speaks as well. */
export function chooseVersion<One extends Versioned>(
  versions: readonly [One, ...One[]],
  spoken: SpokenVersions,
): One {
  const chosen = versions.find(({ api }) => {
    const range = spoken.get(api.key)
    return range && api.version >= range.min && api.version <= range.max
  })
  if (chosen) return chosen
  throw new Error(
    'The broker speaks no version of the protocol that the platform speaks: 0.11 to 4.',
  )
}
