import { withoutControls } from "@hangtag/core/adapter"

/** A text as a terminal may have it: names, texts of files and requests in it hold what a terminal would obey as `\u001b`. */
export const terminalText = (text: string): string => text.split("\n").map(withoutControls).join("\n")
