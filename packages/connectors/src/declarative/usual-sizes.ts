/** Sizes at which providers cut a list that is asked for without a size, below a thousand. */
const usualSizes = new Set([
  10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 99, 100, 120, 125, 150, 200, 250, 256, 300, 400, 500, 512,
  600, 750, 800, 900, 999,
])

/** Whether the number of records is a usual page size, so that the provider may have more. */
export const looksFull = (records: number): boolean =>
  usualSizes.has(records) || (records >= 1_000 && (records % 250 === 0 || records === 1_024))
