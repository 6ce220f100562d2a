/**
 * Reports whether a query parameter decides which members records have, not which records there are:
 * `$expand`, `include`, `body-format`, `api-version`.
 */
export const isContentParameter = (name: string): boolean =>
  contentNames.test(name) && !selectingNames.test(name)

const contentNames =
  /^\$?(?:expand|select)$|^(?:include|embed|with|extend|depth|view|version|api-version|body-format|fields|readMask)(?:\W|_|$)|(?:Fields|_fields)$/i

/** Records of a state, such as `include_archived`. */
const selectingNames = /archived|closed|converted|deactivated|deleted|disabled|inactive|pending/i
