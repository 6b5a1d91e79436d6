import { pathOf, setState } from "../../app/address.ts"
import { askAgain } from "../../app/useAsk.ts"
import { Button } from "../../parts/Button.tsx"
import { Link } from "../../parts/Link.tsx"

/** Says which open batch what is generated takes the place of. Until then the batch stays as it is. */
export const Replacing = ({ batch }: { readonly batch: string }) => (
  <p class="remark replacing">
    <span>
      A copy of the lines of <Link href={pathOf("batches", { key: batch })}>{batch}</Link>: the batch stays as
      it is until you generate, and is replaced then.
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
