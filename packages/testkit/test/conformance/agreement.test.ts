import { agreementSuite, priceStorySuite } from "@hangtag/testkit/conformance"
import { memoryPorts } from "../../src/index.ts"

agreementSuite("the in-memory ports agree with themselves", memoryPorts)
priceStorySuite("the in-memory ports agree with themselves", memoryPorts)
