import { execFileSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A disk in memory that holds little; only an administrator of Linux can have one. */
export class TinyDisk {
  /** Why none can be had here. */
  static get unavailable(): string | undefined {
    return process.platform === "linux" && process.getuid?.() === 0
      ? undefined
      : "a small disk needs root on Linux"
  }

  readonly path: string
  readonly #filler: string

  constructor(path: string, megabytes: number) {
    mkdirSync(path)
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path])
    this.path = path
    this.#filler = join(path, "filler")
  }

  /** Leaves no room at all. */
  fill(): void {
    const block = Buffer.alloc(64 * 1024)
    try {
      for (;;) writeFileSync(this.#filler, block, { flag: "a" })
    } catch {}
  }

  /** Gives the room back. */
  free(): void {
    rmSync(this.#filler)
  }

  writable(yes: boolean): void {
    execFileSync("mount", ["-o", `remount,${yes ? "rw" : "ro"}`, this.path])
  }

  dispose(): void {
    // Lazily: a process that was just killed may still be letting go of it.
    execFileSync("umount", ["-l", this.path])
  }
}
