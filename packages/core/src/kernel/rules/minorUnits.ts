const codes: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
}

/** Currencies whose amounts have another number of digits behind the point than two (ISO 4217). */
export const otherMinorUnits: ReadonlyMap<string, number> = new Map(
  Object.entries(codes).flatMap(([count, list]) =>
    list.split(" ").map((code) => [code, Number(count)] as const),
  ),
)

/** How many digits an amount of the currency has behind the point (ISO 4217): two of what is no currency. */
export const minorUnits = (currency: string | null): number => otherMinorUnits.get(currency ?? "") ?? 2
