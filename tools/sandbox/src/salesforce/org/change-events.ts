import type { Clock } from '../../clock.ts'
import type { Value, Values } from '../../records/table.ts'
import { formatField, type Field } from './fields.ts'
import type { SObject } from './s-object.ts'

export type ChangeType =
  | 'CREATE'
  | 'UPDATE'
  | 'DELETE'
  | 'UNDELETE'
  | 'GAP_CREATE'
  | 'GAP_UPDATE'
  | 'GAP_DELETE'
  | 'GAP_UNDELETE'
  | 'GAP_OVERFLOW'

export interface LoggedEvent {
  replayId: number
  at: number
  /** `AccountChangeEvent` */
  entity: string
  data: { schema: string; payload: Record<string, unknown>; event: { replayId: number } }
}

const retainedMs = 72 * 3_600_000
const maxRetained = 50_000
/** Real numbers do not start at zero either. */
const firstReplayId = 4_000

/** A user's change in Lightning Experience. */
export const userOrigin = 'com/salesforce/api/soap/60.0;client=SfdcInternalAPI/'

/** The organization of the events. */
interface Announcer {
  readonly id: string
  readonly userId: string
  now(): number
}

/** An object with change events, as a member of a channel. */
export interface ChannelMember {
  id: string
  fullName: string
  eventChannel: string
  selectedEntity: string
}

/** Converts a name: `Account` → `AccountChangeEvent`, `Tier__c` → `Tier__ChangeEvent`. */
export const createChangeEvent = (objectName: string): string =>
  objectName.endsWith('__c')
    ? objectName.replace(/__c$/, '__ChangeEvent')
    : `${objectName}ChangeEvent`

/** Change events of an organization's objects, retained for 72 hours. */
export class ChangeEvents {
  readonly #clock: Clock
  readonly #announcer: Announcer
  readonly #listeners = new Set<() => void>()
  #log: LoggedEvent[] = []
  #replayId = firstReplayId
  #transactions = 0
  #waking: NodeJS.Timeout | undefined
  members: ChannelMember[] = []
  /** Who makes the present change, as `changeOrigin` names it. */
  origin = userOrigin

  constructor(clock: Clock, announcer: Announcer) {
    this.#clock = clock
    this.#announcer = announcer
  }

  get lastReplayId(): number {
    return this.#replayId
  }

  /**
   * Returns retained events after a number: all with -2, none with -1; undefined for an unknown or
   * expired one.
   */
  after(replayId: number): readonly LoggedEvent[] | undefined {
    this.#forgetOld()
    if (replayId === -1) return []
    if (replayId === -2) return this.#log
    const oldest = this.#log[0]?.replayId ?? this.#replayId + 1
    if (replayId > this.#replayId || replayId < oldest - 1) return undefined
    return this.#log.filter((event) => event.replayId > replayId)
  }

  /** Calls the listener soon after an event. */
  onNews(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Removes events logged since, when a transaction is rolled back. */
  rewind(replayId: number): void {
    this.#log = this.#log.filter((event) => event.replayId <= replayId)
  }

  record(object: SObject, change: { type: ChangeType; id: string; values?: Values }): void {
    const entity = createChangeEvent(object.name)
    if (!this.members.some(({ selectedEntity }) => selectedEntity === entity)) return

    const { type, id, values = {} } = change
    const now = this.#announcer.now()
    const shown = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      const field = object.fields.get(name.toLowerCase())
      return field && field.type !== 'id' ? [[field.name, eventValue(field, value)]] : []
    })
    const isUpdate = type === 'UPDATE'
    this.#transactions += 1
    this.#replayId += 1
    const replayId = this.#replayId
    this.#log.push({
      replayId,
      at: now,
      entity,
      data: {
        schema: `${entity}-1`,
        payload: {
          ChangeEventHeader: {
            entityName: object.name,
            recordIds: [id],
            changeType: type,
            changeOrigin: this.origin,
            transactionKey: `0002${String(this.#transactions).padStart(8, '0')}-${this.#announcer.id}`,
            sequenceNumber: 1,
            commitTimestamp: now,
            commitNumber: 10_000 + this.#transactions,
            commitUser: this.#announcer.userId,
            nulledFields: isUpdate ? shown.filter(([, v]) => v === null).map(([name]) => name) : [],
            diffFields: [],
            changedFields: isUpdate ? shown.map(([name]) => name) : [],
          },
          ...Object.fromEntries(shown.filter(([, value]) => value !== null)),
        },
        event: { replayId },
      },
    })
    // A transaction is rolled back before this, if at all.
    this.#waking ??= setTimeout(() => this.#wake(), 5)
    this.#waking.unref()
  }

  forgetAll(): void {
    this.#log = []
    // Numbers continue, so that earlier ones are unknown.
    this.#replayId += 1
  }

  /** Ends all waiting polls. */
  close(): void {
    clearTimeout(this.#waking)
    this.#listeners.clear()
  }

  #wake(): void {
    this.#waking = undefined
    for (const listener of this.#listeners) listener()
  }

  #forgetOld(): void {
    const oldest = this.#clock.now() - retainedMs
    const first = this.#log[0]
    if (this.#log.length > maxRetained || (first && first.at < oldest)) {
      this.#log = this.#log.filter(({ at }) => at >= oldest).slice(-maxRetained)
    }
  }
}

/** Formats a value: events format times differently than records. */
function eventValue(field: Field, value: Value): unknown {
  if (value !== null && field.type === 'datetime') return new Date(Number(value)).toISOString()
  return formatField(field, value)
}
