import { silentAloneSeconds, silentSeconds } from "@hangtag/core"
import type { StoredJob } from "./MemoryState.ts"

/** Whether a message or a run holds the job, as `JobLine` says. */
export const isHeld = ({ status, carried_by, heard_at }: StoredJob, now: number): boolean =>
  (status === "running" || carried_by !== null) &&
  heard_at > now - (carried_by === null ? silentAloneSeconds : silentSeconds) * 1000
