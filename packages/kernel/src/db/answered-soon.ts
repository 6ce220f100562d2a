/**
 * Timeout for statements that prove that this process is alive. After a network failure, TCP would
 * report the lost reply only after about 15 minutes.
 */
export const answeredSoon = { query_timeout: 4_000 }
