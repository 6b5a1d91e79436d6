import { useState } from "preact/hooks"
import { setState, useAddress } from "../../app/address.ts"
import { TextField } from "../../parts/Field.tsx"
import { Empty } from "../../parts/States.tsx"
import { DiscoveryList } from "./DiscoveryList.tsx"

const known = "hangtag.crawl-jobs"
const recent = (): ReadonlyArray<string> => {
  try {
    return JSON.parse(localStorage.getItem(known) ?? "[]")
  } catch {
    return []
  }
}

/** What a crawl has found: which of it is to be imported. */
export const Discoveries = () => {
  const { query } = useAddress()
  const job = query.get("job") ?? ""
  const [text, setText] = useState(job)
  const open = (id: string) => {
    setState({ job: id, search: "", selected: "" })
    setText(id)
  }
  return (
    <>
      <div class="head">
        <div>
          <h1>Crawl discoveries</h1>
          <p>Select what is to be imported. What you deselect stays so when a later crawl finds it again.</p>
        </div>
      </div>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault()
          open(text.trim())
        }}
      >
        <div class="inside">
          <div class="picker">
            <TextField
              label="Crawl job"
              placeholder="The id of a crawl job"
              list="crawl-jobs"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <datalist id="crawl-jobs">
              {recent().map((id) => (
                <option key={id} value={id} />
              ))}
            </datalist>
            <p class="actions bottom">
              <button class="button" type="submit">
                Open
              </button>
            </p>
          </div>
        </div>
      </form>
      {job === "" ? (
        <Empty title="Which crawl?">
          <p>Enter the id that the crawler gave its job.</p>
          {recent().length > 0 && (
            <p class="actions">
              {recent().map((id) => (
                <button class="button small" type="button" key={id} onClick={() => open(id)}>
                  {id}
                </button>
              ))}
            </p>
          )}
        </Empty>
      ) : (
        <DiscoveryList
          key={job}
          job={job}
          query={query}
          onFound={() =>
            localStorage.setItem(
              known,
              JSON.stringify([job, ...recent().filter((id) => id !== job)].slice(0, 8)),
            )
          }
        />
      )}
    </>
  )
}
