import { otherMinorUnits } from "./minorUnits.ts"

/** Codes of ISO 4217 with two digits behind the point; funds, metals and tests are no currencies of prices. */
const codes =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK " +
  "DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD " +
  "KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP " +
  "PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH " +
  "USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG"

/** Every currency that a price list may have, by code. */
export const currencyCodes: ReadonlyArray<string> = [...codes.split(" "), ...otherMinorUnits.keys()].sort()

const known: ReadonlySet<string> = new Set(currencyCodes)

/** Whether ISO 4217 has a currency of this code. */
export const isCurrency = (code: string): boolean => known.has(code)
