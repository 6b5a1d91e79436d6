import { short } from "../support/figures.ts"
import type { LoadPlan } from "../support/load.ts"
import { Service } from "../support/Service.ts"
import { table } from "../support/table.ts"
import { load } from "../support/withServices.ts"
import type { Databases } from "./scaleDatabase.ts"
import { organizationKey, productKey, seedRecords } from "./seedRecords.ts"

/** Previews a second over HTTP, from N connections to one process and to two. */
export const manyCallers = async (
  databases: Databases,
  callers: ReadonlyArray<number>,
  records: number,
): Promise<string> => {
  const { url, sql } = await databases(`records_${records}_of_1`, (sql) =>
    seedRecords(sql, { records, organizations: 1 }),
  )
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const plan = (service: Service, connections: number): LoadPlan => ({
    url: service.url,
    path: "/api/pricing/map-policy/NT/colorway-prefill",
    body: JSON.stringify({
      product_key: productKey(1),
      color: "Black",
      lines: [{ price_type: "MAP", amount: "139.95", effective_from: day }],
    }),
    organization: organizationKey(0),
    connections,
    milliseconds: 5_000,
  })
  const rows: Array<ReadonlyArray<string>> = []
  for (const processes of [1, 2]) {
    const environment = { DATABASE_URL: url, HANGTAG_DEMO: "off", LOG_LEVEL: "error" }
    const services = await Promise.all(
      Array.from({ length: processes }, () =>
        Service.start(["packages/cli/src/main.ts", "serve", "--no-worker"], environment),
      ),
    )
    for (const count of callers.filter((count) => count >= processes)) {
      const figures = await Promise.all(
        services.map((service) => load(plan(service, Math.ceil(count / processes)))),
      )
      const [sessions] =
        await sql`select count(*)::int as open from pg_stat_activity where application_name = 'hangtag'`
      rows.push([
        `${short(count)} callers, ${processes} ${processes === 1 ? "process" : "processes"}`,
        short(figures.reduce((sum, each) => sum + each.perSecond, 0)),
        short(Math.max(...figures.map(({ p50 }) => p50))),
        short(Math.max(...figures.map(({ p99 }) => p99))),
        String(sessions!.open),
      ])
    }
    await Promise.all(services.map((service) => service.stop()))
  }
  return table(["", "previews a second", "p50 ms", "p99 ms", "connections"], rows)
}
