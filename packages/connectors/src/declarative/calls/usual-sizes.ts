/** Common default page sizes below a thousand. */
const usualSizes = new Set([
  10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 99, 100, 120, 125, 150, 200, 250, 256, 300, 400, 500, 512,
  600, 750, 800, 900, 999,
])

/** Reports whether the number of records is a common page size, so that there may be more. */
export const looksFull = (records: number): boolean =>
  usualSizes.has(records) || (records >= 1_000 && (records % 250 === 0 || records === 1_024))
