import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { stopOrphan } from './postgres/postmaster.ts'

it('starts when the orphaned server ends before it is signalled', async () => {
  const data = await mkdtemp(join(tmpdir(), 'platform-orphan-'))
  onTestFinished(() => rm(data, { recursive: true }))
  const startTime = Math.floor(Date.now() / 1000)
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'tail -f /dev/null postgres "$1" >/dev/null 2>&1 & echo $!',
    'sh',
    data,
  ])
  const pid = Number(stdout)
  await writeFile(join(data, 'postmaster.pid'), [pid, data, startTime, 5432, data].join('\n'))
  const kill = process.kill.bind(process)
  const signals = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
    kill(pid, 'SIGKILL')
    throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
  })

  await stopOrphan(data)

  expect(signals).toHaveBeenNthCalledWith(1, pid, 'SIGINT')
})
