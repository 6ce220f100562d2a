/**
 * For statements that show that this process lives: when the network is cut nothing else says that no
 * answer will come, for a quarter of an hour.
 */
export const answeredSoon = { query_timeout: 4_000 }
