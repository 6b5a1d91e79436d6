import { pathOf, setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { askAgain, useAsk } from "../../app/useAsk.ts"
import { Button } from "../../parts/Button.tsx"
import { Link } from "../../parts/Link.tsx"
import { isNotFound, Missing } from "../../parts/Missing.tsx"

/** Says which open batch what is generated takes the place of. Until then the batch stays as it is. */
export const Replacing = ({ batch }: { readonly batch: string }) => {
  const known = useAsk(`replaced ${batch}`, (signal) => api.getPriceBatch({ batch_key: batch }, { signal }))
  if (isNotFound(known.error)) return <Missing of="batch" name={batch} member="instead" />
  return (
    <p class="remark replacing">
      <span>
        A copy of the lines of <Link href={pathOf("batches", { key: batch })}>{batch}</Link>: the batch stays
        as it is until you generate, and is replaced then.
      </span>
      <Button
        class="small"
        onClick={() => {
          setState({ instead: "" })
          // without the drafts of the batch, where it is open no more
          askAgain()
        }}
      >
        As a new batch
      </Button>
    </p>
  )
}
