import { pathOf, setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMaySee } from "../../app/caller.ts"
import { useAsk } from "../../app/useAsk.ts"
import { showCount } from "../../format/decimal.ts"
import { showMoment } from "../../format/time.ts"
import { Choices, TextField } from "../../parts/Field.tsx"
import { Head } from "../../parts/Head.tsx"
import { Headings } from "../../parts/Headings.tsx"
import { Link } from "../../parts/Link.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { takesBack } from "./takenBackName.ts"

const statuses = [
  ["", "All"],
  ["open", "Open"],
  ["published", "Published"],
  ["discarded", "Discarded"],
] as const

type Status = (typeof statuses)[number][0]

const most = 100

/** Batches, the newest first. */
export const BatchList = ({ query }: { readonly query: URLSearchParams }) => {
  const mayChange = useMaySee("price-change")
  const status = (query.get("status") ?? "") as Status
  const search = query.get("search") ?? ""
  const asked = { limit: most, ...(status && { status }), ...(search && { search }) }
  const batches = useAsk(
    `batches ${JSON.stringify(asked)}`,
    (signal) => api.listPriceBatches(asked, { signal }),
    { after: 120, fresh: false },
  )
  return (
    <>
      <Head
        title="Batches"
        actions={
          mayChange ? (
            <Link class="button primary" href={pathOf("price-change")}>
              New price change
            </Link>
          ) : undefined
        }
      >
        Price changes and republish batches: open ones wait to be published, published ones can be taken back.
      </Head>
      <section class="panel" aria-label="Batches">
        <header>
          <Choices
            label="Status"
            value={status}
            options={statuses}
            onChoose={(status) => setState({ status })}
          />
          <TextField
            label="Search batches"
            isLabelUnseen
            placeholder="Key, name or SKU"
            type="search"
            value={search}
            onInput={(event) => setState({ search: event.currentTarget.value }, { replace: true })}
          />
        </header>
        <Answer of={batches} label="Looking for batches">
          {(page) => {
            const { items, total } = page
            const takenBack = new Set(
              items.flatMap(({ reverts, status }) => (status === "published" ? (reverts ?? []) : [])),
            )
            return items.length === 0 ? (
              <Empty title="No batch here">
                <p>
                  {search || status
                    ? "None is like that. Search for less, or look at all."
                    : "A price change makes the first."}
                </p>
              </Empty>
            ) : (
              <div class="scroll">
                <table class="table">
                  <Headings
                    names={["Batch", "Status", "Brand", "Prices", "Made", "Published"]}
                    numbers={["Prices"]}
                  />
                  <tbody>
                    {items.map((batch) => (
                      <tr key={batch.key}>
                        <td>
                          <Link href={pathOf("batches", { key: batch.key })}>
                            {batch.key}
                            {batch.name !== null && <bdi class="line">{batch.name}</bdi>}
                          </Link>
                          {batch.reverts !== null && !batch.name?.startsWith(takesBack) && (
                            <div class="muted">takes back {batch.reverts}</div>
                          )}
                        </td>
                        <td>
                          <span class={`badge ${batch.status}`}>{batch.status}</span>{" "}
                          {takenBack.has(batch.key) && <span class="badge warn">taken back</span>}
                          {batch.kind === "republish" && <span class="badge">republish</span>}
                        </td>
                        <td>{batch.brand_key ?? "any"}</td>
                        <td class="number">
                          {(batch.counts.records > 0 || batch.counts.withdrawals === 0) &&
                            showCount(batch.counts.records)}
                          {batch.counts.withdrawals > 0 && (
                            <div class="muted">{showCount(batch.counts.withdrawals)} will not come</div>
                          )}
                        </td>
                        <td>
                          {batch.created_at === null ? "–" : showMoment(batch.created_at)}
                          <div class="muted">{batch.created_by}</div>
                        </td>
                        <td>
                          {batch.published_at === null ? "–" : showMoment(batch.published_at)}
                          <div class="muted">{batch.published_by}</div>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {total > items.length && (
                  <p class="state">
                    The newest {showCount(items.length)} of {showCount(page)}: search to find others.
                  </p>
                )}
              </div>
            )
          }}
        </Answer>
      </section>
    </>
  )
}
