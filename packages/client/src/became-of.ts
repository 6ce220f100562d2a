/** What is counted when something is deleted although it is in use, by the header of the reply that says so. */
const counted = {
  'platform-paused-installations': 'installations whose reads are paused',
  'platform-canceled-deliveries': 'deliveries that were canceled',
  'platform-uninstalled': 'installations that were uninstalled',
  'platform-stopped-connections': 'connections that stopped',
}

/** What became of the users of what was deleted, in words, and of how many; as the reply tells it. */
export const becameOf = (headers: Headers): [what: string, count: number][] =>
  Object.entries(counted).flatMap(([header, what]): [string, number][] => {
    const count = headers.get(header)
    return count === null ? [] : [[what, Number(count)]]
  })
