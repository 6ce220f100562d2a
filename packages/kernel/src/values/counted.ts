const count = new Intl.NumberFormat('en')

/** Formats a number with its noun: `1 record`, `3,200 records`. */
export const formatCounted = (number: number, thing: string): string =>
  `${count.format(number)} ${thing}${number === 1 ? '' : 's'}`
