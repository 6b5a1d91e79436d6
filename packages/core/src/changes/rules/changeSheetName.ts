import type { ChangeSheetRequest } from "../../exports/ChangeSheet.ts"
import { type Instant, instantToText } from "../../kernel/Instant.ts"

/** Characters of a brand's or a batch's key that a name takes. */
const mostCharacters = 80

/** What file names, headers and shells take as it is, and everything else as a hyphen. */
const plain = (key: string): string =>
  Array.from(key.normalize("NFC").replace(/[^\p{L}\p{N}._]+/gu, "-"))
    .slice(0, mostCharacters)
    .join("")
    .replace(/^[-.]/, "")
    .replace(/[-.]$/, "")

/** Parts of a name, each as it is taken anywhere. */
export const plainName = (parts: ReadonlyArray<string>): string =>
  parts
    .map(plain)
    .filter((part) => part !== "")
    .join("-")

/** How the sheet of a batch is called: after its brand, itself, and the day on which it was asked for (UTC). */
export const changeSheetName = ({ brand_key, batch_key }: ChangeSheetRequest, asked: Instant): string =>
  plainName(["prices", brand_key ?? "", batch_key, instantToText(asked).slice(0, 10)])
