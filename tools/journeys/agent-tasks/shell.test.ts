import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createShell, findConfiningObstacle, makeTaskFolder } from './shell.ts'

const trial = await mkdtemp(join(tmpdir(), 'agent-shell-'))
await makeTaskFolder(join(trial, 'task'))
const obstacle = await findConfiningObstacle(join(trial, 'task'))
await rm(trial, { recursive: true })

/** Creates a shell, with a file beside its folder that is none of its business. */
async function givenShell({
  isConfined,
  maxCommandMs,
}: {
  isConfined: boolean
  maxCommandMs?: number
}) {
  const root = await mkdtemp(join(tmpdir(), 'agent-shell-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'task')
  const shown = join(root, 'shown')
  await makeTaskFolder(folder)
  await makeTaskFolder(shown)
  await writeFile(join(root, 'secret'), 'of somebody else')
  await writeFile(join(shown, 'guide'), 'read me')
  const shell = createShell({
    ...{ folder, isConfined, readable: [shown, dirname(process.execPath)] },
    ...(maxCommandMs !== undefined && { maxCommandMs }),
    env: { PATH: `./bin:${dirname(process.execPath)}:/usr/bin:/bin`, OWN: 'known' },
  })
  return { root, folder, shown, shell }
}

it.each(obstacle === undefined ? [true, false] : [false])(
  'runs commands in the folder, without the environment of this process, confined: %s',
  async (isConfined) => {
    process.env['AGENT_SHELL_SECRET'] = 'of this process'
    onTestFinished(() => void delete process.env['AGENT_SHELL_SECRET'])
    const { folder, shell } = await givenShell({ isConfined })

    const written = await shell.run('echo "$OWN" > file && cat file && node -p 1+1 && exit 3')
    const { output: environment } = await shell.run(
      'env; cat /proc/*/environ 2>/dev/null | tr "\\0" "\\n"',
    )

    expect(written).toEqual({ exitCode: 3, output: 'known\n2\n' })
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('known\n')
    if (isConfined) expect(environment).not.toContain('of this process')
    expect((await shell.run('env')).output).not.toContain('AGENT_SHELL_SECRET')
  },
)

it.runIf(obstacle === undefined)(
  'neither shows nor changes anything outside of the folder',
  async () => {
    const { root, shown, shell } = await givenShell({ isConfined: true })
    // Programs of the folder must not be run before the command is confined.
    await shell.run(
      `mkdir bin; for name in mount chroot setpriv bash unshare; do printf '#!/bin/sh\\ntouch ${root}/escaped' > bin/$name; chmod +x bin/$name; done`,
    )

    const attempts = [
      `cat ${root}/secret`,
      `cat ../secret`,
      `echo changed > ${shown}/guide`,
      '/usr/bin/mount -o remount,rw /usr',
      `/usr/bin/umount ${shown}`,
      '/usr/sbin/chroot / /bin/true',
      '/usr/bin/unshare --user --map-root-user --mount /bin/true',
      '/usr/bin/mknod disk b 8 0',
      'touch /usr/bin/platform-was-here',
      `kill -9 ${process.pid}`,
    ]
    const codes = []
    for (const attempt of attempts) codes.push((await shell.run(attempt)).exitCode)

    expect(codes).toEqual(attempts.map(() => expect.toSatisfy((code) => code !== 0)))
    expect((await readdir(root)).toSorted()).toEqual([
      'secret',
      'shown',
      'shown.root',
      'task',
      'task.root',
    ])
    expect((await shell.run(`cat ${shown}/guide`)).output).toBe('read me')
  },
)

it.each(obstacle === undefined ? [true, false] : [false])(
  'ends a command with what it started, after its time and on request, confined: %s',
  async (isConfined) => {
    const { folder, shell } = await givenShell({ isConfined, maxCommandMs: 2_000 })
    const isBeating = async () => {
      const read = () => readFile(join(folder, 'beat'), 'utf8')
      const before = await read()
      await shell.run('sleep 0.3')
      return (await read()) !== before
    }
    const beat = '(while true; do date +%s%N > beat; sleep 0.02; done) & sleep 0.2'

    const slow = await shell.run('echo begun; exec sleep 600')
    const left = await shell.run(beat)
    const isLeftOver = await isBeating()
    const running = shell.start(`${beat}; exec sleep 600`)
    await expect.poll(isBeating).toBe(true)
    await running.stop()

    expect(slow).toEqual({ exitCode: null, output: 'begun\n' })
    expect([left.exitCode, isLeftOver, running.isRunning(), await isBeating()]).toEqual([
      0,
      false,
      false,
      false,
    ])
  },
)

it('keeps the beginning and the end of a long output', async () => {
  const { shell } = await givenShell({ isConfined: false })

  const { output } = await shell.run(
    'echo first; head -c 3000000 /dev/zero | tr "\\0" x; echo last',
  )

  expect(output.length).toBeLessThan(21_000)
  expect(output).toMatch(/^first\nx+\n\[29\d+ characters left out\]\nx+last\n$/)
})
