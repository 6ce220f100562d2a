/* oxlint-disable unicorn/require-post-message-target-origin -- a channel is of one origin by itself */
/** One of this browser's windows: what one is told, all are. */
export interface Shared {
  name: string
  /** Opens the stream and stays until it ends. */
  open: (tell: (what: string) => void) => Promise<void>
  heard: (what: string) => void
  signal: AbortSignal
}

/** Said by whoever opens the stream anew: until it is open nobody is told anything. */
export const lost = 'lost'

const asking = 'is it open?'

/**
 * Opens a stream for all windows that are at the same: a browser has but six connections to a
 * server that speaks HTTP/1.1, and windows that each held one would leave none to ask by. Who has
 * the lock holds the stream; when that window goes the next one has it.
 */
export async function shareStream({ name, open, heard, signal }: Shared): Promise<void> {
  // Browsers lend locks to pages that came encrypted or from this machine.
  if (!('locks' in navigator)) return open(heard)

  const channel = new BroadcastChannel(name)
  let isOpen = false
  const tell = (what: string) => {
    isOpen = what !== lost
    channel.postMessage(what)
    heard(what)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (data !== asking) heard(data)
    else if (isOpen) channel.postMessage('open')
  })
  channel.postMessage(asking)
  try {
    await navigator.locks.request(name, { signal }, () => open(tell))
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    channel.close()
  }
}
