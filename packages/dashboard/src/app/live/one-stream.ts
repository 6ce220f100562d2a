/* oxlint-disable unicorn/require-post-message-target-origin -- a channel is of one origin by itself */
/** A stream shared by the windows of this browser. */
export interface Shared {
  name: string
  /** Opens the stream and stays until it ends. */
  open: (publish: (what: string) => void) => Promise<void>
  onMessage: (what: string) => void
  signal: AbortSignal
}

/** Sent while the stream is closed and reconnecting. */
export const streamLost = 'lost'

const openQuestion = 'is it open?'

/**
 * Opens a stream for all windows that are at the same: a browser has but six connections to a
 * server that speaks HTTP/1.1, and windows that each held one would leave none to ask by. Who has
 * the lock holds the stream; when that window goes the next one has it.
 */
export async function shareStream({ name, open, onMessage, signal }: Shared): Promise<void> {
  // Browsers lend locks to pages that came encrypted or from this machine.
  if (!('locks' in navigator)) return open(onMessage)

  const channel = new BroadcastChannel(name)
  let isOpen = false
  const publish = (what: string) => {
    isOpen = what !== streamLost
    channel.postMessage(what)
    onMessage(what)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (data !== openQuestion) onMessage(data)
    else if (isOpen) channel.postMessage('open')
  })
  channel.postMessage(openQuestion)
  try {
    await navigator.locks.request(name, { signal }, () => open(publish))
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    channel.close()
  }
}
