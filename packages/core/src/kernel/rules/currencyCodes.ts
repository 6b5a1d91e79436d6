/** Codes of ISO 4217 by how many digits an amount has behind the point; funds, metals and tests are no currencies of prices. */
const codes: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
  2:
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK " +
    "DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD " +
    "KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP " +
    "PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH " +
    "USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
}

/** How many digits an amount has behind the point, by code. */
export const currencyDigits: ReadonlyMap<string, number> = new Map(
  Object.entries(codes).flatMap(([count, list]) =>
    list.split(" ").map((code) => [code, Number(count)] as const),
  ),
)

/** Every currency that a price list may have, by code. */
export const currencyCodes: ReadonlyArray<string> = [...currencyDigits.keys()].sort()

/** How many digits an amount of the currency has behind the point (ISO 4217): two of what is no currency. */
export const minorUnits = (currency: string | null): number => currencyDigits.get(currency ?? "") ?? 2
