import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from "node:fs"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"

const memory = "/dev/shm"
const name = "hangtag-test-"
const day = 24 * 60 * 60 * 1000

/** A run takes less than a gigabyte; what is there for other programs' messages alone is small. */
const enough = 4 * 1024 ** 3

const hasRoom = (): boolean => {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n")
    const [, , type, options] = mounts.findLast((line) => line.split(" ")[1] === memory)?.split(" ") ?? []
    // programs are copied there for a user who cannot read them where they are
    if (type !== "tmpfs" || /\bnoexec\b/.test(options ?? "")) return false
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem() / 2) > enough
  } catch {
    return false
  }
}

/** Of runs that were killed: they take memory for as long as they are there. */
const forgetOld = () => {
  for (const folder of readdirSync(memory).filter((each) => each.startsWith(name))) {
    const path = join(memory, folder)
    try {
      if (statSync(path).mtimeMs < Date.now() - day) rmSync(path, { recursive: true, force: true })
    } catch {
      // another user's, or gone meanwhile
    }
  }
}

/**
 * Makes the folder of a run's temporary files: in memory, where there is room. To make a database is to make 300 files, which
 * takes some filesystems a third of a second of processor time, since they look for a place that was not free just now.
 */
export const makeRunFolder = (): string => {
  const isInMemory = hasRoom()
  if (isInMemory) forgetOld()
  const folder = mkdtempSync(join(isInMemory ? memory : tmpdir(), name))
  // Postgres may be another user's
  chmodSync(folder, 0o711)
  return folder
}
