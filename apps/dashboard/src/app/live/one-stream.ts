/* oxlint-disable unicorn/require-post-message-target-origin -- a channel is of one origin by itself */
/** A stream shared by the windows of this browser. */
export interface Shared {
  name: string
  /** Opens the stream and resolves when it ends. */
  open: (publish: (what: string) => void) => Promise<void>
  onMessage: (what: string) => void
  signal: AbortSignal
}

/** Sent while the stream is closed and reconnecting. */
export const streamLost = 'lost'

const openQuestion = 'is it open?'

/**
 * Opens one stream for all windows of a project: with HTTP/1.1, browsers allow only six connections
 * per server, and one stream per window would leave none for requests. The window with the lock
 * holds the stream; when it closes, the next one takes over.
 */
export async function shareStream({ name, open, onMessage, signal }: Shared): Promise<void> {
  // Browsers support locks only in secure contexts.
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
