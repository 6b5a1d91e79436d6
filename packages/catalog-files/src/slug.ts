/** A key made of a name: `North Trail & Co.` becomes `north-trail-co`. Letters of every script stay, Latin accents go. */
export const slug = (name: string, separator: "-" | "_"): string =>
  name
    .normalize("NFD")
    // Latin, Greek and Cyrillic accents; marks of other scripts are part of the letter
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(separator)
