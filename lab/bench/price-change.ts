// Generate and publish of a price change of 1,000 to 100,000 variants beside SQL by hand, on a real server.

import { deepEqual } from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { Hangtag, type InputOf } from "@hangtag/core/effect"
import { Effect } from "effect"
import { limitHeapGrowth } from "../../packages/cli/src/limitHeapGrowth.ts"
import { generateByHand, publishByHand } from "./peers/plainPriceChange.ts"
import { median, megabytes, quantile, short, times } from "./support/figures.ts"
import { principalOf, runtimeOn } from "./support/hangtagOn.ts"
import { interleave, timed } from "./support/interleave.ts"
import { report } from "./support/report.ts"
import { colorwaySize, colorwaysOf, seedColorways } from "./support/seedColorways.ts"
import { table } from "./support/table.ts"
import { withDatabase } from "./support/withDatabase.ts"
import { withoutPriceIndexes } from "./support/withoutPriceIndexes.ts"

const sizes = (process.env.BENCH_VARIANTS ?? "1000,10000,100000").split(",").map(Number)
/** Small changes vary more, and show a process that has just begun: a server has changed prices before. */
const roundsOf = (size: number) => {
  const given = process.env.BENCH_ROUNDS
  if (given !== undefined) return { warm: Number(given), measured: Number(given) }
  return size <= 1_000 ? { warm: 10, measured: 15 } : { warm: 0, measured: size <= 10_000 ? 7 : 3 }
}
const principal = principalOf("demo")
const neighbour = principalOf("other")
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const day = daysAhead(30)
const line = { price_type: "MAP", amount: "139.95", effective_from: day }
const plainLine = { ...line, effective_at: String(Date.parse(day) * 1000) }
const request = (variants: number): InputOf<"generatePriceChange"> => ({
  brand_key: "NT",
  colorways: colorwaysOf(variants).map((colorway) => ({
    ...colorway,
    lines: [line],
  })),
})

const adjustment: InputOf<"adjustPrices"> = {
  brand_key: "NT",
  price_types: ["MAP"],
  selection: { all: true },
  adjust: { percent: "-5" },
  round: { ending: "0.95" },
  effective_from: daysAhead(31),
}

// as the server's own process does
limitHeapGrowth()()
await withDatabase(async (sql, url) => {
  await withoutPriceIndexes(sql, async () => {
    await seedColorways(sql, "demo", sizes.at(-1)!)
    await seedColorways(sql, "other", 1_000)
  })
  const runtime = runtimeOn(url)
  const hangtag = await runtime.runPromise(Effect.service(Hangtag))
  let batches = 0

  const ours = {
    generate: async (variants: number) => {
      const { batch_key, colorways, created } = await runtime.runPromise(
        hangtag.generatePriceChange(principal, request(variants)),
      )
      return { batch: batch_key!, created, collisions: colorways.flatMap((each) => each.collisions).length }
    },
    publish: async (batch: string) => {
      const { records, sha256 } = await runtime.runPromise(
        hangtag.publishPriceBatch(principal, { batch_key: batch }),
      )
      return { records, sha256 }
    },
  }
  const hand: typeof ours = {
    generate: async (variants) => {
      const batch = `HAND-${batches++}`
      const rows = await generateByHand(sql, batch, colorwaysOf(variants), plainLine)
      const created = rows.reduce((sum, row) => sum + row.created, 0)
      return { batch, created, collisions: rows.flatMap((row) => (row.collisions ?? []).flat()).length }
    },
    publish: async (batch) => {
      const { records, sha256 } = await publishByHand(sql, batch)
      return { records, sha256 }
    },
  }
  const contents = (batch: string) =>
    sql`select (select count(*) from hangtag_batch_record where batch_key = ${batch}) as held,
      (select md5(string_agg(concat_ws('|', variant_key, price_type, amount, effective_from, effective_at, status), ','
        order by variant_key)) from hangtag_price_record where batch_key = ${batch}) as drafts,
      (select md5(string_agg(concat_ws('|', variant_key, price_type, incumbent, future, returns), ','
        order by variant_key)) from hangtag_batch_basis where batch_key = ${batch}) as bases`
  const forget = async (batch: string) => {
    for (const name of [
      "price_record",
      "batch_record",
      "batch_basis",
      "batch_colorway",
      "publication",
      "batch",
    ])
      await sql`delete from ${sql(`hangtag_${name}`)} where batch_key = ${batch}`
    for (const name of ["price_record", "batch_record", "batch_basis", "batch_colorway"])
      await sql`vacuum ${sql(`hangtag_${name}`)}`
  }
  /** Generates and publishes, and gives what came of it. */
  const once = async (contender: typeof ours, size: number) => {
    const { batch, ...generated } = await contender.generate(size)
    const [written] = await contents(batch)
    const published = await contender.publish(batch)
    await forget(batch)
    return { generated, written, published }
  }

  const rows: Array<{
    readonly size: number
    readonly generating: Readonly<Record<"ours" | "hand", ReadonlyArray<number>>>
    readonly publishing: Readonly<Record<"ours" | "hand", ReadonlyArray<number>>>
    readonly memory: number
  }> = []
  for (const size of sizes) {
    deepEqual(await once(ours, size), await once(hand, size))
    const publishing: Record<"ours" | "hand", Array<number>> = { ours: [], hand: [] }
    const run = async (name: "ours" | "hand", contender: typeof ours) => {
      let batch = ""
      const generating = await timed(async () => {
        batch = (await contender.generate(size)).batch
      })
      publishing[name].push(await timed(() => contender.publish(batch)))
      await forget(batch)
      return generating
    }
    const contenders = { ours: () => run("ours", ours), hand: () => run("hand", hand) }
    const { warm, measured } = roundsOf(size)
    await interleave(contenders, warm)
    for (const name of ["ours", "hand"] as const) publishing[name].length = 0
    const generating = await interleave(contenders, measured)
    rows.push({ size, generating, publishing, memory: process.resourceUsage().maxRSS * 1024 })
  }

  // what another caller waits for, alone and meanwhile
  const colorway = { product_key: "P00000", color: "Black", lines: [line] }
  const beside = async (name: string, work: () => Promise<unknown>) => {
    const waits: Array<number> = []
    let isOver = false
    const previewing = async () => {
      while (!isOver) {
        waits.push(
          await timed(() =>
            runtime.runPromise(hangtag.previewColorway(neighbour, { brand_key: "NT", ...colorway })),
          ),
        )
        await setTimeout(2)
      }
    }
    const [took] = await Promise.all([
      timed(work).finally(() => {
        isOver = true
      }),
      previewing(),
    ])
    return { name, took, waits, memory: process.resourceUsage().maxRSS * 1024 }
  }
  const large = sizes.at(-1)!
  const adjust = (dry_run: boolean) =>
    runtime.runPromise(hangtag.adjustPrices(principal, { ...adjustment, dry_run }))
  const alone = await beside("nothing", () => setTimeout(3_000))
  const long = [
    await beside("generating and publishing them", async () => {
      await ours.publish((await ours.generate(large)).batch)
    }),
    await beside("previewing an adjustment of them all", () => adjust(true)),
    await beside("writing it", async () => {
      const { variants } = await adjust(false)
      deepEqual(variants, large)
    }),
  ]
  await runtime.dispose()

  const ratioOf = (of: Readonly<Record<"ours" | "hand", ReadonlyArray<number>>>) =>
    median(of.ours) / median(of.hand)
  const spread = (figures: ReadonlyArray<number>) =>
    `${short(median(figures))} (${short(Math.min(...figures))} to ${short(Math.max(...figures))})`
  const [before, last] = [rows.at(-2) ?? rows[0]!, rows.at(-1)!]
  const growthOf = (name: "ours" | "hand") => median(last.generating[name]) / median(before.generating[name])
  const growth = growthOf("ours")
  const memories = rows.map((row) => row.memory)
  const slowest = Math.max(...long.map(({ waits }) => quantile(waits, 0.99)))
  report({
    name: "price-change",
    verdicts: [
      ...(["generating", "publishing"] as const).map((name) => ({
        goal: `${name} ≤ 1.5× SQL by hand in one transaction`,
        result: rows.map((row) => times(ratioOf(row[name]))).join(", "),
        met: rows.every((row) => ratioOf(row[name]) <= 1.5),
      })),
      {
        goal: "10 times the variants take ≤ 12× as long to generate",
        result: `${times(growth)}, by hand ${times(growthOf("hand"))}`,
        met: growth <= 12,
      },
      {
        goal: "memory flat",
        result: memories.map(megabytes).join(", "),
        met: last.memory / before.memory <= 1.2,
      },
      {
        goal: "previews of another organization meanwhile: p99 ≤ 100 ms",
        result: `${short(slowest)} ms`,
        met: slowest <= 100,
      },
    ],
    body: `Milliseconds to generate a price change of one line for whole colorways of ${colorwaySize} variants, and to publish it,
among prices of three types, four or five each. The medians of three rounds or more, which take turns, with the fastest and the
slowest; drafts, bases, counts and publications of both are compared first, with their hashes. A thousand are changed ten times
by both before anything is measured: a server that has run for a minute has its code compiled, and its statements prepared.

By hand each is one transaction: to generate, a lock, a batch, and one statement that judges every variant at the line's instant,
names collisions and unlikely amounts, keeps what it was judged by, and makes a token of each colorway's prices; to publish, a
check of what has moved, one statement that activates, numbers anew and hashes, then the publication under its number, and NOTIFY.
It knows one line without an end, no time zones, no policies, no drafts of its own, and no row-level security. Keys of records
are in the order of time, as Hangtag's: random ones cost each row a page of their own, which after a checkpoint is logged whole.

${table(
  ["variants", "generate", "by hand", "ratio", "publish", "by hand", "ratio", "peak memory"],
  rows.map(({ size, generating, publishing, memory }) => [
    short(size),
    spread(generating.ours),
    spread(generating.hand),
    times(ratioOf(generating)),
    spread(publishing.ours),
    spread(publishing.hand),
    times(ratioOf(publishing)),
    megabytes(memory),
  ]),
)}

Where the time goes: both write the same rows, and what Postgres does for these is most of it: 1.28 s of its processor time for
10,000 variants, by hand 1.08, since every price is read out and each row is checked to be of its organization. Hangtag decodes
all prices of the variants and plans in JavaScript besides, some 95 ms of processor time a thousand variants, however many there
are: a fifth of it collecting garbage, more than a quarter reading what Postgres sent, an eighth writing parameters. That happens while the
database writes what came before, but a connection takes one statement at a time, and waits while the next one is made: of
10,000 variants for some half a second. A thousand are over before there is much to do beside it: these miss the goal, which
they met (1.2 to 1.6) when a thousand took 45 ms of processor time. Publishing is done by the database alone; Hangtag asks it more:
which brands there are drafts of, and what others withdraw or retires meanwhile. 100,000 variants write more log a
row than 10,000, by both: checkpoints come in between, and then each page that is touched is logged as a whole once more.

What previews of 20 variants by another organization took meanwhile, in the same process and on the same server, beside
${short(large)} variants. An adjustment is of all variants that a brand has, five percent less, with an ending.

${table(
  ["beside", "ms", "previews", "median", "p99", "slowest", "peak memory"],
  [alone, ...long].map(({ name, took, waits, memory }) => [
    name,
    short(took),
    short(waits.length),
    ...[median(waits), quantile(waits, 0.99), Math.max(...waits)].map(short),
    megabytes(memory),
  ]),
)}

\`BENCH_VARIANTS\` sets the sizes, \`BENCH_ROUNDS\` the rounds.`,
  })
})
