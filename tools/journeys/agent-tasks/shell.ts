import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** A shell in the folder of a task. */
export interface TaskShell {
  /** Runs a command until it ends, or for `maxCommandMs`. Its processes end with it. */
  run(command: string): Promise<ShellResult>
  /** Starts a command that goes on, such as a server. */
  start(command: string): RunningCommand
}

export interface ShellResult {
  /** Null if it was ended because of its time. */
  exitCode: number | null
  /** Both streams, in the order of their arrival, shortened in the middle. */
  output: string
}

export interface RunningCommand {
  ended: Promise<ShellResult>
  isRunning(): boolean
  /** Ends the command with all its processes. */
  stop(): Promise<ShellResult>
}

export interface ShellOptions {
  folder: string
  env: Record<string, string>
  /** Folders outside that commands may read, at their own paths. */
  readable: readonly string[]
  /**
   * Whether commands see and change the task's folder alone. Without it, they have the rights of this process:
   * only for commands that we wrote.
   */
  isConfined: boolean
  maxCommandMs?: number
}

/** Characters of output that are kept of a command. */
const maxOutput = 20_000

/** Creates a shell in the folder. Commands get `env` alone, not the environment of this process. */
export function createShell({
  folder,
  env,
  readable,
  isConfined,
  maxCommandMs = 300_000,
}: ShellOptions): TaskShell {
  const start = (command: string): RunningCommand => {
    const { program, args } = isConfined
      ? confine({ folder, readable, command })
      : { program: 'bash', args: ['-c', command] }
    const child = spawn(program, args, {
      cwd: folder,
      env: isConfined ? toOuterEnv(env) : { ...env, HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its group is ended with it.
      detached: true,
    })
    const output = keepEnds(maxOutput)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', output.add)
    const end = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
    const ended = Promise.race([
      once(child, 'close'),
      // A process that it left behind has its output.
      once(child, 'exit').then(async ([code]) => {
        end()
        return [code]
      }),
    ]).then(([code]) => ({ exitCode: code as number | null, output: output.text() }))
    return {
      ended,
      isRunning: () => child.exitCode === null && child.signalCode === null,
      stop: () => {
        end()
        return ended
      },
    }
  }
  return {
    start,
    async run(command) {
      const running = start(command)
      const timer = setTimeout(() => void running.stop(), maxCommandMs)
      try {
        return await running.ended
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Keeps the first and the last half of a text that may grow without a bound. */
function keepEnds(max: number) {
  let first = ''
  let last = ''
  let left = 0
  return {
    add(text: string) {
      const fitting = max / 2 - first.length
      first += text.slice(0, fitting)
      last += text.slice(fitting)
      if (last.length > max / 2) {
        left += last.length - max / 2
        last = last.slice(-max / 2)
      }
    },
    text: () => (left > 0 ? `${first}\n[${left} characters left out]\n${last}` : first + last),
  }
}

/** Programs and libraries of the machine. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/ssl', '/etc/alternatives']

/**
 * Builds a root of its own in memory, with the programs of the machine and the readable folders read-only, and
 * the task's folder at /task. Then all capabilities are dropped, so that none of it can be changed back.
 */
const script = `
set -e
root=$1; folder=$2; command=$3; shift 3
mount -t tmpfs -o size=256m,mode=755 tmpfs "$root"
show() {
  if [ -L "$1" ]; then mkdir -p "$root\${1%/*}"; cp -P "$1" "$root$1"
  elif [ -d "$1" ]; then
    mkdir -p "$root$1"; mount --bind "$1" "$root$1"; mount -o remount,bind,ro "$root$1"
  fi
}
for path in "$@"; do show "$path"; done
mkdir -p "$root/task" "$root/tmp" "$root/proc" "$root/dev" "$root/etc"
for file in /etc/hosts /etc/resolv.conf /etc/nsswitch.conf; do
  if [ -f "$file" ]; then cat "$file" > "$root$file"; fi
done
echo 'root:x:0:0::/task:/bin/bash' > "$root/etc/passwd"
for device in null zero random urandom; do
  touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"
done
# The processes outside are not shown: their environments contain keys.
mount -t proc proc "$root/proc" 2>/dev/null || true
mount --bind "$folder" "$root/task"
exec chroot "$root" setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --securebits=+noroot \\
  bash -c 'cd /task; export PATH=$TASK_PATH; unset TASK_PATH; exec /bin/bash -c "$1"' bash "$command"
`

/** Programs that the agent wrote are found only once the command is confined. */
const toOuterEnv = ({ PATH = '', ...env }: Record<string, string>) => ({
  ...env,
  ...{ HOME: '/task', PATH: '/usr/sbin:/usr/bin:/sbin:/bin', TASK_PATH: PATH },
})

const confine = ({
  folder,
  readable,
  command,
}: Pick<ShellOptions, 'folder' | 'readable'> & { command: string }) => ({
  program: 'unshare',
  args: [
    ...['--user', '--map-root-user', '--mount', '--pid', '--ipc', '--fork'],
    ...['--kill-child=SIGKILL', 'bash', '-c', script, 'bash'],
    ...[`${folder}.root`, folder, command, ...system, ...readable],
  ],
})

/** Creates the folder of a task and, beside it, where its root is mounted. */
export async function makeTaskFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await mkdir(`${folder}.root`)
}

/** Returns why commands cannot be confined on this machine; undefined if they can. */
export async function findConfiningObstacle(folder: string): Promise<string | undefined> {
  const { program, args } = confine({ folder, readable: [dirname(folder)], command: 'true' })
  return promisify(execFile)(program, args, { env: toOuterEnv({}) }).then(
    () => undefined,
    (error: Error) => error.message,
  )
}
