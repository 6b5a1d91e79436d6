import { render } from "preact"
import { Page } from "./shell/Page.tsx"
import { applyTheme } from "./shell/theme.ts"

applyTheme()
render(<Page />, document.getElementById("page")!)
