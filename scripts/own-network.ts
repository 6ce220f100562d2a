import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ForksPoolWorker, type PoolOptions } from 'vitest/node'

/**
 * Test files that add network interfaces. They run in a network namespace of their own: a browser
 * aborts its requests when the network around it changes.
 */
export const changingNetwork = [
  'tools/journeys/interrupted-run.test.ts',
  'tools/journeys/vanished.test.ts',
]

/** Starts Node in a network namespace of its own, whose loopback interface works. */
const nodeInOwnNetwork = fileURLToPath(new URL('node-in-own-network.sh', import.meta.url))

/** Reports whether network namespaces can be created; where not, these files skip what needs one. */
function canUnshareNetwork(): boolean {
  try {
    execFileSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Worker whose process sees only the network interfaces that its test file adds. */
class OwnNetworkWorker extends ForksPoolWorker {
  override readonly name = 'own network'

  override start(): Promise<void> {
    if (canUnshareNetwork()) {
      const child = fork(this.entrypoint, [], {
        env: { ...this.env, NODE_IN_OWN_NETWORK: process.execPath },
        execArgv: this.execArgv,
        execPath: nodeInOwnNetwork,
        stdio: 'pipe',
        serialization: 'advanced',
      })
      // The worker starts a process only if it has none. Its declaration hides the field.
      Object.assign<ForksPoolWorker, { _fork: ChildProcess }>(this, { _fork: child })
    }
    return super.start()
  }
}

export const ownNetworkPool = {
  name: 'own network',
  createPoolWorker: (options: PoolOptions) => new OwnNetworkWorker(options),
}
