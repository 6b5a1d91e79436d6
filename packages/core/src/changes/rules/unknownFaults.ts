import type { InvalidField } from "../../kernel/errors.ts"
import { valueFault } from "../../kernel/faults.ts"
import { mostListed } from "../../kernel/Listing.ts"
import type { PriceAdjustment } from "../PriceAdjustment.ts"
import type { UnknownNames } from "../PriceChangeRepository.ts"

/** The names of an adjustment that the brand has nothing of, each at its place: most often they are misspelled. */
export const unknownFaults = (
  { selection, price_types }: Pick<PriceAdjustment, "selection" | "price_types">,
  unknown: UnknownNames | undefined,
  usedTypes: ReadonlyArray<string>,
): ReadonlyArray<InvalidField> => {
  const member = (name: "product_keys" | "label_keys" | "colors", problem: string) => {
    const missing = new Set(unknown?.[name])
    return (selection[name] ?? []).flatMap((text, index) =>
      missing.has(text) ? [valueFault(["selection", name, index], text, problem)] : [],
    )
  }
  const used = usedTypes.length === 0 ? "it has none" : `it has ${usedTypes.slice(0, mostListed).join(", ")}`
  return [
    ...member("product_keys", "the brand has no such product"),
    ...member("label_keys", "no product of the brand has this label"),
    ...member("colors", "no variant of the brand has this color"),
    ...(unknown?.source ?? []).map((source) =>
      valueFault(["selection", "source"], source, "no product of the brand has this source"),
    ),
    ...price_types.flatMap((type, index) =>
      usedTypes.includes(type)
        ? []
        : [valueFault(["price_types", index], type, `the brand has no prices of this type: ${used}`)],
    ),
  ]
}
