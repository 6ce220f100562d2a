'use client'

import { useAllWords } from '../../words/all-words.ts'
import { isSamePeriod, type BackfillPeriod, type ManifestObject } from '../../config/manifest.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useLocalConfig } from '../../config/use-local-config.ts'
import { describeSchedule } from './describe-schedule.ts'

/** Lets the user choose how often an object is read and, before the first read, how far back. */
export function TimeSettings({ object }: { object: ManifestObject }) {
  const { t, locale } = useAllWords()
  const draft = useLocalConfig().readObject(object.objectName)
  const { schedules, periods } = object
  const schedule = draft.getSchedule() ?? ''
  const period = draft.getBackfillPeriod()
  const timezone = draft.object.timezone ?? object.timezone
  const describePeriod = ({ days, fullHistory }: BackfillPeriod) => {
    if (fullHistory) return t('everyRecord')
    return days ? t('lastDays', { count: days }) : t('none')
  }
  // The builder may have set others.
  const isListed = period === undefined || periods.some((one) => isSamePeriod(one, period))
  const shownPeriods = isListed ? periods : [...periods, period]

  return (
    <div className="plat-values" data-plat-part="times">
      {schedules.length > 0 && (
        <SelectField
          label={t('readEvery')}
          value={schedule}
          options={[...new Set([...schedules, schedule])].map((value) => ({
            value,
            label: describeSchedule(value, timezone, locale),
          }))}
          onChange={draft.setSchedule}
        />
      )}
      {/* The period has no effect once an object is read. */}
      {periods.length > 0 && !draft.isSaved && (
        <SelectField
          label={t('existingRecords')}
          value={String(shownPeriods.findIndex((one) => period && isSamePeriod(one, period)))}
          options={shownPeriods.map((one, index) => ({
            value: String(index),
            label: describePeriod(one),
          }))}
          onChange={(value) => {
            const chosen = shownPeriods[Number(value)]
            if (chosen) draft.setBackfillPeriod(chosen)
          }}
        />
      )}
    </div>
  )
}
