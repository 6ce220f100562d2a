/** Counts in replies to forced deletions, by header. */
const counted = {
  'platform-paused-installations': 'installations whose reads are paused',
  'platform-canceled-deliveries': 'deliveries that were canceled',
  'platform-uninstalled': 'installations that were uninstalled',
  'platform-stopped-connections': 'connections that stopped',
}

/** Describes what happened to the users of a deleted resource and to how many, from the reply. */
export const parseDeletionEffects = (headers: Headers): [what: string, count: number][] =>
  Object.entries(counted).flatMap(([header, what]): [string, number][] => {
    const count = headers.get(header)
    return count === null ? [] : [[what, Number(count)]]
  })
