import type { ListShown } from "../app/listShown.ts"

/** In which price list something is, and its currency; nothing where there is `base` alone. */
export const InList = ({ list, lists, name, currency }: ListShown) =>
  list === "base" && lists.length <= 1 ? null : (
    <>
      {" "}
      in <bdi>{name}</bdi>
      {currency !== null && ` (${currency})`}
    </>
  )
