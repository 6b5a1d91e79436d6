import type { PricePolicyChange } from "@hangtag/client"
import { useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { readPages } from "../../app/readPages.ts"
import { useAsk } from "../../app/useAsk.ts"
import { showMoment } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { noPolicy, policyDifferences } from "./policyDifferences.ts"

type Change = Exact<PricePolicyChange>

const size = 20

interface PolicyHistoryProps {
  readonly brand: string
  readonly zone: string
  /** Another one asks again. */
  readonly etag: string | undefined
}

/** Who changed a policy when, and what. */
export const PolicyHistory = ({ brand, zone, etag }: PolicyHistoryProps) => {
  const [pages, setPages] = useState(1)
  const changes = useAsk(
    `changes of ${brand} ${pages} ${etag}`,
    (signal) =>
      readPages(api.pages("listPolicyChanges", { brand_key: brand, limit: size }, { signal }), pages * size),
    { fresh: false },
  )
  return (
    <section class="panel" aria-label="Changes of the policy">
      <header>
        <h2>Who changed what when</h2>
      </header>
      <Answer of={changes} label="Reading the changes">
        {({ items, next }) =>
          items.length === 0 ? (
            <Empty title="No change yet">
              <p>What is saved above is listed here.</p>
            </Empty>
          ) : (
            <ol class="changes">
              {/* what the last one changed shows against the one before it alone */}
              {items.slice(0, next === null ? undefined : -1).map((change, index) => (
                <Entry key={change.revision} of={change} before={items[index + 1]?.policy} zone={zone} />
              ))}
              {next !== null && (
                <li>
                  <Button isBusy={changes.isLoading} onClick={() => setPages(pages + 1)}>
                    Show more
                  </Button>
                </li>
              )}
            </ol>
          )
        }
      </Answer>
    </section>
  )
}

interface EntryProps {
  readonly of: Change
  readonly before: Change["policy"] | undefined
  readonly zone: string
}

const Entry = ({ of: { changed_at, changed_by, policy }, before = noPolicy, zone }: EntryProps) => (
  <li>
    <p>
      <b>{changed_by ?? "Before changes were kept"}</b>{" "}
      {changed_at !== null && (
        <time class="muted" dateTime={changed_at}>
          {showMoment(changed_at)}
        </time>
      )}
    </p>
    <ul>
      {policyDifferences(before, policy, zone).map((difference) => (
        <li key={difference}>{difference}</li>
      ))}
    </ul>
  </li>
)
