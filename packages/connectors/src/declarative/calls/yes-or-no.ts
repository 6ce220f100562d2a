/** Returns the answer of a value that says yes or no in one of the usual ways; undefined for any other. */
export function readYesOrNo(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value >= 0 ? value > 0 : undefined
  if (typeof value !== 'string') return undefined
  if (/^\s*(?:true|yes|y|1)\s*$/i.test(value)) return true
  return /^\s*(?:false|no|n|0)\s*$/i.test(value) ? false : undefined
}
