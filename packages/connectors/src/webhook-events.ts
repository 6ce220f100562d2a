/** Maximum number of events of one delivery, far more than providers put into it. */
export const maxEvents = 5_000

export const tooManyEvents = `A delivery can have at most ${maxEvents} events.`
