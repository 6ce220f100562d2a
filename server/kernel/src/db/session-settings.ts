/**
 * What statements and the driver expect of every session, whatever the server, the database or the
 * role sets. Settings that PostgreSQL 15 does not have are set where they exist.
 */
export const sessionSettings = {
  // Compiling a statement takes longer than running it, and disabled plan types raise the estimated
  // costs, by which PostgreSQL decides to compile, above all limits.
  jit: 'off',
  plan_cache_mode: 'auto',
  // How values are written and read.
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  search_path: 'public',
  // Rules lock rows, and do not repeat transactions that would have to be serialized.
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  // Statements with a waiting caller have their own limits. Schema changes and sessions that listen
  // have none.
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
}
