/** For what comes about by itself: whoever has waited so long, on however busy a machine, waits in vain. */
export const patiently = { timeout: 300_000, interval: 25 }
