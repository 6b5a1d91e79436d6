import { globSync, mkdirSync, writeFileSync } from "node:fs"
import { expect, inject, it, vi } from "vitest"
import type { Collected } from "./collected.ts"
import type { Mutant } from "./instrumented.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly mutants: ReadonlyArray<Mutant>
  }
}

/** What became of a mutant. */
export type Fate = Mutant & { readonly fate: "killed" | "survived" | "uncovered" }

type Hits = Readonly<Record<string, number>>
/** What the instrumented rules look at, and write into. */
const stryker: {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number
  mutantCoverage?: { readonly static: Hits; readonly perTest: Readonly<Record<string, Hits>> }
} = {}
Object.assign(globalThis, { __stryker__: stryker })

const mutants = inject("mutants")
/** A test that takes longer than this waits for what never comes. */
const patience = 10_000

const load = async () => {
  vi.resetModules()
  const { before, collected } = await import("./collected.ts")
  for (const path of globSync("packages/core/test/{cases/{pure,memory},unit/*}.test.ts"))
    await import(/* @vite-ignore */ `../../${path}`)
  for (const hook of before) await hook()
  return collected
}

/** Also on the way, since all of the rooms take long. */
const write = (fates: ReadonlyArray<Fate>) => {
  mkdirSync(new URL("reports", import.meta.url), { recursive: true })
  writeFileSync(new URL("reports/fates.json", import.meta.url), JSON.stringify(fates))
}

/** Whether it passes. */
const passes = async (test: Collected) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), patience)
  })
  try {
    await Promise.race([test.run(), late])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

it("lets no mutant of the rules pass", async () => {
  const tests = await load()
  const took = new Map<string, number>()
  for (const test of tests) {
    stryker.currentTestId = test.id
    const start = performance.now()
    expect(await passes(test), test.id).toBe(true)
    took.set(test.id, performance.now() - start)
  }
  stryker.currentTestId = undefined
  const { static: onImport, perTest } = stryker.mutantCoverage!
  const byTime = tests.toSorted((a, b) => took.get(a.id)! - took.get(b.id)!)
  const isKilled = async (id: string, candidates: ReadonlyArray<Collected>) => {
    for (const test of candidates) {
      stryker.hitCount = 0
      stryker.hitLimit = 1_000 + 100 * (perTest[test.id]?.[id] ?? 0)
      if (!(await passes(test))) return true
    }
    return false
  }
  const fates: Array<Fate> = []
  for (const mutant of mutants) {
    const { id } = mutant
    stryker.activeMutant = id
    const covering = byTime.filter((test) => perTest[test.id]?.[id] !== undefined)
    let killed = await isKilled(id, covering)
    if (!killed && onImport[id] !== undefined) {
      // what is computed as a module is loaded is computed anew
      killed = await load().then(
        (again) => isKilled(id, again),
        () => true,
      )
    }
    const isCovered = covering.length > 0 || onImport[id] !== undefined
    fates.push({ ...mutant, fate: killed ? "killed" : isCovered ? "survived" : "uncovered" })
    if (fates.length % 50 === 0) write(fates)
  }
  stryker.activeMutant = undefined
  write(fates)
})
