/** Formats a number of fields for logs: `1 field`, `12 fields`. */
export const formatFieldCount = ({ length }: { length: number }): string =>
  `${length} ${length === 1 ? 'field' : 'fields'}`
