import type { ListShown } from "@hangtag/client"
import { counted } from "../format/decimal.ts"
import { isolated } from "../format/isolated.ts"

const most = 5

/** Lists with how many variants each has it of; nothing where there are none. */
export const ListsShown = ({
  label,
  lists = [],
}: {
  readonly label: string
  readonly lists?: ReadonlyArray<ListShown> | undefined
}) =>
  lists.length === 0 ? null : (
    <p class="remark">
      {label} in{" "}
      {lists
        .slice(0, most)
        .map(({ price_list, variants }) => `${isolated(price_list)} (${counted(variants, "variant")})`)
        .join(", ")}
      {lists.length > most && ` and ${counted(lists.length - most, "other list")}`}
    </p>
  )
