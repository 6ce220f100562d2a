import type { DefaultPeriod } from '@platform/contract'

/** Days of a longer backfill do not fit into dates of every provider. */
export const maxBackfillDays = 36_500

/** Returns the error of a backfill's period, in the manifest or in a configuration. */
export function findPeriodMistake({ days, fullHistory }: DefaultPeriod): string | undefined {
  if (Number(days !== undefined) + Number(fullHistory === true) !== 1) {
    return '`defaultPeriod` needs exactly one of `days` and `fullHistory: true`.'
  }
  if (days === undefined || !(days > maxBackfillDays)) return undefined
  return `\`days\` must be at most ${maxBackfillDays}; set \`fullHistory: true\` to read all records.`
}
