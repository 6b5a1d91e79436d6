import { agreementSuite, priceStorySuite } from "@hangtag/testkit/conformance"
import { memoryPorts } from "../../src/index.ts"

// That the suites let pass what keeps its promises. How it compares is tried on databases (test/doors), and what
// they notice by saboteurs.
const few = { numRuns: 20 }
agreementSuite("the in-memory ports agree with themselves", memoryPorts, few)
priceStorySuite("the in-memory ports agree with themselves", memoryPorts, few)
