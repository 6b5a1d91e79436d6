import { readdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import type { Trial } from "../Trial.ts"
import type { TinyDisk } from "./TinyDisk.ts"

/** Asks for an export while the trouble lasts; it has to end failed and tell so, and to succeed once it is over. */
const failsUntilMended = async (trial: Trial, says: string, begin: () => void, end: () => void) => {
  begin()
  const jobId = await trial.ask()
  const failed = await trial.comesTo(jobId, ({ error }) => error !== null)
  end()
  if (failed.status === "failed") await trial.retry(jobId)
  const mended = await trial.ended(jobId)
  const unsaid = failed.error?.includes(says) ? [] : [`the job said ${failed.error}, not "${says}"`]
  return mended.status === "completed" ? unsaid : [...unsaid, `once mended, the job ended ${mended.status}`]
}

const unfinished = (folder: string) => readdirSync(join(folder, "files", "~unfinished"))

/** The folder of the trial's files: its disk full or read-only, where there is one to be had, and the folder gone. */
export const storageFolder = async (trial: Trial, folder: string, disk: TinyDisk | undefined) =>
  trial.whileRescued(async () => {
    const wrong: Array<string> = []
    if (disk !== undefined) {
      const full = () => disk.fill()
      wrong.push(
        ...(await failsUntilMended(trial, "the disk is full; free some space", full, () => disk.free())),
      )
      const readOnly = () => disk.writable(false)
      const writable = () => disk.writable(true)
      wrong.push(...(await failsUntilMended(trial, "the folder is read-only", readOnly, writable)))
    }
    const [files, away] = [join(folder, "files"), join(folder, "away")]
    const lose = () => renameSync(files, away)
    const bring = () => renameSync(away, files)
    wrong.push(...(await failsUntilMended(trial, "the folder is gone; bring it back", lose, bring)))
    if (unfinished(folder).length > 0) wrong.push(`unfinished files stay: ${unfinished(folder)}`)
    return { wrong }
  })
